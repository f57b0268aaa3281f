/// Absolute paths as text.
package enum PathText {
  /// The path without the last part; `/` for the root.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "/" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func name(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  package static func joined(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }

  /// The path without `.`, `..` and doubled slashes.
  package static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  package static func isInside(_ path: String, _ folder: String) -> Bool {
    folder == "/" || path.utf8.starts(with: (folder + "/").utf8)
  }

  /// The path relative to a folder around it.
  package static func relative(_ path: String, to folder: String) -> String {
    String(path.dropFirst(folder == "/" ? 1 : folder.count + 1))
  }
}
