import Replay
import ReplaySupport
import Testing

@Suite("The times of a stream")
struct RecordTimesTests {
  @Test("begin with the first error or completed operation, wherever what is read at once ends")
  func completions() async throws {
    let lines = [
      #"{"type":"E","status":503,"operation":"pay"}"#, #"{"operation":"pay","completed":true,"time":2}"#,
      #"{"operation":"pay","completed":true,"time":3}"#, #"{"type":"E","status":503,"time":5}"#,
      #"{"operation":"pay","completed":true,"time":7}"#,
    ]
    let replays = try Replays()
    for size in [16, 64, 1 << 18] {
      let stream = Array((lines.joined(separator: "\n") + "\n").utf8)
      let (_, replayed) = try await replays.run([stream], jobs: 1, chunkSize: size)
      #expect(
        replayed.json.contains(#""first": "1970-01-01T00:00:02Z", "last": "1970-01-01T00:00:07Z""#),
        "\(size): \(replayed.json)"
      )
    }
  }
}
