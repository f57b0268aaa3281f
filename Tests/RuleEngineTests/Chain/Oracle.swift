import Foundation

/// The contract once more, as plainly as it can be written: a rule set and a record as parsed JSON in, who
/// answered and how out. Written from the contract, slow, and sharing nothing with the engine. Values are
/// Swift's own: Bool, Int, Double, String, NSNull, [Any], [String: Any].
struct Oracle {
  typealias Object = [String: Any]

  struct Verdict: Equatable {
    var category: String?
    var path: [String] = []
    var by: String?
    var evaluation = "cancel"
    var isHandled = false
  }

  let file: Object
  private let categories: [Object]
  private let matchers: Object
  private let lists: Object

  init(_ file: Object) {
    self.file = file
    categories = file["categories"] as? [Object] ?? []
    matchers = file["matchers"] as? Object ?? [:]
    lists = file["lists"] as? Object ?? [:]
  }

  func verdict(on record: Object) -> Verdict {
    var verdict = Verdict(category: category(of: record))
    let responders = file["responders"] as? [Object] ?? []
    let ids = responders.map { $0["id"] as? String ?? "" }
    var place = start(record["origin"] as? String, responders, ids)
    while let index = place {
      let responder = responders[index]
      if responder["enabled"] as? Bool != false {
        verdict.path.append(ids[index])
        if let (by, word) = answer(responder, record, verdict.category) {
          verdict.by = "\(ids[index])/\(by)"
          verdict.evaluation = word
          verdict.isHandled = true
          return verdict
        }
      }
      let parent = (responder["parent"] as? String).flatMap { ids.firstIndex(of: $0) }
      if parent == nil, let own = responder["unhandled"] as? Object, let word = own["evaluation"] as? String {
        verdict.evaluation = word
      }
      place = parent
    }
    return verdict
  }

  private func start(_ origin: String?, _ responders: [Object], _ ids: [String]) -> Int? {
    let root = responders.firstIndex { $0["parent"] == nil }
    guard let origin else { return root }
    if let index = ids.firstIndex(of: origin) { return index }
    var best: (length: Int, index: Int)?
    for (index, responder) in responders.enumerated() {
      for claim in responder["origins"] as? [String] ?? [] {
        if claim == origin { return index }
        guard claim.hasSuffix(".*") else { continue }
        let prefix = String(claim.dropLast(2))
        guard origin == prefix || origin.hasPrefix(prefix + ".") else { continue }
        if prefix.count > (best?.length ?? -1) { best = (prefix.count, index) }
      }
    }
    return best?.index ?? root
  }

  /// Who of a responder answers and how, or nil where the error goes on to its parent.
  private func answer(_ responder: Object, _ record: Object, _ category: String?) -> (String, String)? {
    for (index, rule) in (responder["rules"] as? [Object] ?? []).enumerated() {
      guard rule["enabled"] as? Bool != false else { continue }
      let asking = Asking(oracle: self, category: category, record: record)
      if let when = rule["when"] as? Object, !asking.holds(when, record) { continue }
      switch rule["then"] as? String ?? "" {
      case "continue": continue
      case "escalate": return nil
      case let word: return (rule["id"] as? String ?? "#\(index + 1)", word)
      }
    }
    guard let otherwise = responder["otherwise"] as? Object, let word = otherwise["then"] as? String,
      word != "continue", word != "escalate"
    else { return nil }
    return ("otherwise", word)
  }

  private func category(of record: Object) -> String? {
    let fallback = (file["defaults"] as? Object)?["category"] as? String
    let names = categories.compactMap { $0["name"] as? String } + [fallback].compactMap { $0 }
    if let own = record["category"] as? String, names.contains(own) { return own }
    for category in categories where ownMatcherHolds(category, record) { return category["name"] as? String }
    return fallback
  }

  private func ownMatcherHolds(_ category: Object, _ record: Object) -> Bool {
    guard let when = category["when"] as? Object else { return false }
    return Asking(oracle: self, category: nil, record: record, isInCategory: true).holds(when, record)
  }

  /// One error's questions.
  private struct Asking {
    let oracle: Oracle
    let category: String?
    let record: Object
    var isInCategory = false

    func holds(_ when: Object, _ error: Object, isNested: Bool = false) -> Bool {
      when.allSatisfy { key, value in holds(key, value, when, error, isNested) }
    }

