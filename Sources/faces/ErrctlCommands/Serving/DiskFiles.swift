import ErrorStreams
import LanguageServer
import Replay
internal import Bytes
internal import Source
import Suites
import SystemPackage

/// The files of this machine, for the language server.
struct DiskFiles: FileSystem {
  private let kept = KeptFiles()

  func resolve(_ path: String) throws(ImportFault) -> String {
    do throws(Errno) {
      return try FileImports.resolved(path)
    } catch {
      throw FileImports.fault(error)
    }
  }

  func isFolder(_ path: String) -> Bool? {
    guard let kind = try? FileKind(of: path) else { return nil }
    return kind.isFolder ? true : kind.isRegular ? false : nil
  }

  func read(_ path: String, limit: Int) throws(ImportFault) -> [UInt8] {
    guard isFolder(path) == false else { throw .isUnreadable("it is not a regular file") }
    do throws(Errno) {
      return try InputFile.contents(of: path, limit: limit)
    } catch {
      throw FileImports.fault(error)
    }
  }

  func names(in folder: String) -> [String] { FolderNames.names(in: folder) ?? [] }

  func stamp(of path: String) -> String? { FileKind.state(of: path).map { "\($0)" } }

  func streams(_ names: [String]) -> (paths: [String], failures: [String]) {
    let found = StreamPaths(names)
    let missing = found.paths.compactMap { path -> String? in
      do throws(Errno) {
        // Opening a pipe would block.
        return try FileKind(of: path).isRegular ? nil : "\(path): This is not a regular file."
      } catch {
        return "\(path): \(InputFile.reason(error))"
      }
    }
    return (found.paths, found.failures + missing)
  }

  func stream(at path: String) -> Replayer.Stream {
    Replayer.Stream(name: path, source: .file(FilePath(path)))
  }

  func reason(_ failure: Replayer.Failure) -> String { StreamFiles.message(failure) }

  func file(_ path: String, in revision: String, limits: Limits) throws -> RevisedFile {
    do {
      let file = try RevisionFile(path, in: revision)
      return RevisedFile(
        name: "\(revision):\(file.path)", bytes: try file.contents(limit: limits.ruleFileBytes),
        imports: RevisionImports(file, limits: limits))
    } catch let failure as CommandFailure {
      throw NoRevision(description: failure.messages.joined(separator: " "))
    }
  }

  private struct NoRevision: Error, CustomStringConvertible {
    let description: String
  }

  func keep(_ text: String, as name: String) -> String? { kept.write(text.utf8, name) }

  /// Removes what was kept.
  func end() { kept.remove() }

  func records(_ wanted: Set<String>, in path: String, limits: Limits) throws -> FoundRecords {
    do {
      let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
      defer { try? descriptor.close() }
      return try FoundRecords(wanted, in: descriptor, named: path, limits: limits)
    } catch FoundRecords.Failure.unreadable(let errno) {
      throw UnreadableStream(path: path, reason: InputFile.reason(errno))
    } catch {
      throw UnreadableStream(path: path, reason: InputFile.reason(error))
    }
  }

  private struct UnreadableStream: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason)" }
  }
}
