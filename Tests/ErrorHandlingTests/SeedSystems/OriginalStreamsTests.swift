import ErrorResponder
import Foundation
import RuleEngine
import SwiftErrors
import TestSupport
import Testing

/// What the recorder writes of the originals' Swift values is what their streams and cases are made of, and a running chain
/// decides each value as a replay decides its record.
@Suite("The originals' streams")
struct OriginalStreamsTests {
  static let originals = [
    "error-responder", "hierarchy-responder", "swift-error-handler", "swift-error-handler-5.0.0",
    "workable-error-handler",
  ]

  /// Lines that no recorder of ours can have written: documents with a member of the wrong type, which no `Problem` has.
  static let foreign = [
    "error-responder/all-five-members-as-there.case": 2, "error-responder/as-lenient-as-the-rfc.case": 1,
  ]

  /// `UPDATE_GOLDENS=1` writes each line as the recorder does, and still fails. A new line may name as little of an error as
  /// tells it from the others: `{"origin":"page","type":"App.ThrownError","case":"e1"}`. The words of some errors are the
  /// system's: these are Linux's.
  @Test(.enabled(if: RecordedError.Platform.current == .linux), arguments: originals)
  func `each record is one that the recorder writes of a Swift value`(original: String) throws {
    let rewrites = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
    for file in try StreamFile.all(of: original) {
      var lines = file.lines
      var foreign = 0
      for index in file.stream {
        let line = try RecordedLine(lines[index])
        guard !line.isEvent else { continue }
        guard line.type != nil else {
          foreign += 1
          continue
        }
        let written = line.candidates.map { line.recorded($0) }
        guard !written.contains(lines[index]) else { continue }
        Issue.record("\(file.name):\(index + 1): the recorder writes \(written.first ?? "nothing like it")")
        if rewrites, let first = written.first { lines[index] = first }
      }
      #expect(foreign == Self.foreign[file.name, default: 0], "\(file.name)")
      if lines != file.lines { try Data(lines.joined(separator: "\n").utf8).write(to: file.url) }
    }
  }

  @Test(.enabled(if: RecordedError.Platform.current == .linux), arguments: originals)
  func `a running chain decides the values as a replay decides their records`(original: String) throws {
    var decided = 0
    // A replay has answers for custom matchers, and knows how long an alert is open that others join.
    for file in try StreamFile.all(of: original)
    where !["custom:", "coalesce:"].contains(where: { file.rules.contains($0) }) {
      var beside = try Beside(rules: file.rules)
      for index in file.stream {
        let line = try RecordedLine(file.lines[index])
        guard let error = line.candidates.first(where: { line.recorded($0) == file.lines[index] }) else {
          continue
        }
        _ = try beside.decide(error, line.occurrence, "\(file.name):\(index + 1)")
        decided += 1
      }
    }
    #expect(decided > 10)
  }
}

/// A file with a stream: a rule set's own, or a case's section.
private struct StreamFile {
  let name: String
  let url: URL
  let lines: [String]
  let stream: [Int]
  let rules: String

  static func all(of original: String) throws -> [StreamFile] {
    let root = Repository.root
    let set = root.appending(path: "rules/originals/\(original)")
    let cases = root.appending(path: "Tests/EndToEnd/SeedSystems/\(original)")
    let names = try FileManager.default.contentsOfDirectory(atPath: cases.path).filter {
      $0.hasSuffix(".case")
    }
    return try [StreamFile(original, set.appending(path: "stream.ndjson"))]
      + names.sorted().map { try StreamFile(original, cases.appending(path: $0)) }
  }

  private init(_ original: String, _ url: URL) throws {
    self.url = url
    name = "\(original)/\(url.lastPathComponent)"
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    var path = url.pathExtension == "case" ? nil : "rules/originals/\(original)/rules.yaml"
    var section = path == nil ? "" : "stream"
    var (stream, rules): ([Int], [String]) = ([], [])
    for (index, line) in lines.enumerated() where !line.isEmpty {
      if line.hasPrefix("=== ") {
        let words = line.split(separator: " ")
        section = String(words[1])
        if words.count > 2 { path = String(words[2]) }
      } else if section == "stream" {
        stream.append(index)
      } else if section == "rules" {
        rules.append(line)
      }
    }
    self.stream = stream
    if let path {
      self.rules = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    } else {
      self.rules = rules.joined(separator: "\n")
    }
  }
}

/// A line of a stream: what it says of the occurrence, and what of the error.
private struct RecordedLine {
  private static let occurrenceMembers: Set = [
    "time", "id", "origin", "operation", "attempt", "answers", "attributes", "platform",
  ]
  private static let known = OriginalErrors.all.map { error in
    (error, RecordedError(error, policy: OriginalErrors.policy).json)
  }

  private struct Documented: Decodable {
    let problem: Problem?
  }

  private let object: JSONValue
  private let problem: Problem?

  init(_ line: String) throws {
    object = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
    problem = try JSONDecoder().decode(Documented.self, from: Data(line.utf8)).problem
  }

  var isEvent: Bool { object["event"] != nil }
  var type: String? { object["type"]?.string }

  var occurrence: ErrorOccurrence {
    ErrorOccurrence(
      time: object["time"]?.string.flatMap { Self.time($0) },
      id: object["id"]?.string,
      origin: object["origin"]?.string,
      operation: object["operation"]?.string,
      attempt: object["attempt"]?.integer.map { Int($0) },
      answers: object["answers"]?.elements ?? [],
      attributes: Dictionary(
        uniqueKeysWithValues: (object["attributes"]?.members ?? []).map { ($0.key, $0.value) }
      )
    )
  }

  /// The values that have whatever the line says of its error. A document and an NSError are made of what it says.
  var candidates: [any Error] {
    if type == "ErrorResponder.Refusal" {
      return problem.map { [Refusal($0)] } ?? []
    }
    if type == "Foundation.NSError" {
      var userInfo: [String: Any] = [:]
      if let message = object["message"]?.string { userInfo[NSLocalizedDescriptionKey] = message }
      return [
        NSError(
          domain: object["domain"]?.string ?? "",
          code: Int(object["code"]?.integer ?? 0),
          userInfo: userInfo
        )
      ]
    }
    let own = (object.members ?? []).filter { !Self.occurrenceMembers.contains($0.key) }
    return Self.known.filter { _, json in own.allSatisfy { Self.covers(json[$0.key], $0.value) } }.map(\.0)
  }

  func recorded(_ error: any Error) -> String {
    let line = RecordedError(error, occurrence, policy: OriginalErrors.policy).line
    return String(decoding: line.dropLast(), as: UTF8.self)
  }

  private static func covers(_ value: JSONValue?, _ part: JSONValue) -> Bool {
    guard let value else { return false }
    if let parts = part.members { return parts.allSatisfy { covers(value[$0.key], $0.value) } }
    guard let parts = part.elements else { return value == part }
    guard let elements = value.elements, elements.count == parts.count else { return false }
    return zip(elements, parts).allSatisfy { covers($0, $1) }
  }

  private static func time(_ text: String) -> Date? {
    let whole = Date.ISO8601FormatStyle()
    let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? fraction.parse(text)) ?? (try? whole.parse(text))
  }
}