    private func holds(_ key: String, _ value: Any, _ when: Object, _ error: Object, _ isNested: Bool) -> Bool
    {
      switch key {
      case "all": return (value as? [Object] ?? []).allSatisfy { holds($0, error, isNested: isNested) }
      case "any": return (value as? [Object] ?? []).contains { holds($0, error, isNested: isNested) }
      case "not": return !holds(value as? Object ?? [:], error, isNested: isNested)
      case "matcher":
        return items(value).contains { name in
          holds(oracle.matchers[name as? String ?? ""] as? Object ?? [:], error, isNested: isNested)
        }
      case "category": return items(value).contains { asksCategory($0 as? String ?? "", error, isNested) }
      case "type": return isType(value, error)
      case "case" where value is Object: return error["case"].map { scalar(value, $0) } ?? missing(value)
      case "case": return items(value).contains { isCase($0 as? String ?? "", error) }
      case "payload":
        return (value as? Object ?? [:]).allSatisfy { index, test in
          let values = list(error["payload"])
          guard let place = Int(index), place < values.count else { return missing(test) }
          if let test = test as? Object, !isOperators(test) {
            guard let nested = values[place] as? Object else { return false }
            return holds(test, nested, isNested: true)
          }
          return scalar(test, values[place])
        }
      case "underlying":
        return causes(error).contains { holds(value as? Object ?? [:], $0, isNested: true) }
      case "rootCause":
        guard let last = causes(error).last else {
          return holds(value as? Object ?? [:], error, isNested: isNested)
        }
        return holds(value as? Object ?? [:], last, isNested: true)
      case "attributes":
        return (value as? Object ?? [:]).allSatisfy { path, test in
          guard let found = attribute(path, error) else { return missing(test) }
          guard let elements = found as? [Any] else { return scalar(test, found) }
          return elements.contains { scalar(test, $0) }
        }
      case "problem":
        guard let problem = error["problem"] as? Object else { return false }
        return (value as? Object ?? [:]).allSatisfy { member, test in
          if member == "type" { return scalar(test, problem["type"] as? String ?? "about:blank") }
          return problem[member].map { scalar(test, $0) } ?? missing(test)
        }
      case "status": return (status(error)).map { scalar(value, $0) } ?? missing(value)
      case "code": return error["code"].map { code(value, $0) } ?? missing(value)
      case "severity":
        guard let own = severity(error["severity"]) else { return false }
        if let test = value as? Object { return severity(test["atLeast"]).map { own >= $0 } ?? false }
        return items(value).contains { severity($0) == own }
      case "fatal": return (error["fatal"] as? Bool ?? (severity(error["severity"]) == 7)) == (value as? Bool)
      case "domain", "origin", "operation":
        guard let text = error[key] as? String else { return missing(value) }
        if let test = value as? Object { return scalar(test, text) }
        return items(value).contains { glob($0 as? String ?? "", text) }
      default:
        return error[key].map { scalar(value, $0) } ?? missing(value)
      }
    }

    /// What a test says of a missing value.
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

    private func asksCategory(_ name: String, _ error: Object, _ isNested: Bool) -> Bool {
      if isNested { return (error["category"] as? String).map { glob(name, $0) } ?? false }
      guard isInCategory else { return category.map { glob(name, $0) } ?? false }
      return oracle.categories.contains {
        $0["name"] as? String == name && oracle.ownMatcherHolds($0, record)
      }
    }

    private func isType(_ value: Any, _ error: Object) -> Bool {
      let exactly = (value as? Object)?["exactly"]
      let names =
        [error["type"] as? String].compactMap { $0 }
        + (exactly == nil ? list(error["is"]).compactMap { $0 as? String } : [])
      return items(exactly ?? value).contains { wanted in
        names.contains { isName(wanted as? String ?? "", $0) }
      }
    }

    private func isName(_ wanted: String, _ name: String) -> Bool {
      wanted.contains("*") ? glob(wanted, name) : name == wanted || name.hasSuffix("." + wanted)
    }

    /// `server`, `Net.server`, `ser*`, `*.server`, `Net.server(500)`.
    private func isCase(_ form: String, _ error: Object) -> Bool {
      guard let name = error["case"] as? String else { return false }
      let wanted = String(form.prefix { $0 != "(" })
      if wanted.count < form.count {
        let inside = form.dropFirst(wanted.count + 1).dropLast()
        let values = list(error["payload"])
        for (index, text) in inside.split(separator: ",").enumerated() {
          guard index < values.count, equal(word(text), values[index]) else { return false }
        }
      }
      guard wanted.contains(".") else { return glob(wanted, name) }
      guard let type = error["type"] as? String else { return false }
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

    private func list(_ value: Any?) -> [Any] {
      guard let value, !(value is NSNull) else { return [] }
      return value as? [Any] ?? [value]
    }

    private func causes(_ error: Object) -> [Object] {
      list(error["underlying"]).compactMap { $0 as? Object }.flatMap { [$0] + causes($0) }
    }

    private func attribute(_ path: String, _ error: Object) -> Any? {
      if let attributes = error["attributes"] as? Object, let found = find(path, attributes) { return found }
      return find(path, error.filter { $0.key.hasPrefix("x") })
    }

    private func find(_ path: String, _ object: Object) -> Any? {
      for key in object.keys.sorted(by: { $0.count > $1.count }) {
        if key == path { return object[key] }
        guard path.hasPrefix(key + "."), let inner = object[key] as? Object,
          let found = find(String(path.dropFirst(key.count + 1)), inner)
        else { continue }
        return found
      }
      return nil
    }

    private func status(_ error: Object) -> Any? {
      if let status = error["status"] { return status }
      if let status = (error["problem"] as? Object)?["status"] as? Int { return status }
      return attribute("http.response.status_code", error) as? Int
    }

    private func severity(_ value: Any?) -> Int? {
      let names = ["trace", "debug", "info", "notice", "warning", "error", "critical", "fatal"]
      if let name = value as? String { return names.firstIndex(of: name) }
      guard let number = value as? Int else { return nil }
      let firsts = [1, 5, 9, 10, 13, 17, 18, 21]
      return number < 1 || number > 24 ? nil : firsts.lastIndex { $0 <= number }
    }

    /// An integer and its canonical decimal text are one code.
    private func canonical(_ code: Any) -> Any {
      guard let text = code as? String, let integer = Int(text), "\(integer)" == text else { return code }
      return integer
    }

    private func code(_ test: Any, _ code: Any) -> Bool {
      if let test = test as? Object { return scalar(test, canonical(code)) }
      return items(test).contains { item in
        if let text = item as? String, text.contains("*") { return glob(text, "\(code)") }
        return scalar(canonical(item), canonical(code))
      }
    }

    private func isOperators(_ test: Object) -> Bool {
      test.keys.contains { Self.operators.contains($0) }
    }

    private static let operators: Set<String> = [
      "equals", "contains", "hasPrefix", "hasSuffix", "glob", "ignoreCase", "lessThan", "atMost", "atLeast",
      "greaterThan", "exists",
    ]

    /// A bare value, a list, a range, a class, or operators, asked of one value.
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
}
