import Replay
import Testing
import Shards

@Suite("The place of a shard")
struct ShardPlaceTests {
  @Test("is compared number by number, and none comes first")
  func order() throws {
    let places = ["10", "2.131072", "2.9", "2", "0"].map { ShardPlace($0) }
    let sorted = try places.map { try #require($0) }.sorted()
    #expect(([ShardPlace()] + sorted).sorted().map { $0.text } == ["", "0", "2", "2.9", "2.131072", "10"])
  }

  @Test("consists of numbers", arguments: ["", "x", "1.", ".1", "-1", "1 2", "99999999999999999999"])
  func faulty(_ text: String) {
    #expect(ShardPlace(text) == nil)
  }

  @Test("of a part counts from 1", arguments: ["0/2", "3/2", "1/0", "1", "1/20000", "a/b", "1/2/3"])
  func faultyPart(_ text: String) {
    #expect(ShardPart(text) == nil)
    #expect(ShardPart("2/2") == ShardPart(index: 1, count: 2))
  }
}
