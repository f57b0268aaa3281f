internal import Bytes
internal import Policies
internal import RuleLanguage
internal import Source

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The drop-ins of systemd's units: the files that end in `.conf` in the folders `UNIT.d` and in those of less special names.
///
/// They are beside the unit file; below a folder that systemd searches, also in the other ones of the same root: those of
/// `/usr/lib/systemd/system/shop.service` in `/etc/systemd/system/shop.service.d`, too. Of two with one name, the first
/// folder's counts (systemd.unit(5), `src/shared/dropin.c`).
enum DropIns {
  /// The folders that systemd searches for the machine's units, below the root, the most important first.
  private static let searched = [
    "etc/systemd/system.control", "run/systemd/system.control", "run/systemd/transient",
    "run/systemd/generator.early", "etc/systemd/system", "etc/systemd/system.attached", "run/systemd/system",
    "run/systemd/system.attached", "run/systemd/generator", "usr/local/lib/systemd/system",
    "usr/lib/systemd/system", "lib/systemd/system", "run/systemd/generator.late",
  ]

  /// The drop-ins of a unit file, in the order of their names, in which they count.
  @Sendable static func files(of unit: String) -> [SourceFile] {
    let (folder, name) = parts(of: unit)
    let folders = places(of: folder)
    var paths: [String: String] = [:]
    for special in names(of: name) {
      for place in folders {
        let own = PlainPath.joined(place, special + ".d")
        for file in InputFile.names(in: own) ?? [] where file.hasSuffix(".conf") && paths[file] == nil {
          paths[file] = PlainPath.joined(own, file)
        }
      }
    }
    return paths.sorted { $0.key < $1.key }.compactMap { _, path in
      // A link to a device masks those with its name.
      guard (try? FileKind(of: path).isRegular) == true,
        let bytes = try? InputFile.contents(of: path, limit: Limits().ruleFileBytes)
      else { return nil }
      return SourceFile(name: path, bytes: bytes)
    }
  }

  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// The folders with drop-ins of a folder's units, the most important first.
  private static func places(of folder: String) -> [String] {
    let whole = absolute(folder)
    guard let own = searched.filter({ whole.hasSuffix("/" + $0) }).max(by: { $0.count < $1.count }) else {
      return [folder]
    }
    // As the folder was named, if that is enough to find the others.
    let root = (folder.hasSuffix(own) ? folder : whole).dropLast(own.count)
    var known: Set<FileKind.Identity> = []
    return searched.map { $0 == own ? folder : root + $0 }.filter { place in
      // `/lib` may be a link to `/usr/lib`.
      guard let kind = try? FileKind(of: place.isEmpty ? "." : place) else { return false }
      return known.insert(kind.identity).inserted
    }
  }

  private static func absolute(_ folder: String) -> String {
    if folder.hasPrefix("/") { return folder }
    guard let current = getcwd(nil, 0) else { return "/" + folder }
    defer { free(current) }
    return String(cString: current) + (folder.isEmpty || folder == "." ? "" : "/" + folder)
  }

  /// The names by which a unit has drop-ins, the most special first: `a-b@1.service`, `a-b@.service`, `a-@1.service`,
  /// `a-@.service`, `service`.
  private static func names(of unit: String) -> [String] {
    guard let dot = unit.lastIndex(of: ".") else { return [unit] }
    let kind = unit[dot...]
    let stem = unit[..<dot]
    let at = stem.firstIndex(of: "@")
    let instance = at.map { stem[$0...] } ?? ""
    var prefix = at.map { stem[..<$0] } ?? stem
    var names: [String] = []
    while true {
      names.append("\(prefix)\(instance)\(kind)")
      if instance.count > 1 { names.append("\(prefix)@\(kind)") }
      if prefix.last == "-" { prefix.removeLast() }
      guard let dash = prefix.lastIndex(of: "-"), dash > prefix.startIndex else { break }
      prefix = prefix[...dash]
    }
    return names + [String(kind.dropFirst())]
  }

  /// Whether a file is a drop-in whose unit file is not beside its folder. Packages' units are in other folders.
  static func isAlone(_ name: String, in folder: String) -> Bool {
    name.hasSuffix(".conf") && folder.hasSuffix(".service.d")
      && (try? FileKind(of: String(folder.dropLast(2)))) == nil
  }

  /// Whether a file is a drop-in that is read with one of these unit files.
  static func isOne(_ path: String, ofUnits units: [String]) -> Bool {
    let (own, _) = parts(of: path)
    guard path.hasSuffix(".conf"), own.hasSuffix(".service.d") else { return false }
    let (folder, name) = parts(of: String(own.dropLast(2)))
    return units.contains { unit in
      let (other, unitName) = parts(of: unit)
      return unitName == name && places(of: other).contains(folder)
    }
  }

  /// The formats of policies, with the drop-ins of systemd's units.
  static func formats(_ versions: PolicyVersions = SystemVersions.usual) -> [any PolicyFormat] {
    BuiltInPolicies.all(versions, dropIns: files)
  }
}
