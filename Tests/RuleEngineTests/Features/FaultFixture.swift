import Foundation
import RuleEngine
import TestSupport
import Testing

/// A rule file with one fault, in YAML and in JSON, and the expected finding.
///
/// `NAME.yaml` and `NAME.json` mean the same; if a fault is possible in only one of them, the other is
/// missing. `NAME.expected` has a block for each: position, severity and code of the finding; the text at
/// that position; the message; related positions. Files that fixtures import are in the folder `imported`.
struct FaultFixture: CustomTestStringConvertible {
  let name: String

  static let folder = Repository.root.appending(path: "Tests/RuleEngineTests/Faults")

  /// Every fixture, in alphabetical order.
  static let all: [FaultFixture] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".expected") }.sorted()
      .map { FaultFixture(name: String($0.dropLast(".expected".count))) }
  }()

  /// The files of every fixture, to compile or to mutate.
  static func sources(ending: String) -> [[UInt8]] {
    all.compactMap { $0.bytes(ending) }
  }

  var testDescription: String { name }

  /// The fixture's file extensions.
  var endings: [String] { ["yaml", "json"].filter { bytes($0) != nil } }

  func bytes(_ ending: String) -> [UInt8]? {
    (try? Data(contentsOf: Self.folder.appending(path: "\(name).\(ending)"))).map { Array($0) }
  }

  var expected: String {
    bytes("expected").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func compile(_ ending: String) -> RuleSet.Compilation {
    Self.compile("\(name).\(ending)", bytes(ending) ?? [])
  }

  /// Compiles a file that may import the fixtures' imports.
  static func compile(_ entry: String, _ bytes: [UInt8]) -> RuleSet.Compilation {
    var files = imported
    files[entry] = bytes
    return MemoryFiles(entry: entry, files).compile()
  }

  private static let imported: [String: [UInt8]] = {
    let place = folder.appending(path: "imported")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: place.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in
        (try? Data(contentsOf: place.appending(path: path))).map { ("imported/\(path)", Array($0)) }
      }
    )
  }()

  /// The engine's findings in the form of the expectations.
  func found() -> String {
    endings.map { ending in
      compile(ending).diagnostics.map { "\(ending) " + lines(of: $0) }.joined()
    }.joined()
  }

  /// Replaces the expectations by the findings, if `UPDATE_GOLDENS=1` is set.
  func update(with found: String) throws {
    guard ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" else { return }
    try Data(found.utf8).write(to: Self.folder.appending(path: "\(name).expected"))
    Issue.record("\(name).expected was rewritten; a run never blesses what it wrote.")
  }

  private func lines(of diagnostic: Diagnostic) -> String {
    var lines = ["\(place(diagnostic.range)) \(diagnostic.severity.rawValue) \(diagnostic.code)"]
    lines.append("  at   \(Self.excerpt(diagnostic.range))")
    lines.append("  says \(diagnostic.message)")
    for related in diagnostic.related {
      lines.append("  also \(place(related.range)) \(related.message): \(Self.excerpt(related.range))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func place(_ range: SourceRange) -> String {
    let file = range.file.name.hasPrefix("\(name).") ? "" : "\(range.file.name) "
    return "\(file)\(range.start.line):\(range.start.column)-\(range.end.line):\(range.end.column)"
  }

  /// The text of a range on one line.
  private static func excerpt(_ range: SourceRange) -> String {
    range.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
