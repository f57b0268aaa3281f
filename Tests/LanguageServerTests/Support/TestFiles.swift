import Bytes
import LanguageServer
import Source
import Suites

/// Files in memory, by absolute path.
final class TestFiles: FileSystem, @unchecked Sendable {
  // Only ever changed by the test's own thread.
  var texts: [String: String]
  /// Targets of links, by path.
  var links: [String: String] = [:]

  init(_ texts: [String: String]) { self.texts = texts }

  private func target(_ path: String) -> String {
    for (link, target) in links where path == link || path.hasPrefix(link + "/") {
      return target + path.dropFirst(link.count)
    }
    return path
  }

  func resolve(_ path: String) throws(ImportFault) -> String {
    let path = target(path)
    guard isFolder(path) != nil else { throw .isMissing }
    return path
  }

  func isFolder(_ path: String) -> Bool? {
    let path = target(path)
    if texts[path] != nil { return false }
    return path == "/" || texts.keys.contains { $0.hasPrefix(path + "/") } ? true : nil
  }

  func read(_ path: String, limit: Int) throws(ImportFault) -> [UInt8] {
    guard let text = texts[target(path)] else { throw .isMissing }
    return Array(text.utf8)
  }

  func names(in folder: String) -> [String] {
    let start = folder == "/" ? "/" : folder + "/"
    let names = (Array(texts.keys) + Array(links.keys)).filter { $0.hasPrefix(start) }.map { path in
      String(path.dropFirst(start.count).prefix { $0 != "/" })
    }
    return Array(Set(names))
  }

  func stamp(of path: String) -> String? { texts[target(path)] }

  func records(_ wanted: Set<String>, in path: String, limits: Limits) throws -> FoundRecords {
    throw NoStream()
  }

  private struct NoStream: Error, CustomStringConvertible {
    let description = "There are no streams in memory."
  }
}
