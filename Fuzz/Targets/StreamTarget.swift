import Bytes
import Dispatch
import ErrorStreams
import Inspection
import Replay
import ReplaySupport
import Reports
import RuleEngine
import Source
import SystemPackage

/// A stream of any kind, packed ones too. Its last byte also says how it is read: in the detected format, or in one of all.
struct StreamTarget: FuzzTarget {
  private let file = MemoryFile()
  private let limits = FuzzLimits.files
  private let chain: ResponderChain

  init(root: String) {
    let rules = """
      version: 1
      categories: [ { name: retryable, when: { status: 5xx } } ]
      responders:
        - id: root
          rules:
            - { id: again, when: { category: retryable }, then: { retry: { maxAttempts: 3, per: [ type ], within: 20s } } }
            - { id: gone, when: { underlying: { exists: true } }, then: { unwrap: underlying } }
            - { id: named, when: { type: "*Error" }, do: [ { log: "{error.type}: {error.message}" } ], then: cancel }
      """
    guard let chain = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8)).chain else {
      fatalError("the rules of the target are not rules")
    }
    self.chain = chain
  }

  static var seeds: [[UInt8]] {
    BuiltInFormats.all.map { Array($0.example.utf8) + [UInt8(ascii: "\n")] }
  }

  func check(_ input: [UInt8]) {
    let kind = Self.input(Int(input.last ?? 0))
    let whole = replay(input, kind, jobs: 1, chunkSize: 1 << 18)
    // Each reader makes all formats of its own, which costs most: one more for an input.
    switch input.count % 4 {
    case 0: Self.inspect(input, kind, limits, file)
    case 1:
      let parallel = replay(input, kind, jobs: 2, chunkSize: 64)
      require(whole == parallel, "the number of jobs decides: \(whole.text) and \(parallel.text)")
    default:
      let pieces = replay(input, kind, jobs: 1, chunkSize: 64)
      require(whole == pieces, "the size of what is read decides: \(whole.text) and \(pieces.text)")
    }
  }

  /// The detected format for even numbers, one after the other of all for odd ones.
  private static func input(_ number: Int) -> StreamInput {
    let table = FormatTable()
    let names = FormatTable.names
    let name = names[number / 2 % names.count]
    if number % 2 == 0 { return .detected(table) }
    return name == "errctl" ? .native : table.named(name).map { .format($0, table) } ?? .mixed(table)
  }

  /// What was made of the stream: its outputs, or why there are none.
  private struct Replayed: Equatable {
    var resolutions: [UInt8] = []
    var rejects: [UInt8] = []
    var text = ""
  }

  private func replay(_ input: [UInt8], _ kind: StreamInput, jobs: Int, chunkSize: Int) -> Replayed {
    file.hold(input)
    var options = ReplayOptions()
    options.limits = limits
    options.input = kind
    options.jobs = jobs
    options.chunkSize = chunkSize
    options.wantsResolutions = true
    let (output, rejects) = (Collected(), Collected())
    let stream = Replayer.Stream(name: "stream", source: .descriptor(file.descriptor))
    nonisolated(unsafe) let replayer = Replayer(chain, options, output: output, rejects: rejects) { _ in true
    }
    var result = Replayed()
    switch Waiting.result(of: { try await replayer.run([stream]) }) {
    case .success(let summary):
      require(summary.lineCounts.addsUp, "the counts do not add up: \(summary.lineCounts)")
      let json = ReplayJSON.text(of: summary, rules: "rules.yaml")
      JSONText.check(json)
      let report = ReplayReport(summary, rules: "rules.yaml").report
      result.text = json + ReportText(terminalStyle: TerminalStyle(isOn: false)).text(of: report)
      result.resolutions = output.bytes
      result.rejects = rejects.bytes
      for line in output.bytes.split(separator: UInt8(ascii: "\n")) {
        JSONText.check(String(decoding: line, as: UTF8.self))
      }
    // How far the readers were when it failed is nobody's business.
    case .failure(let error): result.text = "\(error)"
    }
    return result
  }

  static func inspect(_ input: [UInt8], _ kind: StreamInput, _ limits: Limits, _ file: MemoryFile) {
    file.hold(input)
    let inspection = try? StreamInspection(file.descriptor, input: kind, limits: limits, samples: 2) {
      record in
      JSONText.check(String(decoding: record.buffer, as: UTF8.self))
    }
    guard let inspection else { return }
    JSONText.check(InspectionJSON.text(of: inspection, name: "stream"))
    let report = InspectionReport(inspection, name: "stream", summary: nil, in: .utc).report
    _ = ReportText(terminalStyle: TerminalStyle(isOn: false)).text(of: report)
  }
}

/// Output in memory.
private final class Collected: ReplayOutput {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: UnsafeRawBufferPointer) throws { self.bytes += bytes }
}
