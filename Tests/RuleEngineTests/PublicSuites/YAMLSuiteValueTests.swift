import RuleEngine
import Testing

@Suite("YAML values on yaml-test-suite", YAMLSuite.isHere, .enabled(if: YAMLEvents.isSupported))
struct YAMLSuiteValueTests {
  /// The cases that libyaml reads differently from YAML 1.2.
  static let known: Set<String> = ["652Z", "DK95/01", "HM87/01", "JEF9/02", "L24T/01", "Y2GN"]

  @Test("equal those of in.json, except for the six that libyaml reads differently")
  func values() throws {
    var equal = 0
    var rejected = 0
    var different: Set<String> = []
    for testCase in try YAMLSuite.cases() {
      guard let json = testCase.json else { continue }
      guard let documents = YAMLSuite.documents(testCase)?.map({ $0.map(\.jsonOutline) ?? "nothing" }) else {
        rejected += 1
        continue
      }
      let expected = JSONTexts.split(json).map { Reading.json($0).node?.jsonOutline ?? "" }
      if documents == expected {
        equal += 1
      } else {
        different.insert(testCase.id)
      }
    }
    print(
      "yaml-test-suite, values: \(equal) equal, \(rejected) refused by libyaml, \(different.count) different"
    )
    #expect(equal >= 234)
    #expect(different == Self.known)
  }
}

extension Node {
  /// The value as JSON would have it: members unordered, 1.0 the same as 1.
  fileprivate var jsonOutline: String {
    switch content {
    case .decimal(let value) where value == value.rounded() && abs(value) < 1e15: "\(Int64(value))"
    case .sequence(let elements): "[" + elements.map(\.jsonOutline).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{" + members.map { "\"\($0.key)\": \($0.value.jsonOutline)" }.sorted().joined(separator: ", ") + "}"
    default: outline
    }
  }
}

/// A sequence of JSON values.
enum JSONTexts {
  static func split(_ bytes: [UInt8]) -> [String] {
    var texts: [String] = []
    var depth = 0
    var isInString = false
    var text: [UInt8] = []
    var index = 0
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
    while index < bytes.count {
      let byte = bytes[index]
      if isInString {
        if byte == UInt8(ascii: "\\") {
          text.append(byte)
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        depth -= 1
      }
      text.append(bytes[index])
      index += 1
      if depth == 0, !isInString, index == bytes.count || isSpace(bytes[index]) {
        let value = text.drop(while: isSpace)
        if !value.isEmpty { texts.append(String(decoding: value, as: UTF8.self)) }
        text = []
      }
    }
    return texts
  }
}
