import ErrorStreams
import Foundation
import JSONRPC
import LanguageServer
import Replay
import RuleEngine
import Suites
import SystemPackage

/// A folder on the disk, removed with the test.
final class TestFolder: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "errctl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard let path = realpath(folder.path, nil) else { throw CocoaError(.fileNoSuchFile) }
    defer { free(path) }
    self.path = String(cString: path)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  func text(_ name: String) -> String? {
    try? String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// The files of this machine, for tests.
struct TestDisk: FileSystem {
  func resolve(_ path: String) throws(ImportFault) -> String {
    guard let resolved = realpath(path, nil) else { throw .isMissing }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  func isFolder(_ path: String) -> Bool? {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
  }

  func read(_ path: String, limit: Int) throws(ImportFault) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .isMissing }
    return Array(data.prefix(limit + 1))
  }

  func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  func stamp(of path: String) -> String? {
    FileManager.default.contents(atPath: path).map { "\($0.hashValue)" }
  }

  func streams(_ names: [String]) -> (paths: [String], failures: [String]) {
    (names, names.filter { isFolder($0) != false }.map { "\($0): The file does not exist." })
  }

  func stream(at path: String) -> Replayer.Stream {
    Replayer.Stream(name: path, source: .file(FilePath(path)))
  }

  func reason(_ failure: Replayer.Failure) -> String { "\(failure)" }

  /// Of a folder `revisions` beside the file, with a folder for each.
  func file(_ path: String, in revision: String, limits: Limits) throws -> RevisedFile {
    let file = URL(filePath: path)
    let old = file.deletingLastPathComponent().appending(
      path: "revisions/\(revision)/\(file.lastPathComponent)"
    )
    let bytes = try Data(contentsOf: old)
    return RevisedFile(name: "\(revision):\(path)", bytes: Array(bytes), imports: NoImports(entry: path))
  }

  private struct NoImports: ImportReader {
    let entry: String
    func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile { throw .isMissing }
    func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] { throw .isMissing }
  }

  func keep(_ text: String, as name: String) -> String? { nil }

  func records(_ wanted: Set<String>, in path: String, limits: Limits) throws -> FoundRecords {
    throw ImportFault.isMissing
  }
}
