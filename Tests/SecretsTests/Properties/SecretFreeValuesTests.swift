import Foundation
import Secrets
import Testing

@Suite("The values of logs without secrets")
struct SecretFreeValuesTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

  /// The samples of the repository, and others' logs where they are there.
  private static let files =
    files(in: ["Tests/Fixtures/streams", "rules"]) { file in
      ["log", "records"].contains(file.pathExtension) || file.lastPathComponent == "stream.ndjson"
    }
    + files(in: ["logs", "otlp", "sentry"].map { "../shared/data/\($0)" }) { file in
      ["0", "1", "json"].contains(file.pathExtension)
    }

  private static func files(in folders: [String], where isLog: (URL) -> Bool) -> [URL] {
    let all = folders.flatMap { folder in
      let files = FileManager.default.enumerator(
        at: root.appending(path: folder).standardizedFileURL,
        includingPropertiesForKeys: nil
      )
      return files?.allObjects as? [URL] ?? []
    }
    return all.filter(isLog).sorted { $0.path < $1.path }
  }

  /// Those of JSON; of a line of text, its words.
  @Test func `are hidden in fewer than one in a thousand`() throws {
    var (values, hidden) = (0, 0)
    for file in Self.files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let isDocument = Self.values(ofJSON: text) != nil
      for record in isDocument ? [text[...]] : text.split(separator: "\n") {
        let (found, marks) = Self.counts(of: String(record))
        values += found
        hidden += marks
        if marks > 0 { print("\(file.lastPathComponent): \(marks) of \(found): \(record.prefix(300))") }
      }
    }
    print("secrets: \(hidden) of \(values) values hidden in logs without secrets")
    #expect(values > 5_000 && hidden * 1_000 < values)
  }

  private static func counts(of record: String) -> (values: Int, hidden: Int) {
    let redactor = Redactor(isOn: true)
    let ofJSON = values(ofJSON: record)
    let shown = ofJSON == nil ? redactor.text(record) : redactor.json(record)
    return (ofJSON ?? record.split(separator: " ").count, marks(in: shown) - marks(in: record))
  }

  private static func marks(in text: String) -> Int {
    text.split(separator: "[redacted]", omittingEmptySubsequences: false).count
  }

  /// Nil if it is not an object or list.
  private static func values(ofJSON text: String) -> Int? {
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else { return nil }
    return count(value)
  }

  private static func count(_ value: Any) -> Int {
    switch value {
    case let object as [String: Any]: object.values.reduce(0) { $0 + count($1) }
    case let list as [Any]: list.reduce(0) { $0 + count($1) }
    default: 1
    }
  }
}
