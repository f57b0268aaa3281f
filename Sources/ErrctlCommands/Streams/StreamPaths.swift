import ErrorStreams
import SystemPackage

/// The streams among the files, folders and patterns that the user named, in the order in which they are read.
///
/// A file that is named is read whatever its name says. In a folder, and behind a pattern, it goes by the path, with what
/// rotation left behind before what is written to; passed over are hidden files, YAML files (rules, suites, mappings) and
/// what is no regular file. Links to files are followed, each file is read once; links to folders are not, so that none
/// leads around in a circle.
struct StreamPaths {
  private(set) var paths: [String] = []
  /// What can't be read, each with its reason.
  private(set) var failures: [String] = []
  private var known: Set<FileKind.Identity> = []

  init(_ names: [String]) {
    // A file that is named is not read a second time for its folder.
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
      take(
        found,
        orSay: "\(name): there is no log in this folder; hidden files and YAML files are passed over"
      )
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
    take(found, orSay: "\(name): no file has a name like this")
  }

  /// What a folder or a pattern leads to.
  private struct Found {
    var files: [(path: String, identity: FileKind.Identity)] = []
    /// Those of them that are no links: what a link leads to is read by its own name where it is found too.
    var own: Set<FileKind.Identity> = []
    var links: Set<String> = []
    var failures: [String] = []
  }

  private mutating func take(_ found: Found, orSay absence: String) {
    failures += found.failures.sorted()
    if found.files.isEmpty, found.failures.isEmpty { failures.append(absence) }
    let sorted = found.files.map { ($0, $0.path.split(separator: "/").map { RotatedName(String($0)) }) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
    for (file, _) in sorted {
      if found.links.contains(file.path), found.own.contains(file.identity) { continue }
      if known.insert(file.identity).inserted { paths.append(file.path) }
    }
  }

  private func walk(_ folder: String, _ found: inout Found) {
    guard let names = FolderNames.names(in: folder) else {
      found.failures.append("\(folder): this folder can't be read; check its permissions")
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
      // A pipe would be waited for.
      guard kind.isRegular else { return }
      found.files.append((path, kind.identity))
      if try FileKind(of: path, followsLinks: false).isLink {
        found.links.insert(path)
      } else {
        found.own.insert(kind.identity)
      }
    } catch {
      found.failures.append("\(path): \(InputFile.reason(error))")
    }
  }

  private static func isYAML(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }
}
