import Foundation

/// An error in the contract's terms: identity, circumstances, attributes, causes.
struct OracleError {
  typealias Object = [String: Any]

  /// The source of the status if it is not a field of its own.
  enum StatusFallback {
    case problemOrAttribute, problem, none
  }

  /// The fields of an error's identity.
  static let identity: Set = [
    "type", "case", "payload", "is", "domain", "code", "message", "reason", "suggestion", "options",
    "category",
    "severity", "fatal", "cancelled", "status", "problem", "underlying",
  ]
  /// The fields of its circumstances, without attributes.
  static let happened: Set = [
    "id", "time", "origin", "operation", "attempt", "retryAfter", "answers", "platform", "event", "with",
  ]

  var members: Object
  /// The objects with its attributes and unknown members, the nearest first.
  var sources: [Object]
  /// All causes, the direct one first. A cause's own causes are those after it.
  var causes: [OracleError]
  var statusFallback = StatusFallback.problemOrAttribute
  /// The assigned category, if any.
  var category: String?

  init(_ recorded: Object) {
    members = recorded.filter {
      (Self.identity.contains($0.key) || Self.happened.contains($0.key)) && !($0.value is NSNull)
    }
    sources = [recorded]
    causes = Self.causes(listed: recorded["underlying"])
  }

  /// The causes in a value of `underlying`, and theirs, in one list.
  static func causes(listed value: Any?) -> [OracleError] {
    let listed = Self.list(value).compactMap { $0 as? Object }
    var all = listed.flatMap { object in
      var cause = OracleError(object)
      let own = cause.causes
      cause.causes = []
      return [cause] + own
    }
    for index in all.indices.reversed() { all[index].causes = Array(all[(index + 1)...]) }
    return all
  }

  static func list(_ value: Any?) -> [Any] {
    guard let value, !(value is NSNull) else { return [] }
    return value as? [Any] ?? [value]
  }

  // MARK: Changes

  /// The error after a transform with filled templates.
  func transformed(_ named: Object, wraps: Bool) -> OracleError {
    let isNew = named["type"] != nil || named["domain"] != nil
    var error = isNew ? renewed(named) : self
    error.category = nil
    error.members.merge(named) { _, new in new }
    if named["underlying"] != nil { error.causes = Self.causes(listed: named["underlying"]) }
    if wraps {
      var old = self
      old.category = nil
      error.causes = [old] + causes
      error.members["underlying"] = [Object()]
    }
    return error
  }

  /// Another error with the same circumstances.
  func renewed(_ named: Object) -> OracleError {
    var error = self
    error.category = nil
    error.members = named.merging(members.filter { Self.happened.contains($0.key) }) { named, _ in named }
    error.causes = Self.causes(listed: named["underlying"])
    error.statusFallback = .none
    return error
  }

  /// The inner error that `unwrap` names, or nil.
  func unwrapped(_ path: String) -> OracleError? {
    var inner: OracleError
    if path == "underlying" {
      guard let first = causes.first else { return nil }
      inner = first
      // The other causes follow its own.
      let others = Self.list(members["underlying"]).drop { !($0 is Object) }.dropFirst()
      if !others.isEmpty { inner.members["underlying"] = Self.list(inner.members["underlying"]) + others }
    } else {
      let payload = Self.list(members["payload"])
      guard let index = Int(path.dropFirst("payload.".count)), index < payload.count,
        let object = payload[index] as? Object
      else { return nil }
      inner = OracleError(object)
    }
    inner.members = inner.members.filter { Self.identity.contains($0.key) }
      .merging(members.filter { Self.happened.contains($0.key) }) { inner, _ in inner }
    inner.sources += sources
    if inner.statusFallback != .none { inner.statusFallback = .problem }
    inner.category = nil
    return inner
  }

  // MARK: Values

  var status: Any? {
    if let status = members["status"] { return status }
    guard statusFallback != .none else { return nil }
    if let status = (members["problem"] as? Object)?["status"] as? Int { return status }
    return statusFallback == .problem ? nil : attribute("http.response.status_code") as? Int
  }

  var severity: Int? { Self.severity(members["severity"]) }

  static let severities = ["trace", "debug", "info", "notice", "warning", "error", "critical", "fatal"]

  static func severity(_ value: Any?) -> Int? {
    if let name = value as? String { return severities.firstIndex(of: name) }
    guard let number = value as? Int else { return nil }
    let firsts = [1, 5, 9, 10, 13, 17, 18, 21]
    return number < 1 || number > 24 ? nil : firsts.lastIndex { $0 <= number }
  }

  var isFatal: Bool { members["fatal"] as? Bool ?? (severity == 7) }

  /// A member of the problem document; one of the wrong type is ignored.
  func problem(_ member: String) -> Any? {
    guard let problem = members["problem"] as? Object else { return nil }
    let value = problem[member]
    if member == "status" { return value as? Int }
    return value as? String ?? (member == "type" ? "about:blank" : nil)
  }

  func attribute(_ path: String) -> Any? {
    for source in sources {
      if let attributes = source["attributes"] as? Object, let found = Self.find(path, attributes) {
        return found
      }
      if let found = Self.find(path, source.filter { $0.key.hasPrefix("x") }) { return found }
    }
    return nil
  }

  /// The value at a dotted path: any split of it, the longest literal key first.
  static func find(_ path: String, _ object: Object) -> Any? {
    for key in object.keys.sorted(by: { $0.count > $1.count }) {
      if key == path { return object[key] }
      guard path.hasPrefix(key + "."), let inner = object[key] as? Object,
        let found = find(String(path.dropFirst(key.count + 1)), inner)
      else { continue }
      return found
    }
    return nil
  }
}
