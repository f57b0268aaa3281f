internal import Records
import Replay
internal import Bytes
internal import Engine
internal import Source
internal import Shards

/// Keeps the texts of a rule file and of its imports as they are read, for a partial result.
final class RecordedRules: Sendable {
  private let recorded = Lock(RuleSources())
  private let noted = Lock<StateNeeds?>(nil)

  /// - Parameters:
  ///   - name: in findings.
  ///   - shown: as on the command line.
  func begin(name: String, shown: String, _ bytes: [UInt8]) {
    recorded.withLock { $0 = RuleSources(name: name, shown: shown, bytes: bytes) }
  }

  func imports(_ files: any ImportReader) -> any ImportReader { RecordedImports(files: files, rules: self) }

  func note(_ compilation: RuleSet.Compilation) {
    noted.withLock { $0 = compilation.program.map { StateNeeds($0) } }
  }

  /// The fields by whose values records have to meet; none if all have to, or none.
  var meetingFields: [Subject] {
    if case .by(let fields)? = noted.withLock({ $0 })?.meeting { fields } else { [] }
  }

  var sources: RuleSources { recorded.withLock { $0 } }

  fileprivate func add(_ file: ImportedFile, at path: String, from importer: String) {
    recorded.withLock { $0.add(file, at: path, from: importer) }
  }

  fileprivate func add(_ file: ImportedFile, _ bytes: [UInt8]) {
    recorded.withLock { $0.add(file, bytes) }
  }
}

private struct RecordedImports: ImportReader {
  let files: any ImportReader
  let rules: RecordedRules

  var entry: String { files.entry }

  func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
    let file = try files.find(path, from: importer)
    rules.add(file, at: path, from: importer)
    return file
  }

  func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] {
    let bytes = try files.read(file)
    rules.add(file, bytes)
    return bytes
  }
}
