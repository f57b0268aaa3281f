import ErrorStreams
import Foundation
import Inspection
import RuleEngine
import SystemPackage
import TestSupport

/// A stream of bytes read as records, from a file.
struct ReadStream {
  var format = ""
  var records: [String] = []
  var counts = ChunkDecoder.Counts()
  var rejected: [ChunkDecoder.Rejected] = []
  var hasNoLevels = false
  var fault: StreamFault?
  var guess: MappingGuess?
  var draft: MappingGuess?

  init(
    _ bytes: [UInt8],
    input: StreamInput = .detected(FormatTable()),
    limits: Limits = Limits(),
    times: TimeDefaults = TimeDefaults(),
    changed: Date? = nil,
    isToDraft: Bool = false
  ) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "errctl-stream-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    if let changed {
      try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: file.path)
    }
    try self.init(file, input: input, limits: limits, times: times, isToDraft: isToDraft)
  }

  init(
    _ file: URL,
    input: StreamInput = .detected(FormatTable()),
    limits: Limits = Limits(),
    times: TimeDefaults = TimeDefaults(),
    isToDraft: Bool = false
  ) throws {
    let descriptor = try FileDescriptor.open(FilePath(file.path), .readOnly)
    defer { try? descriptor.close() }
    var lines: [String] = []
    let inspection = try StreamInspection(
      descriptor,
      input: input,
      limits: limits,
      times: times,
      samples: 0,
      isToDraft: isToDraft
    ) {
      lines.append(String($0))
    }
    format = inspection.format
    records = lines
    counts = inspection.counts
    rejected = inspection.rejected
    hasNoLevels = inspection.hasNoLevels
    fault = inspection.fault
    guess = inspection.guess
    draft = inspection.draft
  }

  /// Where the tests' fixtures are.
  static var fixtures: URL {
    Repository.root.appending(path: "Tests/Fixtures/streams")
  }
}
