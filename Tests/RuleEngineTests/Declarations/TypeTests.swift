import RuleEngine
import Testing

@Suite("Declared types")
struct TypeTests {
  private static let types = #"""
    "types": {
      "NetworkError": {"is": ["LocalizedError"], "cases": ["server", "unauthorized"]},
      "Login.Error": {"cases": ["wrongPassword"]},
      "Cart.Error": {"cases": ["soldOut"]},
      "Open": {"is": ["NetworkError"]},
      "None": {"cases": []}
    }
    """#

  private func faults(_ matcher: String) -> [String] {
    Rules.compile(Rules.text(when: matcher, beside: Self.types)).diagnostics
      .map { "\($0.severity.rawValue) \($0.code)" }
  }

  @Test("have exactly the cases they declare, however much of their names is written")
  func cases() {
    #expect(faults(#"{"case": ["NetworkError.server", "Shop.NetworkError.unauthorized"]}"#) == [])
    #expect(faults(#"{"case": "NetworkError.decoding"}"#) == ["error unknown-case"])
    #expect(faults(#"{"case": "Shop.Api.NetworkError.decoding"}"#) == ["error unknown-case"])
    #expect(faults(#"{"case": "None.any"}"#) == ["error unknown-case"])
    #expect(
      faults(#"{"any": [{"not": {"underlying": {"case": "NetworkError.servr"}}}]}"#) == ["error unknown-case"]
    )
    #expect(faults(#"{"case": "NetworkError.server(NetworkError.servr)"}"#) == ["error unknown-case"])
  }

  @Test("do not affect other types, open types, globs or bare cases")
  func open() {
    for name in [
      "MyNetworkError.decoding", "NetworkError.Kind.decoding", "Open.any", "LocalizedError.any",
      "NetworkError.d*",
      "decoding", "Shop.Error.any", ".decoding",
    ] {
      #expect(faults(#"{"case": "\#(name)"}"#) == [], "\(name)")
    }
    #expect(faults(#"{"case": {"equals": "NetworkError.decoding"}}"#) == [])
  }

  @Test("that share a short name are considered together, and another type may be meant")
  func shortNames() {
    #expect(faults(#"{"case": ["Error.soldOut", "Error.wrongPassword"]}"#) == [])
    #expect(faults(#"{"case": "Error.soldout"}"#) == ["warning unknown-case"])
    #expect(faults(#"{"case": "Cart.Error.wrongPassword"}"#) == ["error unknown-case"])
  }

  @Test("do not affect matching")
  func matching() throws {
    try expect(
      #"{"type": "LocalizedError"}"#,
      matches: [#"{"type": "Other", "is": ["LocalizedError"]}"#],
      not: [#"{"type": "NetworkError"}"#, #"{"type": "Open"}"#],
      beside: Self.types
    )
    try expect(
      #"{"type": "NetworkError"}"#,
      matches: [#"{"type": "NetworkError", "case": "decoding"}"#],
      not: [#"{"type": "Open"}"#],
      beside: Self.types
    )
  }

  @Test(
    "may not be each other's ancestors; any other type may be one",
    arguments: [
      (#""A": {"is": ["B"]}, "B": {"is": ["C", "D"]}, "C": {"is": ["D"]}, "D": {}"#, [String]()),
      (#""Api.Error": {"is": ["Error"]}"#, []),
      (#""A": {"is": ["A"]}"#, ["type-cycle"]),
      (#""A": {"is": ["B"]}, "B": {"is": ["Shop.A"]}"#, ["type-cycle"]),
      (#""A": {"is": ["X", "B"]}, "B": {"is": ["C"]}, "C": {"is": ["Y", "B"]}"#, ["type-cycle"]),
      (
        #""A": {"is": ["B"]}, "B": {"is": ["A"]}, "C": {"is": ["A", "D"]}, "D": {"is": ["C"]}"#,
        ["type-cycle", "type-cycle"]
      ),
    ]
  )
  func cycles(types: String, faults: [String]) {
    #expect(Rules.faults(#"{"version": 1, "types": {\#(types)}}"#) == faults)
  }

  @Test("in a chain as long as the file are read without recursion")
  func longRow() {
    let row = (0..<20_000).map { #""T\#($0)": {"is": ["T\#($0 + 1)"]}"# }.joined(separator: ", ")
    #expect(Rules.faults(#"{"version": 1, "types": {\#(row)}}"#) == [])
    #expect(Rules.faults(#"{"version": 1, "types": {\#(row), "T20000": {"is": ["T0"]}}}"#) == ["type-cycle"])
  }
}
