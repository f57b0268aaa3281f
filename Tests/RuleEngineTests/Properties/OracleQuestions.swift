import Foundation

/// The evaluation of matchers.
struct OracleQuestions {
  typealias Object = [String: Any]

  let oracle: Oracle
  var isInCategory = false

  func holds(_ when: Object, _ error: OracleError, isNested: Bool = false) -> Bool {
    when.allSatisfy { key, value in holds(key, value, error, isNested) }
  }

  private func holds(_ key: String, _ value: Any, _ error: OracleError, _ isNested: Bool) -> Bool {
    switch key {
    case "all": return (value as? [Object] ?? []).allSatisfy { holds($0, error, isNested: isNested) }
    case "any": return (value as? [Object] ?? []).contains { holds($0, error, isNested: isNested) }
    case "not": return !holds(value as? Object ?? [:], error, isNested: isNested)
    case "matcher":
      return items(value).contains { name in
        holds(oracle.matchers[name as? String ?? ""] as? Object ?? [:], error, isNested: isNested)
      }
    case "category" where value is Object:
      let category = isNested ? error.members["category"] as? String : error.category
      return category.map { scalar(value, $0) } ?? missing(value)
    case "category": return items(value).contains { asksCategory($0 as? String ?? "", error, isNested) }
    case "open": return items(value).contains { oracle.isOpen($0 as? String ?? "", error) }
    case "type": return isType(value, error)
    case "case" where value is Object:
      return error.members["case"].map { scalar(value, $0) } ?? missing(value)
    case "case": return items(value).contains { isCase($0 as? String ?? "", error) }
    case "payload":
      return (value as? Object ?? [:]).allSatisfy { index, test in
        let values = OracleError.list(error.members["payload"])
        guard let place = Int(index), place < values.count else { return missing(test) }
        if let test = test as? Object, !isOperators(test) {
          guard let nested = values[place] as? Object else { return false }
          return holds(test, OracleError(nested), isNested: true)
        }
        return scalar(test, values[place])
      }
    case "underlying" where (value as? Object)?["exists"] is Bool:
      let isThere = error.members["underlying"] != nil || isNested && !error.causes.isEmpty
      return isThere == ((value as? Object)?["exists"] as? Bool)
    case "underlying":
      return error.causes.contains { holds(value as? Object ?? [:], $0, isNested: true) }
    case "inside":
      let test = value as? Object ?? [:]
      return holds(test, error, isNested: isNested)
        || Self.inside(error).contains { holds(test, $0, isNested: true) }
    case "rootCause":
      guard let last = error.causes.last else {
        return holds(value as? Object ?? [:], error, isNested: isNested)
      }
      return holds(value as? Object ?? [:], last, isNested: true)
    case "attributes":
      return (value as? Object ?? [:]).allSatisfy { path, test in
        guard let found = error.attribute(path) else { return missing(test) }
        guard let elements = found as? [Any] else { return scalar(test, found) }
        return elements.contains { scalar(test, $0) }
      }
    case "problem":
      return (value as? Object ?? [:]).allSatisfy { member, test in
        error.problem(member).map { scalar(test, $0) } ?? missing(test)
      }
    case "with":
      return (value as? Object ?? [:]).allSatisfy { path, test in
        guard let found = OracleError.find(path, error.members["with"] as? Object ?? [:]) else {
          return missing(test)
        }
        guard let elements = found as? [Any] else { return scalar(test, found) }
        return elements.contains { scalar(test, $0) }
      }
    case "status": return error.status.map { scalar(value, $0) } ?? missing(value)
    case "code": return error.members["code"].map { code(value, $0, error) } ?? missing(value)
    case "severity":
      guard let own = error.severity else { return false }
      if let test = value as? Object {
        return OracleError.severity(test["atLeast"]).map { own >= $0 } ?? false
      }
      return items(value).contains { OracleError.severity($0) == own }
    case "fatal": return error.isFatal == (value as? Bool)
    case "domain", "origin", "operation", "event":
      guard let text = error.members[key] as? String else { return missing(value) }
      if let test = value as? Object { return scalar(test, text) }
      return items(value).contains { glob($0 as? String ?? "", text) }
    default:
      return error.members[key].map { scalar(value, $0) } ?? missing(value)
    }
  }

