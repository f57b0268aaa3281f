import Bytes
import Foundation
import LanguageServer
import Replay
import Source
import Suites
import SystemPackage

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

  func streams(_ names: [String]) -> (paths: [String], failures: [String]) {
    (names, names.filter { isFolder($0) != false }.map { "\($0): The file does not exist." })
  }

  /// A replay reads a real file.
  func stream(at path: String) -> Replayer.Stream {
    let file = FileManager.default.temporaryDirectory.appending(path: "errctl-\(UUID().uuidString).ndjson")
    try? Data((texts[target(path)] ?? "").utf8).write(to: file)
    made.withLock { $0.append(file) }
    return Replayer.Stream(name: path, source: .file(FilePath(file.path)))
  }

  private let made = Lock<[URL]>([])

  deinit { for file in made.withLock({ $0 }) { try? FileManager.default.removeItem(at: file) } }

  func reason(_ failure: Replayer.Failure) -> String { "\(failure)" }

  /// By revision and path.
  var revisions: [String: String] = [:]

  func file(_ path: String, in revision: String, limits: Limits) throws -> RevisedFile {
    guard let text = revisions["\(revision):\(path)"] else { throw NoRevision() }
    return RevisedFile(name: "\(revision):\(path)", bytes: Array(text.utf8), imports: NoImports(entry: path))
  }

  private struct NoRevision: Error, CustomStringConvertible {
    let description = "There is no such revision."
  }

  private struct NoImports: ImportReader {
    let entry: String

    func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile { throw .isMissing }
    func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] { throw .isMissing }
  }

  /// What was kept for the client to show, by name.
  private(set) var kept: [String: String] = [:]

  func keep(_ text: String, as name: String) -> String? {
    kept[name] = text
    return "/kept/\(name)"
  }

  func stamp(of path: String) -> String? { texts[target(path)] }

  func records(_ wanted: Set<String>, in path: String, limits: Limits) throws -> FoundRecords {
    throw NoStream()
  }

  private struct NoStream: Error, CustomStringConvertible {
    let description = "There are no streams in memory."
  }
}
