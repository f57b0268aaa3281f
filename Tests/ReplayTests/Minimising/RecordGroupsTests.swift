import Counting
import Replay
import RuleEngine
import Testing

@Suite("Records may go together")
struct RecordGroupsTests {
  private let lines = [
    #"{"type":"A","operation":"load","attributes":{"host":"a"}}"#,
    #"{"type":"B","operation":"load","attributes":{"host":"b"}}"#,
    #"{"type":"A","operation":"save","attributes":{"host":"b"}}"#,
    #"{"type":"A"}"#, "no record", #"{"status":500,"operation":"show"}"#,
  ]

  private func groups(_ keys: [[Subject]], of records: [Int]? = nil) -> [[Int]] {
    RecordGroups.groups(of: records ?? Array(lines.indices), by: keys, Limits()) {
      Array(lines[$0].utf8)[...]
    }
  }

  @Test("with the same value, in the order of the stream; those without one stand alone")
  func values() {
    #expect(groups([[.field(.operation)]]) == [[0, 1], [2], [3], [4], [5]])
    #expect(groups([[.field(.type), .field(.status)]]) == [[0, 2, 3], [1], [4], [5]])
    #expect(groups([[.field(.operation)]], of: [1, 5, 0]) == [[1, 0], [5]])
  }

  @Test("through others that have a value of each")
  func chains() {
    #expect(groups([[.field(.operation)], [.attribute("host")]]) == [[0, 1, 2], [3], [4], [5]])
  }

  @Test("by the fields of gates first, then by what they are, then by what state connects")
  func keys() throws {
    let gate = try GateExpression(
      "retry per attributes.host per minute and errors per hour",
      GateVocabulary(words: [], counted: ["retry", "errors"], example: "")
    )
    let keys = RecordGroups.keys(of: [gate], nil)
    #expect(keys.count == 3 && keys[0] == [[.attribute("host")]] && keys[2] == [[.field(.operation)]])
  }

  @Test("and their members, and those of their attributes, one by one")
  func members() {
    let members = RecordMembers([0, 3, 4].map { Array(lines[$0].utf8)[...] })
    #expect(members.paths == [["type"], ["operation"], ["attributes", "host"]])
    #expect(
      String(decoding: members.text(with: [0, 2]), as: UTF8.self)
        == #"{ "type": "A", "attributes": { "host": "a" } }"# + "\n" + #"{ "type": "A" }"# + "\nno record\n"
    )
    #expect(
      String(decoding: members.text(with: [1]), as: UTF8.self) == #"{ "operation": "load" }"#
        + "\n{}\nno record\n"
    )
  }
}
