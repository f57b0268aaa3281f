/// A value of the part of TOML that rust-lang/regex's test data is written in.
indirect enum TOMLValue {
  case text(String)
  case number(Int)
  case truth(Bool)
  case list([TOMLValue])
  case table([String: TOMLValue])

  var text: String? { if case .text(let value) = self { value } else { nil } }
  var number: Int? { if case .number(let value) = self { value } else { nil } }
  var truth: Bool? { if case .truth(let value) = self { value } else { nil } }
  var list: [TOMLValue]? { if case .list(let value) = self { value } else { nil } }
  var table: [String: TOMLValue]? { if case .table(let value) = self { value } else { nil } }
}

/// Reads the `[[test]]` tables of a TOML file.
struct TOMLReader {
  struct Failure: Error {
    let message: String
    let position: Int
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func tests() throws -> [[String: TOMLValue]] {
    var tests: [[String: TOMLValue]] = []
    skip()
    while position < scalars.count {
      if take("[[test]]") {
        tests.append([:])
      } else {
        let key = word()
        try expect("=")
        guard !tests.isEmpty, !key.isEmpty else { throw failure("a key outside of a test") }
        tests[tests.count - 1][key] = try value()
      }
      skip()
    }
    return tests
  }

  private mutating func value() throws -> TOMLValue {
    skip()
    if take("'''") { return .text(try literal("'''", isMultiline: true)) }
    if take("\"\"\"") { return .text(try escaped("\"\"\"", isMultiline: true)) }
    if take("'") { return .text(try literal("'", isMultiline: false)) }
    if take("\"") { return .text(try escaped("\"", isMultiline: false)) }
    if take("[") { return .list(try elements()) }
    if take("{") { return .table(try members()) }
    let word = word()
    if let number = Int(word) { return .number(number) }
    guard word == "true" || word == "false" else { throw failure("no value: \(word)") }
    return .truth(word == "true")
  }

  private mutating func elements() throws -> [TOMLValue] {
    var elements: [TOMLValue] = []
    while true {
      skip()
      if take("]") { return elements }
      elements.append(try value())
      skip()
      _ = take(",")
    }
  }

  private mutating func members() throws -> [String: TOMLValue] {
    var members: [String: TOMLValue] = [:]
    while true {
      skip()
      if take("}") { return members }
      let key = word()
      try expect("=")
      members[key] = try value()
      skip()
      _ = take(",")
    }
  }

  private mutating func literal(_ end: String, isMultiline: Bool) throws -> String {
    if isMultiline { _ = take("\n") }
    var text = ""
    while !take(end) { text.unicodeScalars.append(try next()) }
    return text
  }

  private mutating func escaped(_ end: String, isMultiline: Bool) throws -> String {
    if isMultiline { _ = take("\n") }
    var text = ""
    while !take(end) {
      let scalar = try next()
      guard scalar == "\\" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      switch try next() {
      case "n": text += "\n"
      case "r": text += "\r"
      case "t": text += "\t"
      case "b": text += "\u{8}"
      case "f": text += "\u{C}"
      case "\\": text += "\\"
      case "\"": text += "\""
      case "u": text.unicodeScalars.append(try hexadecimal(digits: 4))
      case "U": text.unicodeScalars.append(try hexadecimal(digits: 8))
      default: throw failure("unknown escape")
      }
    }
    return text
  }

  private mutating func hexadecimal(digits: Int) throws -> Unicode.Scalar {
    var text = ""
    for _ in 0..<digits { text.unicodeScalars.append(try next()) }
    guard let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value) else {
      throw failure("no scalar: \(text)")
    }
    return scalar
  }

  private mutating func word() -> String {
    skip()
    var word = ""
    while position < scalars.count,
      scalars[position].properties.isAlphabetic || "0123456789-_".unicodeScalars.contains(scalars[position])
    {
      word.unicodeScalars.append(scalars[position])
      position += 1
    }
    return word
  }

  private mutating func next() throws -> Unicode.Scalar {
    guard position < scalars.count else { throw failure("unexpected end") }
    position += 1
    return scalars[position - 1]
  }

  private mutating func expect(_ text: String) throws {
    skip()
    guard take(text) else { throw failure("expected \(text)") }
  }

  private mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard position + wanted.count <= scalars.count,
      Array(scalars[position..<(position + wanted.count)]) == wanted
    else { return false }
    position += wanted.count
    return true
  }

  private mutating func skip() {
    while position < scalars.count {
      if scalars[position] == "#" {
        while position < scalars.count, scalars[position] != "\n" { position += 1 }
      } else if " \t\r\n".unicodeScalars.contains(scalars[position]) {
        position += 1
      } else {
        return
      }
    }
  }

  private func failure(_ message: String) -> Failure { Failure(message: message, position: position) }
}
