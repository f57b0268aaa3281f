import ErrorStreams
import Foundation
import RuleEngine
import SystemPackage
import TestSupport
import Testing

@Suite("The line of an error that is taken apart from others is the line in the file where it begins")
struct PlacesOfErrorsTests {
  /// What several processes write at the same time, and the line in the file at which each error begins, by its number.
  private struct Log {
    var lines: [String] = []
    var beginnings: [Int: Int] = [:]

    /// Between one and five processes; their errors' lines come in any order, those of each process in its own.
    init(_ random: inout SeededRandom, _ form: Form) {
      var next = 0
      var waiting: [[(lines: [String], begins: Int?)]] = (0..<Int.random(in: 0..<5, using: &random) + 1).map {
        process in
        (0..<Int.random(in: 0..<4, using: &random) + 1).flatMap { _ in
          next += 1
          return form.error(next, process, Int.random(in: 0..<3, using: &random))
        }
      }
      while waiting.contains(where: { !$0.isEmpty }) {
        let process = Int.random(in: 0..<waiting.count, using: &random)
        // A process writes some lines at once, or another one of the log comes between.
        for _ in 0..<min(Int.random(in: 0..<6, using: &random), waiting[process].count) {
          let part = waiting[process].removeFirst()
          if let number = part.begins { beginnings[number] = lines.count + 1 }
          lines.append(contentsOf: part.lines)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
          lines.append(contentsOf: form.others(Int.random(in: 0..<3, using: &random)))
        }
      }
    }
  }

  enum Form: CaseIterable {
    case ranks, syslog

    /// The lines of an error whose message has its number; what is said of it in a log and the heading come at once.
    func error(_ number: Int, _ process: Int, _ depth: Int) -> [(lines: [String], begins: Int?)] {
      let frames = (0...depth).flatMap {
        [#"  File "/srv/a.py", line \#($0), in load"#, "    return rows[7]"]
      }
      let heading = "Traceback (most recent call last):"
      let rest = frames + ["ValueError: bad batch \(number)"]
      let (prefix, beginning) =
        switch self {
        case .ranks: ("[rank\(process)]: ", [heading])
        case .syslog:
          ("Nov 22 06:30:23 vm pay[\(process + 100)]: ", ["ERROR shop: charge \(number) failed", heading])
        }
      return [(beginning.map { prefix + $0 }, number)] + rest.map { ([prefix + $0], nil) }
    }

    /// Lines of the same log, or of none.
    func others(_ count: Int) -> [String] {
      switch self {
      case .ranks: ["2026-11-27 23:24:27,354 INFO shop: fine"] + Array(repeating: "epoch 7", count: count)
      case .syslog: ["Nov 22 06:30:23 vm cron[7]: done"] + Array(repeating: "", count: count)
      }
    }
  }

  private static let table = FormatTable()

  /// The number of the line of each error, by its number, read in chunks of a size.
  private func places(in lines: [String], chunkSize: Int) throws -> [Int: Int] {
    let file = FileManager.default.temporaryDirectory.appending(path: "errctl-places-\(UUID().uuidString)")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let descriptor = try FileDescriptor.open(FilePath(file.path), .readOnly)
    defer { try? descriptor.close() }
    var reader = StreamReader(
      descriptor,
      named: "log",
      input: .detected(Self.table),
      limits: Limits(),
      chunkSize: chunkSize
    )
    var chunk = Chunk()
    var decoder: ChunkDecoder?
    var before = 0
    var found: [Int: Int] = [:]
    while try reader.read(into: &chunk) {
      if decoder == nil { decoder = ChunkDecoder(reader.detection, Self.table, Limits()) }
      decoder?.decode(&chunk)
      for (record, place) in decoder?.recordLines ?? [] {
        guard let mark = String(record).firstMatch(of: #/bad batch (\d+)/#), let number = Int(mark.1) else {
          continue
        }
        #expect(found[number] == nil)
        found[number] = before + place.line
      }
      for line in decoder?.rejected ?? [] {
        let text = lines[before + line.line - 1]
        #expect(text == "epoch 7", "line \(before + line.line) is rejected: \(text)")
      }
      before += decoder?.counts.lines ?? 0
    }
    #expect(before == lines.count)
    return found
  }

  @Test("whatever the order of the lines and the sizes of chunks", arguments: Form.allCases)
  func lines(_ form: Form) throws {
    var random = SeededRandom(seed: 51)
    for _ in 0..<Scale.of(60, quick: 6) {
      let log = Log(&random, form)
      for size in [97, 1_021, 1 << 18] {
        #expect(try places(in: log.lines, chunkSize: size) == log.beginnings)
      }
    }
  }
}
