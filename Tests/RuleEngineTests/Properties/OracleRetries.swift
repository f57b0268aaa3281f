import TestSupport

/// What retries remember of earlier records, for the oracle.
final class OracleRetries {
  /// The latest time of a record, in milliseconds.
  var clock = 0.0
  /// The times of granted retries, by rule and operation, and by rule and quota's key.
  var retried: [String: [Double]] = [:]
  /// The times of operations' last first tries.
  var started: [String: Double] = [:]
  var granted: [String: [Double]] = [:]
  /// Tokens spent by rule and origin.
  var spent: [String: Double] = [:]
  /// Tokens that are missing from the file's quotas, by name and key.
  var missing: [String: Double] = [:]

  /// The missing tokens of a key of a quota of the file.
  static func bucket(_ name: String, _ error: OracleError, _ quota: [String: Any]) -> String {
    counter(name, error, quota)
  }

  /// Granted retries in a window that begins with its first one.
  func countInFixedWindow(_ counter: String, within window: Double) -> Int {
    if let first = granted[counter]?.first, !isRecent(first, within: window) { granted[counter] = [] }
    return granted[counter, default: []].count
  }

  func isRecent(_ time: Double, within window: Double) -> Bool { time > clock - window }

  static func operation(_ place: String, _ error: OracleError) -> String? {
    error.members["operation"].map { "\(place) \($0)" }
  }

  static func counter(_ place: String, _ error: OracleError, _ quota: [String: Any]) -> String {
    let fields = quota["per"] as? [String] ?? (quota["per"] as? String).map { [$0] } ?? []
    let key = fields.map { field in
      (field == "status" ? error.status : error.members[field]).map { Written.json($0) } ?? "(missing)"
    }
    return "\(place) \(key)"
  }

  /// Forgets the retry that was granted last, because an action failed.
  func giveBack(
    _ place: String,
    _ error: OracleError,
    _ policy: [String: Any],
    quotas: [String: Any]
  ) {
    if let quota = policy["quota"] as? [String: Any], let name = quota["of"] as? String {
      let bucket = Self.bucket(name, error, quotas[name] as? [String: Any] ?? [:])
      missing[bucket, default: 0] -= OracleEvaluation.number(quota["cost"]) ?? 1
    }
    if let operation = Self.operation(place, error) { _ = retried[operation]?.popLast() }
    if let quota = policy["quota"] as? [String: Any], quota["retries"] != nil {
      _ = granted[Self.counter(place, error, quota)]?.popLast()
    }
  }
}
