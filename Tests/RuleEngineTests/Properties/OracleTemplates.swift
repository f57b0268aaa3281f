import Foundation
import TestSupport

/// The values available in templates: the error, the values of an event, the outcome.
struct OracleTexts {
  typealias Object = [String: Any]

  let error: OracleError
  let ordinal: Int
  var with: Object = [:]
  var outcome: Object = [:]

  /// A value of a rule file with every template in it filled.
  func filled(_ value: Any) -> Any {
    switch value {
    case let text as String: filled(text)
    case let list as [Any]: list.map { filled($0) }
    case let object as Object: object.mapValues { filled($0) }
    default: value
    }
  }

  private func filled(_ text: String) -> Any {
    let parts = Self.parts(text)
    if parts.count == 1, parts[0].isPlace { return value(parts[0].text) }
    return parts.map { $0.isPlace ? Self.text(value($0.text)) : $0.text }.joined()
  }

  /// A filled template that stays text even if it is a single value.
  func filledText(_ text: String) -> String { Self.text(filled(text)) }

  static func text(_ value: Any) -> String { value as? String ?? Written.json(value) }

  private static func parts(_ text: String) -> [(text: String, isPlace: Bool)] {
    var parts: [(text: String, isPlace: Bool)] = []
    var rest = Substring(text.replacing("{{", with: "\u{1}").replacing("}}", with: "\u{2}"))
    func plain(_ text: Substring) -> String {
      String(text.replacing("\u{1}", with: "{").replacing("\u{2}", with: "}"))
    }
    while let start = rest.firstIndex(of: "{"), let end = rest.firstIndex(of: "}") {
      if start > rest.startIndex { parts.append((plain(rest[..<start]), false)) }
      parts.append((String(rest[rest.index(after: start)..<end]), true))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty || parts.isEmpty { parts.append((plain(rest), false)) }
    return parts
  }

  private func value(_ place: String) -> Any {
    let halves = place.components(separatedBy: "??").map { $0.trimmingCharacters(in: .whitespaces) }
    return found(halves[0]) ?? (halves.count == 2 ? String(halves[1].dropFirst().dropLast()) : "")
  }

  private func found(_ path: String) -> Any? {
    let dot = path.firstIndex(of: ".") ?? path.endIndex
    let rest = String(path[dot...].dropFirst())
    switch path[..<dot] {
    case "attributes": return error.attribute(rest)
    case "with": return OracleError.find(rest, with)
    case "outcome": return outcome[rest]
    case "problem" where rest.hasPrefix("ext."):
      return (error.members["problem"] as? Object).flatMap { OracleError.find(String(rest.dropFirst(4)), $0) }
    case "problem": return error.problem(rest)
    default: break
    }
    switch rest {
    case "id": return error.members["id"].map { "\($0)" } ?? "\(ordinal)"
    case "status": return error.status
    case "category": return error.category
    case "severity": return error.severity.map { OracleError.severities[$0] }
    case "fatal": return error.isFatal
    case let rest where rest.hasPrefix("payload."):
      let payload = OracleError.list(error.members["payload"])
      guard let index = Int(rest.dropFirst("payload.".count)), index < payload.count else { return nil }
      return payload[index]
    default: return error.members[rest]
    }
  }
}
