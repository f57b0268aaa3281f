import Edits
import Testing

@Suite("Lists get a name where that is shorter")
struct SimplifierListsTests {
  private static let many = "[ 400, 401, 402, 403, 404, 405, 406, 407 ]"
  private static let few = "[ 408, 429, 503 ]"

  /// Neighbours have different verdicts, so that they are not merged.
  private func file(_ top: String, _ lists: [String]) -> String {
    let rules = lists.enumerated().map { index, list in
      "      - { id: r\(index), when: { status: \(list), type: T\(index) }, then: \(index % 2 == 0 ? "cancel" : "abort") }\n"
    }
    return "version: 1\n\n\(top)responders:\n  - id: app\n    rules:\n\(rules.joined())"
  }

  @Test("Long ones at two places, short ones at three and more, in any order of their values")
  func places() throws {
    let long = try Simplification(file("", [Self.many, Self.many]))
    #expect(long.codes == ["repeated-list"])
    #expect(long.text == file("lists:\n  statuses: \(Self.many)\n\n", ["$statuses", "$statuses"]))
    #expect(
      long.messages == ["The same 8 values stand at 2 places. Name them under “lists”, such as “statuses”."]
    )
    #expect(try Simplification(file("", [Self.few, Self.few, Self.few])).codes == [])
    let shuffled = try Simplification(
      file("", [Self.few, "[ 503, 408, 429 ]"] + Array(repeating: Self.few, count: 6))
    )
    #expect(
      shuffled.text == file("lists:\n  statuses: \(Self.few)\n\n", Array(repeating: "$statuses", count: 8))
    )
  }

  @Test("A list that has a name already is written by its name")
  func named() throws {
    let top = "lists:\n  # what comes back\n  passing: \(Self.many)\n\n"
    let simplified = try Simplification(file(top, [Self.many, "[ 410, 411 ]"]))
    #expect(simplified.codes == ["repeated-list"])
    #expect(simplified.text == file(top, ["$passing", "[ 410, 411 ]"]))
    #expect(
      simplified.messages == ["The same 8 values have the name “passing” under “lists”. Write $passing."]
    )
  }

  @Test("The new one stands before the others and their comments, under a name that none has")
  func placed() throws {
    let others = "  # what comes back\n  statuses: [ 410, 411 ]\n\n"
    let simplified = try Simplification(file("lists:\n\(others)", [Self.many, Self.many, "$statuses"]))
    #expect(
      simplified.text
        == file("lists:\n  statuses2: \(Self.many)\n\(others)", ["$statuses2", "$statuses2", "$statuses"])
    )
  }

  @Test("It stands above the first key that may use it, and that key's comments")
  func comments() throws {
    let top = "# What we know.\ncategories:\n  - { name: known, when: { status: \(Self.many) } }\n\n# All.\n"
    let simplified = try Simplification(file(top, [Self.many]))
    #expect(
      simplified.text
        == file(
          "lists:\n  statuses: \(Self.many)\n\n# What we know.\ncategories:\n  - { name: known, when: { status: $statuses } }\n\n# All.\n",
          ["$statuses"]
        )
    )
  }

  @Test("Values in lines of their own are replaced with their key's line, and in JSON with quotes")
  func layouts() throws {
    let words = ["ServiceUnavailable", "SlowDown", "Throttling", "TooManyRequests", "RequestTimeout", "Busy"]
    let rule = { (id: String, code: String) in
      "      - id: \(id)\n        when:\n          domain: aws\n          type: \(id)\n          code:\(code)\n        then: \(id == "A" ? "cancel" : "abort")\n"
    }
    let head = "responders:\n  - id: app\n    rules:\n"
    let lines = words.map { "\n            - \($0)" }.joined()
    let simplified = try Simplification("version: 1\n\n\(head)\(rule("A", lines))\(rule("B", lines))")
    #expect(
      simplified.text
        == "version: 1\n\nlists:\n  codes: [ \(words.joined(separator: ", ")) ]\n\n\(head)\(rule("A", " $codes"))\(rule("B", " $codes"))"
    )
    let json = { (top: String, list: String) in
      let rules = ["cancel", "abort", "cancel", "abort"].enumerated().map { index, verdict in
        #"{"id": "r\#(index)", "when": {"status": \#(list), "type": "T\#(index)"}, "then": "\#(verdict)"}"#
      }
      let text =
        #"{"version": 1,\#(top) "responders": [{"id": "app", "rules": [\#(rules.joined(separator: ", "))]}]}"#
      return String(
        decoding: Formatter().format(name: "rules.json", bytes: Array(text.utf8)).text ?? [],
        as: UTF8.self
      )
    }
    let list = "[400, 401, 403, 404, 405, 406]"
    #expect(
      try Simplification(json("", list), name: "rules.json").text
        == json(#""lists": {"statuses": \#(list)},"#, #""$statuses""#)
    )
  }

  @Test("Lists with comments and lists of fields stay")
  func kept() throws {
    let rows =
      "\n            - 400\n            # the client's fault\n            - 401\n            - 403\n            - 404\n            - 405\n            - 406"
    let rule = { (id: String) in
      "      - id: \(id)\n        when:\n          type: \(id)\n          status:\(rows)\n        then: \(id == "A" ? "cancel" : "abort")\n"
    }
    let commented = "version: 1\n\nresponders:\n  - id: app\n    rules:\n\(rule("A"))\(rule("B"))"
    #expect(try Simplification(commented).codes == [])
    let per = "rate: { atLeast: 5, within: 1m, per: [ type, case, domain, code, status, origin ] }"
    let rates = ["A", "B"].flatMap { id in
      ["- id: \(id)", "  when: { type: \(id), \(per) }", "  then: \(id == "A" ? "cancel" : "abort")"]
    }
    #expect(try Simplification(rates).codes == [])
  }
}
