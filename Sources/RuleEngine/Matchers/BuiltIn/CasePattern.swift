/// A case as a rule names it: an optional type, the case, and the first of its values.
struct CasePattern {
  let name: String
  var values: [CaseValue]?

  enum CaseValue {
    case scalar(Scalar)
    case nested(CasePattern)
  }

  struct Fault: Error {
    let message: String
  }

  /// Reads `NetworkError.server(500, "x", .none)`.
  static func parse(_ text: String) -> Result<CasePattern, Fault> {
    var parser = Parser(rest: text[...])
    do throws(Fault) {
      let pattern = try parser.pattern()
      parser.skipSpaces()
      guard parser.rest.isEmpty else {
        throw Fault(message: "“\(parser.rest)” stands after the case's end. Delete it.")
      }
      return .success(pattern)
    } catch {
      return .failure(error)
    }
  }

  func condition(source: Condition.Source) -> Condition {
    var conditions = names(source)
    for (index, value) in (values ?? []).enumerated() {
      switch value {
      case .scalar(let scalar):
        conditions.append(.compare(.payload(index), .equal(scalar), source))
      case .nested(let pattern):
        conditions.append(.payloadError(index, pattern.condition(source: source)))
      }
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private func names(_ source: Condition.Source) -> [Condition] {
    guard let dot = name.lastIndex(of: ".") else {
      return [.compare(.field(.case), .name(name), source)]
    }
    if name.contains("*") { return [.compare(.field(.case), .qualifiedCaseGlob(name), source)] }
    let type = String(name[..<dot])
    let bare = String(name[name.index(after: dot)...])
    let caseName = Condition.compare(.field(.case), .text(TextTest(.equals, bare)), source)
    return type.isEmpty
      ? [caseName] : [.compare(.field(.type), .typeName(type, exactly: true), source), caseName]
  }

  private struct Parser {
    var rest: Substring

    mutating func skipSpaces() {
      rest = rest.drop { $0 == " " }
    }

    mutating func pattern() throws(Fault) -> CasePattern {
      skipSpaces()
      let name = rest.prefix { !"(), \"".contains($0) }
      guard !name.isEmpty, name.last != "." else {
        throw Fault(message: "Expected a case's name such as NetworkError.server, found “\(rest)”.")
      }
      rest = rest.dropFirst(name.count)
      var pattern = CasePattern(name: String(name))
      skipSpaces()
      guard rest.first == "(" else { return pattern }
      rest.removeFirst()
      var values: [CaseValue] = []
      skipSpaces()
      while rest.first != ")" {
        values.append(try value())
        skipSpaces()
        if rest.first == "," {
          rest.removeFirst()
          skipSpaces()
        } else if rest.first != ")" {
          let found = rest.isEmpty ? "the end" : "“\(rest)”"
          throw Fault(message: "Expected “,” or “)” after a case's value, found \(found).")
        }
      }
      rest.removeFirst()
      pattern.values = values
      return pattern
    }

    mutating func value() throws(Fault) -> CaseValue {
      if rest.first == "\"" { return .scalar(.string(try string())) }
      let word = rest.prefix { !"(),".contains($0) }
      let text = word.split(separator: " ").joined(separator: " ")
      let scalar: Scalar? =
        switch text {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null": .null
        default:
          if let integer = Int64(text) {
            .number(.integer(integer))
          } else if let first = text.first, first.isNumber || first == "-", let decimal = Double(text) {
            .number(.decimal(decimal))
          } else {
            nil
          }
        }
      if let scalar {
        rest = rest.dropFirst(word.count)
        return .scalar(scalar)
      }
      return .nested(try pattern())
    }

    mutating func string() throws(Fault) -> String {
      rest.removeFirst()
      var text = ""
      while let character = rest.popFirst() {
        if character == "\"" { return text }
        guard character == "\\" else {
          text.append(character)
          continue
        }
        switch rest.popFirst() {
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "\"": text.append("\"")
        case "\\": text.append("\\")
        default: throw Fault(message: "In a case's string only \\\", \\\\, \\n and \\t are escapes.")
        }
      }
      throw Fault(message: "The string in the case's values has no closing quote.")
    }
  }
}
