import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import SystemPackage
import TestSupport
import Testing
import Counting

/// A log that is appended to, truncated and rotated while it is followed, with the lines written and those
/// that may be lost.
private final class WrittenLog {
  private let path: String
  private var random: SeededRandom
  private var open: FileDescriptor?
  private var number = 0
  /// The rest of an incomplete line.
  private var rest: [UInt8]?
  /// The complete records written to each generation, the current one last.
  private var generations: [[Int]] = [[]]
  private(set) var written = 0
  /// Records that were overwritten or deleted, possibly before they were read.
  private(set) var endangered: Set<Int> = []
  /// Records that were never completed.
  private(set) var unfinished: Set<Int> = []
  private let truncates: Bool

  init(_ path: String, seed: UInt64) throws {
    self.path = path
    random = SeededRandom(seed: seed)
    truncates = seed % 3 != 0
    open = try FileDescriptor.open(
      FilePath(path),
      .writeOnly,
      options: [.create, .append],
      permissions: .ownerReadWrite
    )
  }

  deinit { try? open?.close() }

  func step() throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: try rotate()
    case 1 where truncates: try truncate()
    case 2...4: try begin()
    default: try append()
    }
  }

  private func line(_ number: Int) -> [UInt8] {
    let padding = String(repeating: "x", count: Int.random(in: 0..<40, using: &random))
    return Array("{\"type\":\"E\",\"id\":\"\(number)\",\"message\":\"\(padding)\"}\n".utf8)
  }

  private func write(_ bytes: [UInt8]) throws {
    if open == nil {
      open = try .open(FilePath(path), .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
    }
    _ = try open?.writeAll(bytes)
  }

  private func append() throws {
    if let rest {
      try write(rest)
      self.rest = nil
      generations[generations.count - 1].append(number)
      written = number
      return
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      number += 1
      try write(line(number))
      generations[generations.count - 1].append(number)
      written = number
    }
  }

  /// Writes a line without its end.
  private func begin() throws {
    guard rest == nil else { return try append() }
    number += 1
    let bytes = line(number)
    let cut = Int.random(in: 1..<bytes.count, using: &random)
    try write(Array(bytes[..<cut]))
    rest = Array(bytes[cut...])
  }

  private func truncate() throws {
    endangered.formUnion(generations[generations.count - 1])
    generations[generations.count - 1] = []
    try FileDescriptor.open(
      FilePath(path),
      .writeOnly,
      options: [.create, .truncate],
      permissions: .ownerReadWrite
    )
    .close()
    try leaveOpenLine()
  }

  private func rotate() throws {
    guard open != nil else { return }
    for index in stride(from: 3, through: 1, by: -1) {
      _ = rename("\(path).\(index)", "\(path).\(index + 1)")
    }
    rename(path, "\(path).1")
    if unlink("\(path).4") == 0, generations.count >= 4 {
      endangered.formUnion(generations[generations.count - 4])
    }
    try open?.close()
    open = nil
    generations.append([])
    try leaveOpenLine()
    // Now or with the next line.
    if Bool.random(using: &random) { try write([]) }
  }

  /// Drops the rest of an incomplete line in a deleted file: it arrives later as a fragment, or never.
  private func leaveOpenLine() throws {
    guard let rest else { return }
    self.rest = nil
    unfinished.insert(number)
    if Bool.random(using: &random) { try write(rest) }
  }
}

struct ReplayerFollowingTests {
  /// Set `ERRCTL_FOLLOW_SCHEDULES` for more.
  private static let schedules =
    ProcessInfo.processInfo.environment["ERRCTL_FOLLOW_SCHEDULES"].flatMap { Int($0) }
    ?? (Scale.isSanitized ? 30 : Scale.of(1_000, quick: 40))

  @Test("However a log is appended to, truncated and rotated, no line is lost or read twice")
  func schedules() throws {
    let replays = try Replays(
      rules: "version: 1\nresponders: [ { id: app, rules: [ { id: all, then: cancel } ] } ]"
    )
    for seed in 0..<UInt64(Self.schedules) { try follow(replays, seed) }
  }

