import Foundation
package import Replay
import Reports
package import RuleEngine
import SystemPackage

/// The output of a replay.
package struct Replayed: Equatable {
  package var resolutions: [UInt8] = []
  package var rejects: [UInt8] = []
  package var text = ""
  package var json = ""
}

struct NotCompiled: Error {
  let diagnostics: [Diagnostic]
}

package struct Replays {
  package let chain: ResponderChain
  package var options = ReplayOptions()

  package static let rules = """
    version: 1
    defaults: { responder: app }
    categories:
      - { name: retryable, when: { status: 5xx } }
      - { name: conflict, when: { status: 409 } }
    responders:
      - id: root
        policy: { always: inChain, match: all }
        rules:
          - { id: raised, when: { type: [ Lost, Opened ] }, then: { retry: { per: [ type ], maxAttempts: 4, within: 20s } } }
          - { id: seen, when: { type: Lost }, do: [ { log: "{error.id} {error.status}" } ] }
        always: [ { log: "{error.type} of {error.id}" } ]
      - id: app
        parent: root
        rules:
          - { id: tag, when: { type: [ Kind2, Kind3 ] }, then: { transform: { message: "record {error.id}" } } }
          - { id: keyed, when: { status: 500..<510 }, then: { retry: { per: [ type ], maxAttempts: 4, within: 20s } } }
          - { id: again, when: { category: retryable }, then: retry }
          - id: ask
            when: { category: conflict }
            do: [ { present: { title: "{error.type}", buttons: [ { title: Keep, then: proceed }, { title: Drop, then: cancel } ] } } ]
          - { id: known, when: { type: Kind1 }, then: abort }
          - { id: gone, when: { status: 410...450 }, then: { transform: { type: Gone, message: "{error.id} is gone", wrap: true } } }
          - { id: tell, when: { type: Gone, underlying: { type: "Kind*" } }, then: { emit: gone, with: { id: "{error.id}", what: "{error.message}" }, evaluation: cancel } }
          - { id: open, when: { underlying: { exists: true } }, then: { unwrap: underlying } }
        always: [ { perform: track, with: { n: "{error.code}", message: "{error.message}" } } ]
        events:
          - { id: opened, when: { event: opened }, do: [ { log: "{with.n} of {error.id}" } ], then: { raise: { type: Opened, status: 503 } } }
          - { id: went, when: { event: gone }, then: { transform: { event: lost, with: { id: "{with.id}, {error.id}" } } } }
          - { id: lost, when: { event: lost }, do: [ { perform: find, with: { id: "{with.id}" } } ], then: { raise: { type: Lost, status: 505 } } }
    """

  package init(rules: String = Replays.rules) throws {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8))
    guard let compiled = compilation.chain else { throw NotCompiled(diagnostics: compilation.diagnostics) }
    chain = compiled
    options.wantsResolutions = true
    options.limits.recordBytes = RandomStream.lineLimit
  }

  package init(_ chain: ResponderChain, _ options: ReplayOptions) {
    self.chain = chain
    self.options = options
    self.options.wantsResolutions = true
  }

  /// Replays streams from files, so that the reader determines how much it reads at once.
  package func run(_ streams: [[UInt8]], jobs: Int, chunkSize: Int) async throws -> (ReplaySummary, Replayed)
  {
    var options = options
    options.jobs = jobs
    options.chunkSize = chunkSize
    let files = try StreamFolder(streams)
    defer { files.remove() }
    let (output, rejects) = (Collected(), Collected())
    let replayer = Replayer(chain, options, output: output, rejects: rejects) { _ in true }
    let summary = try await replayer.run(files.streams)
    let report = ReplayReport(summary, rules: "rules.yaml").report
    return (
      summary,
      Replayed(
        resolutions: output.bytes,
        rejects: rejects.bytes,
        text: ReportText(terminalStyle: TerminalStyle(isOn: false)).text(of: report),
        json: ReplayJSON.text(of: summary, rules: "rules.yaml")
      )
    )
  }
}

/// Output in memory.
package final class Collected: ReplayOutput {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    self.bytes += bytes
  }
}

/// Streams as files, so that the reader determines how much it reads at once.
package struct StreamFolder {
  private let folder: URL
  package let streams: [Replayer.Stream]

  package init(_ contents: [[UInt8]]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "errctl-replay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    var streams: [Replayer.Stream] = []
    for (index, bytes) in contents.enumerated() {
      let file = folder.appending(path: "\(index)")
      try Data(bytes).write(to: file)
      streams.append(Replayer.Stream(name: "stream \(index)", source: .file(FilePath(file.path))))
    }
    self.streams = streams
  }

  package func remove() { try? FileManager.default.removeItem(at: folder) }
}
