import Checks
import Edits
import Foundation
import RuleEngine
import SystemPackage
import TestSupport
import Testing

/// `Fixes/NAME.before.yaml` becomes `Fixes/NAME.after.yaml`: what a reviewer would see of each patch.
@Suite("Each patch", .enabled(if: YAMLEvents.isSupported))
struct FixGoldenTests {
  static let folder = Repository.root.appending(path: "Tests/ChecksTests/Fixes")

  /// A check's code each, and files of what the language finds.
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".before.yaml") }.map { String($0.dropLast(".before.yaml".count)) }.sorted()

  static let codes = CodeList.pages.filter { $0.autoFix != nil }.map { $0.code }

  /// One check alone, so that what it does is seen; the language's own where the name is not a check's.
  static func fixed(_ text: String, _ name: String) throws -> FixRounds {
    var settings = CheckSettings()
    if CodeList.isCheck(name) { settings.levels[name] = .warning }
    return try FixRounds(mayChange: { _ in true }) { texts throws -> [Diagnostic] in
      let compilation = RuleSet.compile(name: "rules.yaml", bytes: texts["rules.yaml"] ?? Array(text.utf8))
      let stream = try FileDescriptor.open(FilePath(folder.path + "/stream.ndjson"), .readOnly)
      let observations = try stream.closeAfter {
        try StreamObservations(compilation, streams: [stream], limits: Limits())
      }
      let findings = CheckRun(settings: settings).findings(of: compilation, stream: observations)
      return findings.filter { $0.code == name || $0.severity == .error }
    }
  }

  @Test("has a golden, and every golden belongs to a documented patch")
  func eachIsShown() {
    #expect(Self.codes.filter { !Self.names.contains($0) } == [])
    #expect(Self.names.filter { !Self.codes.contains($0) && CodeList.isCheck($0) } == [])
    #expect(Self.codes.count >= 12)
  }

  @Test(
    "matches its golden, is idempotent, and keeps all comments outside of the removed text",
    arguments: names
  )
  func isAsShown(_ name: String) throws {
    let before = try String(contentsOf: Self.folder.appending(path: "\(name).before.yaml"), encoding: .utf8)
    let rounds = try Self.fixed(before, name)
    let after = String(decoding: try #require(rounds.changed["rules.yaml"]), as: UTF8.self)
    #expect(try Self.fixed(after, name).changed.isEmpty, "\(after)")
    let golden = Self.folder.appending(path: "\(name).after.yaml")
    guard (try? String(contentsOf: golden, encoding: .utf8)) != after else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(after.utf8).write(to: golden)
      Issue.record("\(name).after.yaml was rewritten; a run never blesses what it wrote.")
    } else {
      Issue.record(
        "\(name).before.yaml becomes another file; UPDATE_GOLDENS=1 rewrites its golden:\n\(after)"
      )
    }
  }
}
