import RuleEngine
import Testing

@Suite(
  "The JSON scanner on nst/JSONTestSuite",
  .enabled(if: SharedData.exists("JSONTestSuite"), "318 cases of ../shared/data/JSONTestSuite")
)
struct JSONTestSuiteTests {
  static let folder = "JSONTestSuite/test_parsing"

  @Test("classifies all 283 cases with a defined result correctly")
  func conformance() throws {
    let names = try #require(SharedData.names(in: Self.folder))
    var right = 0
    for name in names where !name.hasPrefix("i_") {
      let fault = try Self.fault(name)
      #expect((fault == nil) == name.hasPrefix("y_"), "\(name): \(String(describing: fault))")
      if (fault == nil) == name.hasPrefix("y_") { right += 1 }
    }
    print("JSONTestSuite: \(right) of 283")
    #expect(right == 283)
  }

  @Test("classifies the 35 undefined cases as in the table")
  func openCases() throws {
    let names = try #require(SharedData.names(in: Self.folder))
    let open = names.filter { $0.hasPrefix("i_") }
    #expect(open.count == 35)
    #expect(open == Self.decisions.keys.sorted())
    for name in open {
      #expect(try Self.fault(name)?.kind == Self.decisions[name, default: .empty], "\(name)")
    }
  }

  @Test("rejects 100,000 open brackets by depth")
  func depth() throws {
    #expect(try Self.fault("n_structure_100000_opening_arrays.json")?.kind == .tooDeep)
  }

  static func fault(_ name: String) throws -> JSONFault? {
    let bytes = try #require(SharedData.bytes("\(folder)/\(name)"))
    return JSONTape.scanning(bytes) { _, fault in fault }
  }

  /// The scanner's result for each undefined case without repairs; nil if it accepts.
  static let decisions: [String: JSONFault.Kind?] = [
    // Numbers of any size are JSON: beyond 64 bits they become the nearest Double, and the text is kept.
    "i_number_double_huge_neg_exp.json": nil,
    "i_number_huge_exp.json": nil,
    "i_number_neg_int_huge_exp.json": nil,
    "i_number_pos_double_huge_exp.json": nil,
    "i_number_real_neg_overflow.json": nil,
    "i_number_real_pos_overflow.json": nil,
    "i_number_real_underflow.json": nil,
    "i_number_too_big_neg_int.json": nil,
    "i_number_too_big_pos_int.json": nil,
    "i_number_very_big_negative_int.json": nil,
    // Half a surrogate pair is not a character, and a Swift string cannot hold it.
    "i_object_key_lone_2nd_surrogate.json": .loneSurrogate,
    "i_string_1st_surrogate_but_2nd_missing.json": .loneSurrogate,
    "i_string_1st_valid_surrogate_2nd_invalid.json": .loneSurrogate,
    "i_string_incomplete_surrogate_and_escape_valid.json": .loneSurrogate,
    "i_string_incomplete_surrogate_pair.json": .loneSurrogate,
    "i_string_incomplete_surrogates_escape_valid.json": .loneSurrogate,
    "i_string_invalid_lonely_surrogate.json": .loneSurrogate,
    "i_string_invalid_surrogate.json": .loneSurrogate,
    "i_string_inverted_surrogates_U+1D11E.json": .loneSurrogate,
    "i_string_lone_second_surrogate.json": .loneSurrogate,
    // RFC 8259, section 8.1: JSON is UTF-8. Streams repair these bytes instead.
    "i_string_UTF-8_invalid_sequence.json": .invalidUTF8,
    "i_string_UTF8_surrogate_U+D800.json": .invalidUTF8,
    "i_string_invalid_utf-8.json": .invalidUTF8,
    "i_string_iso_latin_1.json": .invalidUTF8,
    "i_string_lone_utf8_continuation_byte.json": .invalidUTF8,
    "i_string_not_in_unicode_range.json": .invalidUTF8,
    "i_string_overlong_sequence_2_bytes.json": .invalidUTF8,
    "i_string_overlong_sequence_6_bytes.json": .invalidUTF8,
    "i_string_overlong_sequence_6_bytes_null.json": .invalidUTF8,
    "i_string_truncated-utf-8.json": .invalidUTF8,
    // The rule file reader transcodes UTF-16 with a byte order mark; these are raw bytes.
    "i_string_UTF-16LE_with_BOM.json": .invalidUTF8,
    "i_string_utf16BE_no_BOM.json": .expectedValue,
    "i_string_utf16LE_no_BOM.json": .expectedValue,
    // Deeper than the limit of a record.
    "i_structure_500_nested_arrays.json": .tooDeep,
    // A byte order mark must not be sent (section 8.1); the rule file reader removes it first.
    "i_structure_UTF-8_BOM_empty_object.json": .byteOrderMark,
  ]
}
