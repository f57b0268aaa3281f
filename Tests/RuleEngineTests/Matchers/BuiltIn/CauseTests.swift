import RuleEngine
import Testing

@Suite("Causes")
struct CauseTests {
  @Test("a nested object's own causes follow it in the flat list")
  func flattening() throws {
    let record =
      #"{"type":"E","underlying":[{"type":"A","underlying":[{"type":"B","underlying":{"type":"C"}}]},{"type":"D"}]}"#
    for type in ["A", "B", "C", "D"] { try expect(#"{"underlying":{"type":"\#(type)"}}"#, matches: [record]) }
    try expect(#"{"underlying":{"type":"E"}}"#, not: [record])
    try expect(#"{"rootCause":{"type":"D"}}"#, matches: [record])
    try expect(
      #"{"rootCause":{"type":"C"}}"#,
      matches: [#"{"type":"E","underlying":[{"type":"A","underlying":[{"type":"B"},{"type":"C"}]}]}"#]
    )
  }

  @Test("underlying requires all its members of the same cause")
  func oneCause() throws {
    try expect(
      #"{"underlying":{"type":"A","code":1}}"#,
      matches: [#"{"type":"E","underlying":[{"type":"B","code":1},{"type":"A","code":1}]}"#],
      not: [#"{"type":"E","underlying":[{"type":"B","code":1},{"type":"A","code":2}]}"#]
    )
    try expect(
      #"{"underlying":{"not":{"type":"A"}}}"#,
      matches: [#"{"type":"E","underlying":[{"type":"A"},{"type":"B"}]}"#],
      not: [#"{"type":"E","underlying":[{"type":"A"}]}"#, #"{"type":"E"}"#]
    )
    try expect(#"{"not":{"underlying":{"type":"A"}}}"#, matches: [#"{"type":"E"}"#])
  }

  @Test("a cause has only its own fields")
  func ownFields() throws {
    try expect(
      #"{"underlying":{"origin":"o"}}"#,
      matches: [#"{"type":"E","underlying":{"type":"A","origin":"o"}}"#],
      not: [#"{"type":"E","origin":"o","underlying":{"type":"A"}}"#]
    )
    try expect(
      #"{"underlying":{"category":"net"}}"#,
      matches: [#"{"type":"E","underlying":{"type":"A","category":"net"}}"#],
      not: [#"{"type":"E","category":"net","underlying":{"type":"A"}}"#],
      beside: #""categories":[{"name":"net"}]"#
    )
    try expect(
      #"{"underlying":{"category":"unlisted"}}"#,
      matches: [#"{"type":"E","underlying":{"type":"A","category":"unlisted"}}"#]
    )
  }

  @Test("rootCause without causes is the error itself, with its category")
  func itself() throws {
    let categories = #""categories":[{"name":"net","when":{"status":"5xx"}},{"name":"own"}]"#
    try expect(
      #"{"rootCause":{"category":"net"}}"#,
      matches: [#"{"status":500}"#],
      not: [#"{"status":500,"underlying":{"type":"A"}}"#, #"{"type":"E"}"#],
      beside: categories
    )
    try expect(
      #"{"rootCause":{"category":"o*"}}"#,
      matches: [
        #"{"type":"E","category":"own"}"#, #"{"status":500,"underlying":{"type":"A","category":"own"}}"#,
      ],
      beside: categories
    )
    try expect(
      #"{"rootCause":{"status":500}}"#,
      matches: [#"{"problem":{"status":500}}"#, #"{"status":500,"underlying":[]}"#]
    )
  }

  @Test("a cause's causes are those after it")
  func causesOfCauses() throws {
    try expect(
      #"{"underlying":{"type":"A","underlying":{"type":"B"}}}"#,
      matches: [
        #"{"type":"E","underlying":[{"type":"A"},{"type":"B"}]}"#,
        #"{"type":"E","underlying":[{"type":"A","underlying":{"type":"B"}}]}"#,
      ],
      not: [#"{"type":"E","underlying":[{"type":"B"},{"type":"A"}]}"#]
    )
    try expect(
      #"{"payload":{"0":{"underlying":{"type":"A","rootCause":{"type":"B"}}}}}"#,
      matches: [#"{"type":"E","payload":{"type":"N","underlying":[{"type":"A"},{"type":"B"}]}}"#]
    )
  }

  @Test("causes beyond the limit are not read")
  func limit() throws {
    let causes = (1...70).map { #"{"type":"C\#($0)"}"# }.joined(separator: ",")
    try expect(#"{"underlying":{"type":"C64"}}"#, matches: [#"{"type":"E","underlying":[\#(causes)]}"#])
    try expect(#"{"underlying":{"type":"C65"}}"#, not: [#"{"type":"E","underlying":[\#(causes)]}"#])
  }
}

@Suite("Categories and named matchers")
struct CategoryTests {
  private static let shop = #"""
    "defaults":{"ignore":"none","category":"other"},
    "matchers":{"offline":{"domain":"NSURLErrorDomain","code":-1009},"bad":{"any":[{"matcher":"offline"},{"status":"5xx"}]}},
    "categories":[{"name":"login","when":{"status":401}},{"name":"again","when":{"any":[{"matcher":"bad"},{"category":"login"},{"status":429}]}},
      {"name":"nameOnly"},{"name":"client","when":{"status":"4xx","not":{"category":"log*"}}}]
    """#

  private static func category(_ record: String) throws -> String? {
    try Rules(Rules.text(when: "{}", beside: shop)).answer(record).category
  }

  @Test(
    "the first matching category wins; the default applies if none matches",
    arguments: [
      (#"{"status":401}"#, "login"), (#"{"status":500}"#, "again"), (#"{"status":404}"#, "client"),
      (#"{"type":"E"}"#, "other"),
      (#"{"domain":"NSURLErrorDomain","code":"-1009"}"#, "again"),
    ]
  )
  func order(record: String, category: String) throws {
    #expect(try Self.category(record) == category)
  }

  @Test(
    "the record's own category wins if the file lists it, even by name only or as the default",
    arguments: ["login", "nameOnly", "other"]
  )
  func own(category: String) throws {
    #expect(try Self.category(#"{"status":500,"category":"\#(category)"}"#) == category)
  }

  @Test("an unlisted category is reported and ignored")
  func unknownOwn() throws {
    let answered = try Rules(Rules.text(when: "{}", beside: Self.shop)).answer(
      #"{"status":500,"category":"x\"y"}"#
    )
    #expect(answered.category == "again")
    #expect(answered.members["unknownCategory"] as? String == #"x"y"#)
    #expect(answered.text.hasSuffix(#","unknownCategory":"x\"y"}"#))
  }

  @Test("without a default an error may have no category, which matches nothing")
  func none() throws {
    let few = #""categories":[{"name":"a","when":{"status":1}}]"#
    try expect(#"{"category":"*"}"#, matches: [#"{"status":1}"#], not: [#"{"status":2}"#], beside: few)
    try expect(#"{"not":{"category":"a"}}"#, matches: [#"{"status":2}"#], beside: few)
    try expect(
      #"{"category":{"exists":false}}"#,
      matches: [#"{"status":2}"#],
      not: [#"{"status":1}"#],
      beside: few
    )
  }

  @Test("a rule can name one category, a list, or a glob of declared names")
  func asking() throws {
    try expect(
      #"{"category":"again"}"#,
      matches: [#"{"status":503}"#],
      not: [#"{"status":401}"#],
      beside: Self.shop
    )
    try expect(
      #"{"category":["login","client"]}"#,
      matches: [#"{"status":401}"#, #"{"status":404}"#],
      not: [#"{"status":503}"#],
      beside: Self.shop
    )
    try expect(
      #"{"category":"*n*"}"#,
      matches: [#"{"status":401}"#, #"{"type":"E","category":"nameOnly"}"#],
      not: [#"{"type":"E"}"#],
      beside: Self.shop
    )
    try expect(
      #"{"category":{"hasPrefix":"ag"}}"#,
      matches: [#"{"status":503}"#],
      not: [#"{"status":401}"#],
      beside: Self.shop
    )
    #expect(Rules.faults(when: #"{"category":"agian"}"#, beside: Self.shop) == ["unknown-category"])
  }

  @Test("a category can use the matcher of an earlier one, whatever the record's own category is")
  func earlier() throws {
    let chained =
      #""categories":[{"name":"a","when":{"status":1}},{"name":"b","when":{"status":1}},{"name":"c","when":{"category":"b","type":"E"}},{"name":"d","when":{"not":{"category":"a"}}}]"#
    // b's matcher matches, although the error would get category a.
    try expect(#"{"category":"a"}"#, matches: [#"{"status":1,"type":"E"}"#], beside: chained)
    try expect(#"{"category":"d"}"#, matches: [#"{"status":2}"#], beside: chained)
    let later = #""categories":[{"name":"a","when":{"category":"b"}},{"name":"b","when":{"status":1}}]"#
    #expect(Rules.faults(when: "{}", beside: later) == ["later-category"])
    let itself = #""categories":[{"name":"a","when":{"category":"a"}}]"#
    #expect(Rules.faults(when: "{}", beside: itself) == ["later-category"])
  }

  @Test("a named matcher stands for its conditions wherever it is used")
  func named() throws {
    try expect(
      #"{"matcher":"bad"}"#,
      matches: [#"{"status":500}"#, #"{"domain":"NSURLErrorDomain","code":-1009}"#],
      not: [#"{"status":400}"#],
      beside: Self.shop
    )
    try expect(
      #"{"not":{"matcher":["bad","offline"]}}"#,
      matches: [#"{"status":400}"#],
      not: [#"{"status":500}"#],
      beside: Self.shop
    )
    try expect(
      #"{"underlying":{"matcher":"offline"}}"#,
      matches: [#"{"type":"E","underlying":{"domain":"NSURLErrorDomain","code":-1009}}"#],
      not: [#"{"domain":"NSURLErrorDomain","code":-1009}"#],
      beside: Self.shop
    )
    #expect(Rules.faults(when: #"{"matcher":"ofline"}"#, beside: Self.shop) == ["unknown-matcher"])
    let cycle = #""matchers":{"a":{"matcher":"b"},"b":{"not":{"matcher":"a"}}}"#
    #expect(Rules.faults(when: #"{"matcher":"a"}"#, beside: cycle).contains("matcher-cycle"))
  }

  @Test("a long chain of named matchers is rejected or evaluated without stack overflow")
  func longChain() throws {
    let links = (1...20_000).map { #""m\#($0)":{"matcher":"m\#($0 + 1)"}"# }.joined(separator: ",")
    let faults = Rules.faults(
      when: #"{"matcher":"m1"}"#,
      beside: #""matchers":{\#(links),"m20001":{"status":1}}"#
    )
    #expect(!faults.contains("unknown-matcher"))
  }
}

@Suite("inside")
struct InsideTests {
  @Test("holds for the error, an error in its payload or a cause, of which one satisfies all of it")
  func oneError() throws {
    try expect(
      #"{"inside":{"type":"A","code":1}}"#,
      matches: [
        #"{"type":"A","code":1}"#, #"{"type":"E","payload":[7,"x",{"type":"A","code":1}]}"#,
        #"{"type":"E","payload":{"type":"A","code":1}}"#,
        #"{"type":"E","underlying":[{"type":"B"},{"type":"A","code":1}]}"#,
        #"{"type":"E","payload":[{"type":"F","payload":[{"type":"A","code":1}]}]}"#,
        #"{"type":"E","payload":[{"type":"F","underlying":[{"type":"G"},{"type":"A","code":1}]}]}"#,
        #"{"type":"E","underlying":[{"type":"F"},{"type":"G","payload":[{"type":"A","code":1}]}]}"#,
      ],
      not: [
        #"{"type":"A","underlying":[{"type":"B","code":1}]}"#, #"{"type":"E","payload":["A",1]}"#,
        #"{"type":"E","payload":[{"type":"A"}],"underlying":[{"code":1,"type":"B"}]}"#, #"{"type":"E"}"#,
        #"{"type":"E","payload":[[{"type":"A","code":1}]],"attributes":{"a":{"type":"A","code":1}}}"#,
      ]
    )
    try expect(
      #"{"not":{"inside":{"type":"A"}}}"#,
      matches: [#"{"type":"E","payload":[{"type":"B"}],"underlying":[{"type":"C"}]}"#],
      not: [#"{"type":"E","payload":[{"type":"B"},{"type":"A"}]}"#]
    )
  }

  @Test("sees own fields of other errors only, and may be asked by a category and behind a cause")
  func ownFields() throws {
    try expect(
      #"{"category":"net"}"#,
      matches: [#"{"type":"E","payload":[{"status":503}]}"#, #"{"status":500}"#],
      not: [#"{"type":"E","payload":[{"type":"F"}]}"#],
      beside: #""categories":[{"name":"net","when":{"inside":{"status":"5xx"}}}]"#
    )
    try expect(
      #"{"underlying":{"inside":{"type":"A"}}}"#,
      matches: [#"{"type":"E","underlying":[{"type":"B","payload":[{"type":"A"}]}]}"#],
      not: [#"{"type":"A","underlying":[{"type":"B"}]}"#, #"{"type":"E","payload":[{"type":"A"}]}"#]
    )
  }

  @Test("looks for the causes of a cause in the flat list, also where it asks whether there are any")
  func causesOfCauses() throws {
    let flat = #"{"type":"A","underlying":[{"type":"B"},{"type":"C"}]}"#
    let nested = #"{"type":"A","underlying":[{"type":"B","underlying":[{"type":"C"}]}]}"#
    let single = #"{"type":"A","underlying":[{"type":"B"}]}"#
    let empty = #"{"type":"A","underlying":[{"type":"B","underlying":[]}]}"#
    try expect(
      #"{"underlying":{"type":"B","underlying":{"exists":true}}}"#,
      matches: [flat, nested, empty],
      not: [single]
    )
    try expect(
      #"{"underlying":{"type":"B","underlying":{"exists":false}}}"#,
      matches: [single],
      not: [flat, nested, empty]
    )
    try expect(
      #"{"rootCause":{"underlying":{"exists":false}}}"#,
      matches: [flat, nested, single, #"{"type":"A"}"#],
      not: [empty]
    )
    try expect(
      #"{"payload":{"0":{"underlying":{"exists":true}}}}"#,
      matches: [#"{"type":"P","payload":[\#(flat)]}"#],
      not: [#"{"type":"P","payload":[{"type":"A"}]}"#]
    )
  }

  @Test("can't stand in itself, nor be a list")
  func faults() {
    #expect(Rules.faults(when: #"{"inside":{"any":[{"inside":{"type":"A"}}]}}"#) == ["wrong-value"])
    #expect(Rules.faults(when: #"{"inside":[{"type":"A"}]}"#) == ["wrong-type"])
  }
}