  private func follow(_ replays: Replays, _ seed: UInt64) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "errctl-follow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "app.log").path
    let log = try WrittenLog(path, seed: seed)
    let output = Collected()
    var options = replays.options
    options.chunkSize = [16, 64, 1 << 12][Int(seed % 3)]
    var random = SeededRandom(seed: seed + 1_000_000)
    var looks = 12
    let replayer = Replayer(replays.chain, options, output: output, rejects: nil) { _ in true }
    var fault: (any Error)?
    let summary = try replayer.follow(
      [Replayer.Stream(name: "app.log", source: .file(FilePath(path)))],
      receive: { _ in },
      wait: {
        do {
          for _ in 0..<Int.random(in: 0...3, using: &random) { try log.step() }
        } catch {
          fault = error
        }
        looks -= 1
        return looks > 0
      }
    )
    #expect(fault == nil)
    let read = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.split(separator: "\"").dropFirst(3).first.flatMap { Int($0) }
    }
    let lineCounts = summary.lineCounts
    #expect(lineCounts.addsUp, "seed \(seed)")
    #expect(lineCounts.records == read.count, "seed \(seed)")
    #expect(read == read.sorted() && Set(read).count == read.count, "seed \(seed): \(read)")
    let seen = Set(read)
    let missing = (1...max(1, log.written)).filter { !seen.contains($0) && $0 <= log.written }
    // A line that was never completed does not count.
    let lost = missing.filter { !log.endangered.contains($0) && !log.unfinished.contains($0) }
    #expect(lost.isEmpty, "seed \(seed): lost \(lost), read \(read)")
    #expect(
      lineCounts.lines == lineCounts.records + lineCounts.malformed + lineCounts.truncated + lineCounts.blank,
      "seed \(seed)"
    )
  }

  @Test("A followed stream gives the same result as one read at once, however it arrives")
  func aPieceAtATime() async throws {
    let replays = try Replays()
    let stream = RandomStream(seed: 7, lines: 120).bytes
    let (_, expected) = try await replays.run([stream], jobs: 1, chunkSize: 1 << 20)
    let folder = try StreamFolder([[]])
    defer { folder.remove() }
    guard case .file(let path) = folder.streams[0].source else { return }
    let writer = try FileDescriptor.open(path, .writeOnly, options: .append)
    defer { try? writer.close() }
    let (output, rejects) = (Collected(), Collected())
    let replayer = Replayer(replays.chain, replays.options, output: output, rejects: rejects) { _ in true }
    var written = 0
    let summary = try replayer.follow(folder.streams, receive: { _ in }) {
      guard written < stream.count else { return false }
      let end = min(stream.count, written + 1 + (written * 7) % 97)
      _ = try? writer.writeAll(stream[written..<end])
      written = end
      return true
    }
    #expect(output.bytes == expected.resolutions)
    #expect(rejects.bytes == expected.rejects)
    #expect(ReplayJSON.text(of: summary, rules: "rules.yaml") == expected.json)
  }

  @Test("A log ends after it was rotated empty more than once without a new file at its path")
  func emptyGenerations() throws {
    let replays = try Replays()
    let folder = try StreamFolder([Array("{\"type\":\"E\"}\n".utf8)])
    defer { folder.remove() }
    guard case .file(let path) = folder.streams[0].source else { return }
    let replayer = Replayer(replays.chain, replays.options, output: nil, rejects: nil) { _ in true }
    let summary = try replayer.follow(folder.streams, receive: { _ in }) {
      rename(path.string, "\(path.string).3")
      for generation in 1...2 {
        try? FileDescriptor.open(
          FilePath("\(path.string).\(generation)"),
          .writeOnly,
          options: .create,
          permissions: .ownerReadWrite
        )
        .close()
      }
      return false
    }
    #expect(summary.lineCounts.records == 1 && summary.lineCounts.addsUp)
  }

  @Test("A stack trace split by a rotation, or arriving in pieces, is one record")
  func cutTraces() throws {
    var replays = try Replays()
    replays.options.input = .detected(.init())
    replays.options.limits = Limits()
    let trace = [
      "2026-11-21 01:41:20,001 ERROR [main] com.shop.Pay - first\n", "com.shop.Timeout: late\n",
      "\tat com.shop.Pay.charge(Pay.java:12)\n", "Caused by: java.net.Connect", "Exception: refused\n",
      "\tat java.net.Socket.connect(Socket.java:1)\n",
      "2026-11-21 01:41:21,000 ERROR [main] com.shop.Pay - second\n",
    ]
    for rotated in 0...trace.count {
      let folder = try StreamFolder([[]])
      defer { folder.remove() }
      guard case .file(let path) = folder.streams[0].source else { return }
      let output = Collected()
      let replayer = Replayer(replays.chain, replays.options, output: output, rejects: nil) { _ in true }
      var look = 0
      let summary = try replayer.follow(folder.streams, receive: { _ in }) {
        // No line continues in the next file: the rotation happens between lines.
        if look == rotated, look != 4 { rename(path.string, "\(path.string).1") }
        guard look < trace.count else { return false }
        let writer = try? FileDescriptor.open(
          path,
          .writeOnly,
          options: [.create, .append],
          permissions: .ownerReadWrite
        )
        _ = try? writer?.writeAll(trace[look].utf8)
        try? writer?.close()
        look += 1
        return true
      }
      #expect(
        summary.lineCounts.addsUp && summary.lineCounts.malformed == 0,
        "rotated before piece \(rotated)"
      )
      #expect(summary.lineCounts.records == 2, "rotated before piece \(rotated)")
      #expect(summary.lineCounts.continued == 4, "rotated before piece \(rotated)")
      #expect(summary.sources.map { $0.format } == ["java-text"])
    }
  }

  @Test("A stream of unknown format waits for the line that identifies it")
  func detectionWaits() throws {
    var replays = try Replays()
    replays.options.input = .detected(.init())
    let folder = try StreamFolder([Array("starting up\n".utf8)])
    defer { folder.remove() }
    guard case .file(let path) = folder.streams[0].source else { return }
    let output = Collected()
    let replayer = Replayer(replays.chain, replays.options, output: output, rejects: nil) { _ in true }
    var looks = 0
    let summary = try replayer.follow(folder.streams, receive: { _ in }) {
      looks += 1
      if looks == 2, let writer = try? FileDescriptor.open(path, .writeOnly, options: .append) {
        let line = #"{"level":50,"time":1700000000000,"pid":1,"hostname":"h","msg":"broken"}"#
        _ = try? writer.writeAll((line + "\n").utf8)
        try? writer.close()
      }
      return looks < 4
    }
    #expect(summary.sources.map { $0.format } == ["pino"])
    #expect(summary.lineCounts.records == 1 && summary.lineCounts.malformed == 1)
  }
}
