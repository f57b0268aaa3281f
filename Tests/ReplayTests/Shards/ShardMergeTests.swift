import Foundation
import Replay
import ReplaySupport
import Reports
import RuleEngine
import SystemPackage
import TestSupport
import Testing
import Counting
import Shards

@Suite("Partial results of shards")
struct ShardMergeTests {
  /// A stream cut into shards at random, merged in random groups, some of its records evaluated in parts.
  private struct Cut {
    let chain: ResponderChain
    let program: RuleProgram
    var options: ReplayOptions
    let folder: URL
    var random: SeededRandom

    init(_ compilation: RuleSet.Compilation, _ options: ReplayOptions, seed: UInt64) throws {
      chain = try #require(compilation.chain)
      program = try #require(compilation.program)
      self.options = options
      random = SeededRandom(seed: seed)
      folder = FileManager.default.temporaryDirectory.appending(path: "errctl-shards-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    mutating func shards(of lines: [Data], _ count: Int) async throws -> [[UInt8]] {
      var cuts = (0..<(count - 1)).map { _ in Int.random(in: 0...lines.count, using: &random) }.sorted()
      cuts = [0] + cuts + [lines.count]
      var results: [[UInt8]] = []
      for (place, (start, end)) in zip(cuts, cuts.dropFirst()).enumerated() {
        let file = folder.appending(path: "shard")
        try Data(lines[start..<end].joined()).write(to: file)
        results.append(try await partial(of: file, place))
      }
      return results.shuffled(using: &random)
    }

    private mutating func partial(of file: URL, _ place: Int) async throws -> [UInt8] {
      var options = options
      options.meetingFields = []
      options.jobs = Int.random(in: 1...3, using: &random)
      options.chunkSize = [300, 4_000, 1 << 18].randomElement(using: &random) ?? 300
      if case .by(let fields) = StateNeeds(program).meeting { options.meetingFields = fields }
      var totals = ShardTotals()
      totals.place = try #require(ShardPlace("\(place)"))
      let output = Collected()
      let replayer = Replayer(chain, options, output: nil, rejects: nil) { _ in true }
      let stream = Replayer.Stream(name: "stream 0", source: .file(FilePath(file.path)))
      _ = try #require(try await replayer.writePartial(of: [stream], PartialHead(), totals, to: output))
      return output.bytes
    }

    private func with<Answer>(_ results: [[UInt8]], _ body: (PartialSet) throws -> Answer) throws -> Answer {
      var set = PartialSet()
      var open: [FileDescriptor] = []
      defer { for descriptor in open { try? descriptor.close() } }
      for (index, bytes) in results.enumerated() {
        let file = folder.appending(path: "result")
        try Data(bytes).write(to: file)
        let descriptor = try FileDescriptor.open(FilePath(file.path), .readOnly)
        open.append(descriptor)
        // The descriptor keeps the file.
        try FileManager.default.removeItem(at: file)
        try set.add("\(index)", descriptor)
      }
      if let message = set.settle() { throw Unsettled(message: message) }
      return try body(set)
    }

    /// Merges some of the results, until few are left.
    mutating func grouped(_ results: [[UInt8]]) throws -> [[UInt8]] {
      var results = results
      while results.count > 2 {
        let some = (0..<Int.random(in: 2...3, using: &random)).map { _ in
          results.remove(at: Int.random(in: results.indices, using: &random))
        }
        results.append(try merged(some))
      }
      return results
    }

    func merged(_ results: [[UInt8]]) throws -> [UInt8] {
      let output = Collected()
      try with(results) { try $0.write(to: output) }
      return output.bytes
    }

    func parts(_ count: Int, of results: [[UInt8]]) throws -> [[UInt8]] {
      try (0..<count).map { index in
        let output = Collected()
        _ = try with(results) {
          try ShardMerge($0, chain, options).write(ShardPart(index: index, count: count), to: output)
        }
        return output.bytes
      }
    }

    func summary(of results: [[UInt8]]) throws -> Printed {
      let output = Collected()
      let summary = try with(results) { try ShardMerge($0, chain, options).summary(output: output) }
      return replayed(summary, output.bytes)
    }

    func whole(_ lines: [Data]) async throws -> Printed {
      var options = options
      options.jobs = 2
      options.chunkSize = 1_000
      let files = try StreamFolder([Array(lines.joined())])
      defer { files.remove() }
      let output = Collected()
      let summary = try await Replayer(chain, options, output: output, rejects: nil) { _ in true }.run(
        files.streams
      )
      return replayed(summary, output.bytes)
    }

    private func replayed(_ summary: ReplaySummary, _ resolutions: [UInt8]) -> Printed {
      let report = ReplayReport(summary, rules: "rules.yaml").report
      return Printed(
        resolutions: resolutions,
        text: ReportText(terminalStyle: TerminalStyle(isOn: false)).text(of: report),
        json: ReplayJSON.text(of: summary, rules: "rules.yaml"),
        figures: GateFigure.ofStreams.map { figure in
          ReplayFigures.values(summary)[figure].map { "\($0)" } ?? ""
        }
      )
    }
  }