  /// All errors inside an error, at any depth.
  private static func inside(_ error: OracleError) -> [OracleError] {
    let nested = OracleError.list(error.members["payload"]).compactMap { $0 as? Object }.map {
      OracleError($0)
    }
    return (nested + error.causes).flatMap { [$0] + inside($0) }
  }

  /// The result of a test for a missing value.
  private func missing(_ test: Any) -> Bool {
    (test as? Object).map { $0.count == 1 && $0["exists"] as? Bool == false } ?? false
  }

  private func items(_ value: Any) -> [Any] {
    let all = value as? [Any] ?? [value]
    return all.flatMap { item -> [Any] in
      guard let name = item as? String, name.hasPrefix("$") else { return [item] }
      return oracle.lists[String(name.dropFirst())] as? [Any] ?? []
    }
  }

  private func asksCategory(_ name: String, _ error: OracleError, _ isNested: Bool) -> Bool {
    if isNested { return (error.members["category"] as? String).map { glob(name, $0) } ?? false }
    guard isInCategory else { return error.category.map { glob(name, $0) } ?? false }
    return oracle.categories.contains {
      $0["name"] as? String == name && oracle.ownMatcherHolds($0, error)
    }
  }

  private func isType(_ value: Any, _ error: OracleError) -> Bool {
    let exactly = (value as? Object)?["exactly"]
    let names =
      [error.members["type"] as? String].compactMap { $0 }
      + (exactly == nil ? OracleError.list(error.members["is"]).compactMap { $0 as? String } : [])
    return items(exactly ?? value).contains { wanted in
      names.contains { isName(wanted as? String ?? "", $0) }
    }
  }

  private func isName(_ wanted: String, _ name: String) -> Bool {
    wanted.contains("*") ? glob(wanted, name) : name == wanted || name.hasSuffix("." + wanted)
  }

  /// `server`, `Net.server`, `ser*`, `*.server`, `Net.server(500)`.
  private func isCase(_ form: String, _ error: OracleError) -> Bool {
    guard let name = error.members["case"] as? String else { return false }
    let wanted = String(form.prefix { $0 != "(" })
    if wanted.count < form.count {
      let inside = form.dropFirst(wanted.count + 1).dropLast()
      let values = OracleError.list(error.members["payload"])
      for (index, text) in inside.split(separator: ",").enumerated() {
        guard index < values.count, equal(word(text), values[index]) else { return false }
      }
    }
    guard wanted.contains(".") else { return glob(wanted, name) }
    guard let type = error.members["type"] as? String else { return false }
    return isName(wanted, "\(type).\(name)")
  }

  private func word(_ text: Substring) -> Any {
    switch text {
    case "true": true
    case "null": NSNull()
    case let text where text.hasPrefix("\""): String(text.dropFirst().dropLast())
    case let text: Int(text) ?? Double(text) ?? -1.5
    }
  }

  /// An integer and its canonical decimal text are one code.
  private func canonical(_ code: Any) -> Any {
    guard let text = code as? String, let integer = Int(text), "\(integer)" == text else { return code }
    return integer
  }

  private func code(_ test: Any, _ code: Any, _ error: OracleError) -> Bool {
    // A symbol of the error's domain is a number too, which is not a text.
    var number: Int?
    if let text = code as? String, error.members["domain"] as? String == "NSURLErrorDomain" {
      number = Self.symbols[text]
    }
    if let test = test as? Object {
      let isNumeric = test.keys.allSatisfy { Self.numeric.contains($0) }
      return scalar(test, canonical(code)) || (isNumeric && number.map { scalar(test, $0) } ?? false)
    }
    return items(test).contains { item in
      if let text = item as? String, text.contains("*") { return glob(text, "\(code)") }
      return scalar(canonical(item), canonical(code)) || number.map { scalar(canonical(item), $0) } ?? false
    }
  }

