import ErrorHandling
import Foundation
import SwiftErrors
import Synchronization

/// Recorded errors for `errctl replay`, and resolutions as from `errctl replay --resolutions`: one per line, ordered by
/// the resolutions' numbers.
final class Recording: Sendable {
  private struct Files {
    let records: FileHandle
    let resolutions: FileHandle
    /// The number of the next line, and the lines that arrived too early.
    var next: UInt64 = 1
    var early: [UInt64: (record: [UInt8], resolution: String)] = [:]
  }

  private let files: Mutex<Files>
  private let policy: RecordingPolicy

  init(in folder: URL, policy: RecordingPolicy) throws {
    func open(_ name: String) throws -> FileHandle {
      let file = folder.appending(path: name)
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    }
    files = Mutex(Files(records: try open("recording.ndjson"), resolutions: try open("resolutions.ndjson")))
    self.policy = policy
  }

  func add(_ observation: ChainObservation) {
    guard let error = observation.error else { return }
    let record = RecordedError(error, observation.occurrence, policy: policy).line
    files.withLock { files in
      files.early[observation.resolution.ordinal] = (record, observation.resolution.json)
      while let (record, resolution) = files.early.removeValue(forKey: files.next) {
        try? files.records.write(contentsOf: record)
        try? files.resolutions.write(contentsOf: Data((resolution + "\n").utf8))
        files.next += 1
      }
    }
  }
}
