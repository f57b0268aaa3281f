import RuleEngine
import Testing

@Suite("Plain YAML scalars", .enabled(if: YAMLEvents.isSupported))
struct YAMLCoreSchemaTests {
  @Test(
    "follow the core schema of YAML 1.2",
    arguments: [
      // Values with another meaning in YAML 1.1.
      ("yes", "\"yes\""), ("Yes", "\"Yes\""), ("no", "\"no\""), ("NO", "\"NO\""), ("on", "\"on\""),
      ("off", "\"off\""),
      ("y", "\"y\""), ("010", "10"), ("0777", "777"), ("0o17", "15"), ("0b101", "\"0b101\""),
      ("1_000", "\"1_000\""),
      ("12:30:45", "\"12:30:45\""), ("190:20:30", "\"190:20:30\""), ("1e3", "~1000.0"), ("1.5e3", "~1500.0"),
      ("2001-12-14", "\"2001-12-14\""), ("2001-12-14t21:59:43.10-05:00", "\"2001-12-14t21:59:43.10-05:00\""),
      ("<<", "\"<<\""), ("=", "\"=\""), ("08", "8"), ("0.1e400", "~1.7976931348623157e+308"),
      // Null and booleans have exactly three spellings.
      ("~", "null"), ("null", "null"), ("Null", "null"), ("NULL", "null"), ("nULL", "\"nULL\""), ("", "null"),
      ("true", "true"), ("True", "true"), ("TRUE", "true"), ("tRUE", "\"tRUE\""), ("false", "false"),
      ("False", "false"), ("FALSE", "false"),
      // Integers.
      ("0", "0"), ("-0", "0"), ("+12", "12"), ("-12", "-12"), ("0x1F", "31"), ("0x1f", "31"),
      ("-0x1F", "\"-0x1F\""),
      ("0o8", "\"0o8\""), ("0x", "\"0x\""), ("0o", "\"0o\""), ("0O17", "\"0O17\""), ("0X1F", "\"0X1F\""),
      ("9223372036854775807", "9223372036854775807"), ("9223372036854775808", "~9.223372036854776e+18"),
      ("-9223372036854775808", "-9223372036854775808"), ("0xFFFFFFFFFFFFFFFF", "~1.8446744073709552e+19"),
      ("123456789012345678901234567890", "~1.2345678901234568e+29"),
      // Decimals.
      (".5", "~0.5"), ("-.5", "~-0.5"), ("+.5", "~0.5"), ("1.", "~1.0"), ("1.e2", "~100.0"),
      ("1E-2", "~0.01"),
      ("-0.0", "~-0.0"), (".", "\".\""), ("..", "\"..\""), ("1e", "\"1e\""), ("e3", "\"e3\""),
      ("1.2.3", "\"1.2.3\""),
      ("+", "\"+\""), ("-.", "\"-.\""), ("--1", "\"--1\""), ("1 2", "\"1 2\""), ("4xx", "\"4xx\""),
      ("400..<500", "\"400..<500\""),
      (".Infinity", "\".Infinity\""), ("inf", "\"inf\""), ("NaN", "\"NaN\""), ("１", "\"１\""),
    ]
  )
  func meaning(text: String, outline: String) {
    let reading = Reading.yaml("- \(text)\n")
    #expect(reading.outline == "[\(outline)]")
    #expect(reading.findings == [])
  }

  @Test(
    "are errors if they mean infinity or not-a-number",
    arguments: [".inf", ".Inf", ".INF", "-.inf", "+.INF", ".nan", ".NaN", ".NAN"]
  )
  func notFinite(text: String) {
    #expect(Reading.yaml("a: \(text)\n").findings == ["number-not-finite 1:4-\(4 + text.count)"])
    #expect(Reading.yaml("a: '\(text)'\n").findings == [])
    #expect(Reading.yaml("\(text): a\n").findings.count == 1)
  }

  @Test("keep their text, and are strings if quoted")
  func text() {
    let node = Reading.yaml("- 010\n- 0x1F\n- TRUE\n- ~\n- '010'\n- \"true\"\n").node
    #expect(node?.elements?.map(\.text) == ["010", "0x1F", "TRUE", "~", "010", "true"])
    #expect(node?.elements?.suffix(2).map(\.string) == ["010", "true"])
  }

  @Test("are keys by their text")
  func keys() {
    #expect(
      Reading.yaml("401: a\n4.0: b\ntrue: c\n~: d\n010: e\n").outline
        == #"{"401": "a", "4.0": "b", "true": "c", "~": "d", "010": "e"}"#
    )
  }
}