  private static let symbols = [
    "NSURLErrorTimedOut": -1001, "NSURLErrorCancelled": -999, "NSURLErrorUnknown": -1,
  ]
  private static let numeric: Set = ["lessThan", "atMost", "atLeast", "greaterThan"]

  private func isOperators(_ test: Object) -> Bool {
    test.keys.contains { Self.operators.contains($0) }
  }

  private static let operators: Set<String> = [
    "equals", "contains", "hasPrefix", "hasSuffix", "glob", "ignoreCase", "lessThan", "atMost", "atLeast",
    "greaterThan", "exists",
  ]

  /// A bare value, a list, a range, a class, or operators, tested against one value.
  private func scalar(_ test: Any, _ value: Any) -> Bool {
    if let test = test as? Object { return operators(test, value) }
    return items(test).contains { item in
      if let text = item as? String, let range = range(text) { return number(value).map(range) ?? false }
      return equal(item, value)
    }
  }

  private func operators(_ test: Object, _ value: Any) -> Bool {
    let folds = test["ignoreCase"] as? Bool == true
    return test.allSatisfy { key, operand in
      if key == "ignoreCase" { return true }
      if key == "exists" { return operand as? Bool == true }
      return (operand as? [Any] ?? [operand]).contains { operand in
        if let bound = number(operand), let own = number(value) {
          switch key {
          case "lessThan": return own < bound
          case "atMost": return own <= bound
          case "atLeast": return own >= bound
          case "greaterThan": return own > bound
          default: break
          }
        }
        guard key != "equals" || folds else { return equal(operand, value) }
        guard var text = value as? String, var wanted = operand as? String else { return false }
        if folds { (text, wanted) = (text.lowercased(), wanted.lowercased()) }
        switch key {
        case "equals": return text == wanted
        case "contains": return text.contains(wanted)
        case "hasPrefix": return text.hasPrefix(wanted)
        case "hasSuffix": return text.hasSuffix(wanted)
        case "glob": return glob(wanted, text, any: "?")
        default: return false
        }
      }
    }
  }

  private func range(_ text: String) -> ((Double) -> Bool)? {
    if text.count == 3, text.hasSuffix("xx"), let digit = Double(text.prefix(1)) {
      return { $0 >= digit * 100 && $0 <= digit * 100 + 99 }
    }
    for (mark, isOpen) in [("..<", true), ("...", false)] {
      let parts = text.components(separatedBy: mark)
      guard parts.count == 2, let low = Double(parts[0]), let high = Double(parts[1]) else { continue }
      return { $0 >= low && (isOpen ? $0 < high : $0 <= high) }
    }
    return nil
  }

  private func number(_ value: Any) -> Double? {
    (value as? Int).map(Double.init) ?? value as? Double
  }

  private func equal(_ one: Any, _ other: Any) -> Bool {
    if one is NSNull || other is NSNull { return one is NSNull && other is NSNull }
    if let one = one as? Bool, let other = other as? Bool { return one == other }
    if let one = one as? String, let other = other as? String {
      return one.unicodeScalars.elementsEqual(other.unicodeScalars)
    }
    guard let one = number(one), let other = number(other) else { return false }
    return one == other
  }

  private func glob(_ pattern: String, _ text: String, any: Character? = nil) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return text.indices.contains { glob(String(pattern.dropFirst()), String(text[$0...]), any: any) }
        || glob(String(pattern.dropFirst()), "", any: any)
    }
    guard let letter = text.first, letter == first || first == any else { return false }
    return glob(String(pattern.dropFirst()), String(text.dropFirst()), any: any)
  }
}
