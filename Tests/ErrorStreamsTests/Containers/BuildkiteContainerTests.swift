import ErrorStreams
import Testing

@Suite("Builds of Buildkite")
struct BuildkiteContainerTests {
  private static func build(_ jobs: String) -> [UInt8] {
    Array(
      #"[{"id":"b","number":7,"state":"failed","branch":"main","pipeline":{"slug":"app"},"jobs":[\#(jobs)]}]"#
        .utf8
    )
  }

  @Test("The tries of a job are one operation, in the order of their ends, whatever the list's")
  func tries() throws {
    let read = try ReadStream(
      Self.build(
        """
        {"id":"3","type":"script","name":"Test","state":"passed","exit_status":0,"finished_at":"2026-11-20T08:03:00Z"},
        {"id":"1","type":"script","name":"Test","state":"failed","exit_status":1,"soft_failed":true,"finished_at":"2026-11-20T08:01:00Z","retried":true,"retried_in_job_id":"2"},
        {"id":"2","type":"script","name":"Test","state":"timed_out","exit_status":-1,"signal_reason":"cancel","finished_at":"2026-11-20T08:02:00Z","retried":true,"retried_in_job_id":"3"},
        {"id":"4","type":"script","step_key":"lint","name":"Lint","state":"canceled","exit_status":null,"finished_at":"2026-11-20T08:02:30Z"}
        """
      )
    )
    #expect(read.format == "buildkite")
    #expect(
      read.records == [
        #"{"time":"2026-11-20T08:01:00Z","id":"1","origin":"Test","severity":"warning","domain":"buildkite","type":"failed","code":1,"operation":"1","attempt":1,"attributes":{"build":7,"branch":"main","pipeline":"app","retried_in_job_id":"2"}}"#,
        #"{"time":"2026-11-20T08:02:00Z","id":"2","origin":"Test","severity":"error","domain":"buildkite","type":"timed_out","code":-1,"operation":"1","attempt":2,"attributes":{"build":7,"branch":"main","pipeline":"app","signal_reason":"cancel","retried_in_job_id":"3"}}"#,
        #"{"time":"2026-11-20T08:02:30Z","id":"4","origin":"lint","severity":"error","domain":"buildkite","type":"canceled","cancelled":true,"operation":"4","attempt":1,"attributes":{"build":7,"branch":"main","pipeline":"app","name":"Lint"}}"#,
        #"{"completed":true,"time":"2026-11-20T08:03:00Z","origin":"Test","operation":"1","attempt":3}"#,
      ]
    )
    #expect(read.counts.malformed == 0)
  }

  @Test("Steps that run nothing, and jobs without an end, are no records")
  func others() throws {
    let read = try ReadStream(
      Self.build(
        #"{"id":"1","type":"waiter","state":"passed"},{"id":"2","type":"script","name":"a","state":"running"},{"id":"3","type":"trigger","state":"failed"}"#
      )
    )
    #expect(read.format == "buildkite")
    #expect(read.records.isEmpty && read.counts.passedOver == 1 && read.counts.malformed == 0)
  }

  @Test("Without the earlier tries, the number of retries tells the try; two jobs may name each other")
  func incomplete() throws {
    let read = try ReadStream(
      Self.build(
        #"{"id":"9","type":"script","state":"failed","exit_status":1,"retried":false,"retries_count":2},{"id":"1","type":"script","state":"failed","retried":true,"retried_in_job_id":"2"},{"id":"2","type":"script","state":"failed","retried":true,"retried_in_job_id":"1"}"#
      )
    )
    #expect(read.records.count == 3)
    #expect(read.records[0].contains(#""operation":"9","attempt":3"#))
  }

  @Test("However often a job is tried again, it is one operation")
  func longChain() throws {
    let jobs = (1...1_000).reversed().map {
      #"{"id":"\#($0)","type":"script","state":"failed","finished_at":"2026-11-20T08:00:00Z","retried_in_job_id":"\#($0 + 1)"}"#
    }
    let read = try ReadStream(Self.build(jobs.joined(separator: ",")))
    #expect(read.records.count == 1_000)
    #expect(read.records.allSatisfy { $0.contains(#""operation":"1","attempt":"#) })
    #expect(read.records[0].contains(#""operation":"1","attempt":1000"#))
  }
}
