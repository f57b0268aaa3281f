package import Bytes

/// A build with its jobs, as Buildkite's REST API gives it. The tries of one job are several jobs, each naming the next. They become
/// one operation; a document is a try that ended.
package struct BuildkiteContainer: DocumentContainer {
  package init() {}

  package var summary: String { "a build with its jobs, or a list of builds" }

  package var markers: Mapping.Markers {
    Mapping.Markers(["jobs", "number", "state"], any: [["pipeline", "web_url", "url"]])
  }

  /// The states of jobs that ended by themselves, were ended, or never began.
  private static let endStates: Set<String> = ["passed", "failed", "timed_out", "expired", "canceled"]

  /// Numbers, addresses and secrets of Buildkite itself.
  private static let left: Set<String> = [
    "graphql_id", "log_url", "raw_log_url", "artifact_url", "artifacts_url", "build_url", "agent",
    "agent_query_rules",
    "step", "retry_source", "cluster_url", "cluster_queue_url",
  ]

  private struct Job {
    let place: Int
    let id: String
    /// When it ended.
    let time: String
    let state: String
  }

  package func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut _: inout RecordQuickReject
  ) -> Int {
    guard let list = tape.member(ByteSlice("jobs"), of: 0), tape[list].kind == .array else { return 0 }
    var jobs: [Job] = []
    var previous: [String: String] = [:]
    var index = list + 1
    while index < Int(tape[list].end) {
      defer { index = Int(tape[index].end) }
      guard tape[index].kind == .object, tape.string("type", in: index) == "script" else { continue }
      let id = Self.text("id", index, tape)
      let next = Self.text("retried_in_job_id", index, tape)
      if !next.isEmpty { previous[next] = id }
      let finished = Self.text("finished_at", index, tape)
      let time = finished.isEmpty ? Self.text("created_at", index, tape) : finished
      jobs.append(Job(place: index, id: id, time: time, state: Self.text("state", index, tape)))
    }
    // A job's next try may stand before it.
    let ended = jobs.filter { Self.endStates.contains($0.state) }.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    var tries = Tries(previous)
    for (_, job) in ended {
      var (first, attempt) = tries.origin(of: job.id)
      // Exported without the tries that were tried again.
      if attempt == 1, !tape.isTrue("retried", in: job.place) {
        attempt = Int(clamping: 1 + max(0, tape.integer("retries_count", in: job.place) ?? 0))
      }
      Self.append(job, operation: first, attempt, tape, to: &text)
    }
    return ended.count
  }

  /// The tries of jobs that name their next try.
  private struct Tries {
    private let previous: [String: String]
    private var known: [String: (first: String, attempt: Int)] = [:]

    init(_ previous: [String: String]) {
      self.previous = previous
    }

    /// The first try of a job, and the number of this one. Of jobs that name each other in a circle, one is the first.
    mutating func origin(of job: String) -> (first: String, attempt: Int) {
      var path: [String] = []
      var open: Set<String> = []
      var next: String? = job
      while let id = next, known[id] == nil, open.insert(id).inserted {
        path.append(id)
        next = previous[id]
      }
      var origin = next.flatMap { known[$0] }
      for id in path.reversed() {
        let found = origin.map { ($0.first, $0.attempt + 1) } ?? (id, 1)
        known[id] = found
        origin = found
      }
      return known[job] ?? (job, 1)
    }
  }

  private static func append(
    _ job: Job, operation: String, _ attempt: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    text.append("{\"operation\":")
    var name = operation
    name.withUTF8 { JSONText.append(string: ByteSlice(UnsafeRawBufferPointer($0)), to: &text) }
    text.append(",\"attempt\":")
    JSONText.append(integer: Int64(attempt), to: &text)
    if job.state == "canceled" { text.append(",\"cancelled\":true") }
    for (key, path, object) in [
      ("build", "number", 0), ("branch", "branch", 0), ("pipeline", "pipeline.slug", 0),
      ("agent", "agent.name", job.place),
    ] as [(StaticString, StaticString, Int)] {
      guard let place = tape.place(of: ByteSlice(path), in: object) else { continue }
      append(ByteSlice(key), place, tape, to: &text)
    }
    var member = job.place + 1
    while member < Int(tape[job.place].end) {
      let key = tape.text(of: tape[member])
      if !left.contains(String(key)) { append(key, member + 1, tape, to: &text) }
      member = Int(tape[member + 1].end)
    }
    text.append("}\n")
  }

  /// Unless it is null.
  private static func append(
    _ key: ByteSlice, _ value: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    guard tape[value].kind != .null else { return }
    text.append(UInt8(ascii: ","))
    JSONText.append(string: key, to: &text)
    text.append(UInt8(ascii: ":"))
    tape.appendAsWritten(at: value, to: &text)
  }

  private static func text(_ key: StaticString, _ job: Int, _ tape: borrowing JSONTape) -> String {
    String(tape.string(key, in: job))
  }
}
