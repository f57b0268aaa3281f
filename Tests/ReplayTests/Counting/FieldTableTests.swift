import Counting
import Replay
import ReplaySupport
import RuleEngine
import Testing

@Suite("Errors by the values of a field")
struct FieldTableTests {
  private let rules = """
    version: 1
    categories: [ { name: server, when: { status: 5xx } } ]
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 3 } } }
          - { id: gone, when: { status: 404 }, then: abort }

    """

  /// The table, which is the same for any division of the stream.
  private func table(_ field: String, _ lines: [String], chunkSize: Int = 90) async throws -> FieldTable {
    var replays = try Replays(rules: rules)
    let group = try #require(GroupField(field))
    replays.options.counting.field = group
    let stream = Array(lines.joined(separator: "\n").utf8)
    let one = try await replays.run([stream], jobs: 1, chunkSize: 1 << 16)
    for (jobs, size) in [(3, chunkSize), (2, 11 * chunkSize)] {
      #expect(try await replays.run([stream], jobs: jobs, chunkSize: size).1.json == one.1.json)
    }
    return try #require(one.0.byField)
  }

  @Test("have their outcomes, the most frequent first, and those without the field apart")
  func outcomes() async throws {
    let table = try await table(
      "status",
      [
        #"{"type":"A","status":404,"time":60}"#, #"{"type":"B","status":503,"attempt":1,"time":120}"#,
        #"{"type":"B","status":503,"attempt":3,"time":30}"#, #"{"type":"A","status":503,"attempt":1}"#,
        #"{"type":"A"}"#, #"{"type":"A","status":500}"#, #"{"event":"opened"}"#,
      ]
    )
    #expect(table.rows.map { $0.value } == ["503", "404", "500"])
    #expect(table.rows.map { $0.count } == [3, 1, 1])
    // Proceed, retry, cancel, abort, unhandled.
    #expect(
      table.rows.map { $0.outcomes } == [[0, 2, 0, 0, 1], [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]]
    )
    #expect(table.missing?.count == 1 && table.errors == 6 && table.others == 0)
    #expect(table.rows[0].first?.text == "1970-01-01T00:00:30Z")
    #expect(table.rows[0].last?.text == "1970-01-01T00:02:00Z")
  }

  @Test("are by attribute, category, hour, or the route")
  func fields() async throws {
    let lines = [
      #"{"status":503,"time":3599,"attributes":{"host":{"name":"a"},"route":"/pay"}}"#,
      #"{"status":500,"time":3600,"host":"b"}"#, #"{"status":404,"time":10}"#,
      #"{"status":404,"time":-1}"#,
    ]
    #expect(try await table("attributes.host.name", lines).rows.map { $0.value } == ["a"])
    #expect(try await table("route", lines).rows.map { $0.value } == ["/pay"])
    #expect(try await table("category", lines).rows.map { $0.value } == ["none", "server"])
    let hours = try await table("hour", lines)
    #expect(hours.isInTime)
    #expect(
      hours.rows.map { $0.value.prefix(16) } == ["1969-12-31T23:00", "1970-01-01T00:00", "1970-01-01T01:00"]
    )
    #expect(hours.rows.map { $0.count } == [1, 2, 1])
  }

  @Test("are kept up to a limit, with all their outcomes, and the rest is counted")
  func bounded() async throws {
    var lines: [String] = []
    for round in 0..<2 {
      for client in 0..<FieldTable.mostValues {
        lines.append(
          #"{"status":\#(round == 0 ? 404 : 500),"attributes":{"client":"c\#(client)"}}"#
        )
      }
    }
    let table = try await table("attributes.client", lines + [#"{"status":500}"#], chunkSize: 20_000)
    #expect(table.errors == lines.count + 1 && table.missing?.count == 1)
    #expect(table.others > 0 && table.rows.count > FieldTable.mostValues / 2 - 2)
    #expect(table.rows.allSatisfy { $0.count == 2 && $0.outcomes[3] == 1 && $0.outcomes[4] == 1 })
  }

  @Test(
    "are not by what is not a field, or has a value of its own for each error",
    arguments: ["host", "id", "time", "attributes", "payload", "outcome.handled", ""]
  )
  func refused(_ name: String) {
    #expect(GroupField(name) == nil)
  }
}
