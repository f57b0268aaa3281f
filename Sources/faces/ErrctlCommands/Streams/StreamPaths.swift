import ErrorStreams
import SystemPackage

/// Files, folders and patterns of the command line, in reading order.
///
/// A named file is read whatever its name. Files found by a folder or pattern are sorted by path, with
/// rotated files before the current one. Hidden files, YAML files (rules, suites, mappings) and files that
/// are not regular are skipped. Links to files are followed, links to folders are not, which rules out
/// cycles. Each file is read once.
struct StreamPaths {
  private(set) var paths: [String] = []
  private(set) var failures: [String] = []
  /// Pipes, devices and sockets that a folder or a pattern has, and names that are not UTF-8.
  private(set) var passedOver: [PassedOverFile] = []
  private var known: Set<FileKind.Identity> = []

  init(_ names: [String]) {
    // A named file is not read a second time for its folder.
    for name in names where name != "-" {
      if let kind = try? FileKind(of: name), !kind.isFolder { known.insert(kind.identity) }
    }
    for name in names { add(name) }
  }

  private mutating func add(_ name: String) {
    guard name != "-" else { return paths.append(name) }
    if let kind = try? FileKind(of: name) {
      guard kind.isFolder else { return paths.append(name) }
      var found = Found()
      walk(name, &found)
      take(found, orSay: "\(name): This folder has no log. Hidden files and YAML files are skipped.")
      return
    }
    guard let glob = PathGlob(name) else { return paths.append(name) }
    var found = Found()
    let namesYAML = Self.isYAML(name)
    var matches: [String] = []
    glob.each { matches.append($0) }
    for path in matches {
      if (try? FileKind(of: path).isFolder) == true {
        walk(path, &found)
      } else if namesYAML || !Self.isYAML(path) {
        look(at: path, &found)
      }
    }
    take(found, orSay: "\(name): No file matches this pattern.")
  }

  private struct Found {
    var files: [(path: String, identity: FileKind.Identity)] = []
    /// Not links. A link's target is read under its own name if both are found.
    var own: Set<FileKind.Identity> = []
    var links: Set<String> = []
    var failures: [String] = []
    var passedOver: [PassedOverFile] = []
  }

  private mutating func take(_ found: Found, orSay absence: String) {
    failures += found.failures.sorted()
    passedOver += found.passedOver.sorted { $0.path < $1.path }
    if found.files.isEmpty, found.failures.isEmpty { failures.append(absence) }
    let sorted = found.files.map { ($0, $0.path.split(separator: "/").map { RotatedName(String($0)) }) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
    for (file, _) in sorted {
      if found.links.contains(file.path), found.own.contains(file.identity) { continue }
      if known.insert(file.identity).inserted { paths.append(file.path) }
    }
  }

  private func walk(_ folder: String, _ found: inout Found) {
    guard let names = InputFile.names(in: folder) else {
      found.failures.append("\(folder): The folder can't be read. Check its permissions.")
      return
    }
    for name in names where !name.hasPrefix(".") {
      let path = PlainPath.joined(folder, name)
      if (try? FileKind(of: path).isFolder) == true {
        if (try? FileKind(of: path, followsLinks: false).isLink) == false { walk(path, &found) }
      } else if !Self.isYAML(name) {
        look(at: path, &found)
      }
    }
  }

  private func look(at path: String, _ found: inout Found) {
    do throws(Errno) {
      let kind = try FileKind(of: path)
      // Opening a pipe would block.
      guard kind.isRegular else {
        if let special = PassedOverFile(path, kind) { found.passedOver.append(special) }
        return
      }
      found.files.append((path, kind.identity))
      if try FileKind(of: path, followsLinks: false).isLink {
        found.links.insert(path)
      } else {
        found.own.insert(kind.identity)
      }
    } catch {
      if let special = PassedOverFile(path, error) {
        found.passedOver.append(special)
      } else {
        found.failures.append("\(path): \(InputFile.reason(error))")
      }
    }
  }

  private static func isYAML(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }
}
