import Foundation

/// The errors that each breaker of the oracle counted, with their times in seconds, by its name and the key.
final class OracleMemory {
  private var now = 0.0
  private var times: [String: [Double]] = [:]
  private var closing: [String: Double] = [:]

  /// The clock never goes back.
  func advance(to time: Any?) {
    let seconds: Double? =
      switch time {
      case let number as Int: Double(number)
      case let number as Double: number
      case let text as String: Self.seconds(text)
      default: nil
      }
    if let seconds { now = max(now, seconds) }
  }

  private static func seconds(_ text: String) -> Double? {
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? format.parse(text))?.timeIntervalSince1970
  }

  /// Counts an error; true if the breaker is open afterwards.
  func count(_ breaker: [String: Any], _ key: String) -> Bool {
    times[key, default: []].append(now)
    let window = now - Self.length(breaker["within"])
    let count = (times[key] ?? []).count { $0 > window }
    if isOpen(key) || count >= breaker["atLeast"] as? Int ?? 1 {
      closing[key] = now + Self.length(breaker["stays"])
    }
    return isOpen(key)
  }

  func isOpen(_ key: String) -> Bool { closing[key].map { now < $0 } ?? false }

  private static func length(_ value: Any?) -> Double {
    let text = value as? String ?? ""
    let units = ["s": 1.0, "m": 60, "d": 86_400]
    return (Double(text.dropLast()) ?? 0) * (units[String(text.suffix(1))] ?? 1)
  }
}

extension Oracle {
  /// Counts an error as it is raised; returns those that it opened, or found open.
  func countInBreakers(_ error: OracleError) -> [String] {
    breakers.keys.sorted().filter { name in
      let breaker = breakers[name] as? Object ?? [:]
      guard matches(breaker["when"] as? Object ?? [:], error) else { return false }
      return memory.count(breaker, key(of: name, error))
    }
  }

  func isOpen(_ name: String, _ error: OracleError) -> Bool { memory.isOpen(key(of: name, error)) }

  private func key(of name: String, _ error: OracleError) -> String {
    let per = (breakers[name] as? Object)?["per"]
    let members = per as? [String] ?? (per as? String).map { [$0] } ?? []
    return "\(name): "
      + members.map { error.members[$0].map { "\($0)" } ?? "(missing)" }.joined(separator: ", ")
  }
}