  private struct Printed: Equatable {
    let resolutions: [UInt8]
    let text: String
    let json: String
    /// Those that are counted for gates alone.
    let figures: [String]
  }

  private struct Unsettled: Error { let message: String }

  private static func lines(_ bytes: [UInt8]) -> [Data] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Data($0 + [0x0A]) }
  }

  private static func options(_ seed: UInt64) -> ReplayOptions {
    var options = ReplayOptions()
    options.seed = seed
    options.wantsResolutions = true
    options.counting.kinds = .deciders
    options.counting.wantsDetail = true
    options.load = LoadOptions()
    options.counting.gateFields = GateFigure.ofStreams.compactMap { $0.field }
    if seed % 2 == 1 { options.load?.successRate = 0.5 }
    options.limits.recordBytes = RandomEverything.lineLimit
    if seed % 3 == 2 { options.textSize = 300 }
    return options
  }

  @Test("of rules with every feature merge to one replay of the whole, in any order and grouping")
  func everything() async throws {
    for seed in EverythingTests.seeds.prefix(Scale.of(12, quick: 2)) {
      var world = RandomEverything(seed: seed)
      let compilation = world.files(ending: "json").compile(registry: EverythingTests.registry(stub: nil))
      let lines = Self.lines(world.stream(records: 130))
      var cut = try Cut(compilation, Self.options(seed), seed: seed)
      defer { cut.remove() }
      let whole = try await cut.whole(lines)
      for count in [1, 3, 17] {
        let shards = try await cut.shards(of: lines, count)
        #expect(try cut.summary(of: shards) == whole, "seed \(seed), \(count) shards")
        #expect(try cut.summary(of: cut.grouped(shards)) == whole, "seed \(seed), \(count) shards in groups")
        let parts = try cut.parts(2, of: shards)
        #expect(try cut.summary(of: parts + shards) == whole, "seed \(seed), \(count) shards, in two parts")
        #expect(try cut.merged(shards) == cut.merged(shards.reversed()), "seed \(seed), in reverse")
      }
    }
  }

  private static let keyed = """
    version: 1
    breakers: { host: { when: { type: A }, atLeast: 3, within: 5s, stays: 2s, per: attributes.host } }
    responders:
      - id: app
        rules:
          - { id: down, when: { open: host }, then: cancel }
          - { id: often, when: { rate: { atLeast: 3, within: 20s, per: [ type, attributes.host ] } }, then: abort }
          - id: again
            when: { type: [ A, B ] }
            do: [ { log: again, throttle: { per: attributes.host, every: 5s } } ]
            then: { retry: { per: [ attributes.host, type ], maxAttempts: 4, within: 6s, deadline: 10s } }
          - { id: some, when: { type: Ask }, then: { retry: { per: attributes.host, maxAttempts: 9, quota: { retries: 2, within: 3s, per: attributes.host } } } }
        otherwise: { then: cancel }
    """

  @Test("of keyed rules merge to one replay if their records are evaluated in parts, by key")
  func parts() async throws {
    for seed in UInt64(0)..<UInt64(Scale.of(20, quick: 3)) {
      try await compareParts(Self.lines(StateStream(seed: seed, records: 200, hosts: 5).bytes), seed: seed)
    }
  }

  @Test("begin at the epoch in every part if the first record, of one part, has no time")
  func untimedBeginning() async throws {
    let hosts = ["h1", "h2", "h3", "h4", "h5"]
    let timed = [-18, -11, -4, 1].flatMap { time in
      hosts.map { #"{"type":"A","host":"\#($0)","time":\#(time)}"# }
    }
    let lines = [#"{"type":"A","host":"h0"}"#] + timed
    try await compareParts(Self.lines(Array(lines.joined(separator: "\n").utf8)), seed: 0)
  }

  private func compareParts(_ lines: [Data], seed: UInt64) async throws {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(Self.keyed.utf8))
    var cut = try Cut(compilation, Self.options(seed), seed: seed)
    defer { cut.remove() }
    guard case .by(let fields) = StateNeeds(cut.program).meeting else { throw Unsettled(message: "no key") }
    #expect(fields == [.attribute("host")])
    let whole = try await cut.whole(lines)
    let shards = try await cut.shards(of: lines, 4)
    for count in [1, 2, 7] {
      let parts = try cut.parts(count, of: shards.shuffled(using: &cut.random))
      #expect(try cut.summary(of: parts + shards) == whole, "seed \(seed), \(count) parts")
    }
  }

  /// A partial result of some shards, small enough to be damaged everywhere.
  private static func small(_ cut: inout Cut) async throws -> [UInt8] {
    let lines = lines(Array("{\"type\":\"A\",\"host\":\"x\"}\n{\"type\":\"B\",\"time\":1}\nno record\n".utf8))
    return try cut.merged(try await cut.shards(of: lines, 2))
  }

  @Test("that are cut off or changed anywhere are rejected")
  func damage() async throws {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(Self.keyed.utf8))
    var cut = try Cut(compilation, Self.options(0), seed: 1)
    defer { cut.remove() }
    let bytes = try await Self.small(&cut)
    let whole = try cut.summary(of: [bytes])
    for place in bytes.indices {
      #expect(throws: PartialFault.self, "cut at \(place)") { try cut.summary(of: [Array(bytes[..<place])]) }
      var changed = bytes
      changed[place] ^= 0x40
      #expect(throws: PartialFault.self, "changed at \(place)") { try cut.summary(of: [changed]) }
    }
    #expect(try cut.summary(of: [bytes]) == whole)
  }

  @Test("with contents that nobody wrote, but right checksums, end nowhere but in a message")
  func forgery() async throws {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(Self.keyed.utf8))
    var cut = try Cut(compilation, Self.options(0), seed: 2)
    defer { cut.remove() }
    let frames = try Frames(try await Self.small(&cut))
    var random = SeededRandom(seed: 3)
    var rejected = 0
    for (index, frame) in frames.frames.enumerated() {
      for place in frame.contents.indices {
        var forged = frames
        forged.frames[index].contents[place] = UInt8.random(in: 0...255, using: &random)
        do {
          _ = try cut.summary(of: [forged.bytes])
        } catch {
          rejected += 1
        }
      }
    }
    #expect(rejected > 100)
  }

  /// The frames of a partial result, whose checksums follow their contents.
  private struct Frames {
    struct Frame {
      let kind: UInt8
      var contents: [UInt8]

      var checksum: UInt64 {
        contents.reduce(UInt64(kind)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      }
    }

    let firstLine: [UInt8]
    var frames: [Frame] = []

    init(_ bytes: [UInt8]) throws {
      let feed = try #require(bytes.firstIndex(of: 0x0A))
      firstLine = Array(bytes[...feed])
      var place = feed + 1
      while place < bytes.count {
        let kind = bytes[place]
        var (length, shift) = (0, 0)
        repeat {
          place += 1
          length |= Int(bytes[place] & 0x7F) << shift
          shift += 7
        } while bytes[place] >= 0x80
        let start = place + 1
        frames.append(Frame(kind: kind, contents: Array(bytes[start..<(start + length)])))
        place = start + length + 8
      }
    }

    var bytes: [UInt8] {
      var (bytes, shard) = (firstLine, UInt64(0))
      for frame in frames {
        var frame = frame
        if [UInt8(ascii: "C"), UInt8(ascii: "N")].contains(frame.kind) {
          shard = frame.checksum &+ shard &* 31
        }
        if frame.kind == UInt8(ascii: "T") {
          frame.contents.removeLast(min(8, frame.contents.count))
          frame.contents += Self.fixed(shard)
          shard = 0
        }
        bytes.append(frame.kind)
        var length = frame.contents.count
        while length >= 0x80 {
          bytes.append(UInt8(length & 0x7F) | 0x80)
          length >>= 7
        }
        bytes.append(UInt8(length))
        bytes += frame.contents + Self.fixed(frame.checksum)
      }
      return bytes
    }

    private static func fixed(_ word: UInt64) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
    }
  }
}

extension GateFigure {
  fileprivate static let ofStreams: [Self] = [
    .most("errors", per: "attributes.host", span: nil), .most("retry", per: "type", span: .minute),
    .after("abort"), .after("unhandled"),
  ]
}
