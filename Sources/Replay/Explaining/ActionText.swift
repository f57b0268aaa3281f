internal import RuleEngine

/// An action that ran, as a sentence in the past.
struct ActionText {
  private var members: [(key: String, json: String)] = []

  /// Reads the action as the resolution has it.
  private init(_ json: String) {
    var tape = JSONTape()
    members = Array(json.utf8).withUnsafeBytes { bytes in
      guard tape.scan(ByteSlice(bytes), depthLimit: .max, valueLimit: .max, repairs: true) == nil else {
        return []
      }
      return Self.members(of: 0, tape)
    }
  }

  private static func members(of object: Int, _ tape: borrowing JSONTape) -> [(key: String, json: String)] {
    guard tape.count > object, tape[object].kind == .object else { return [] }
    var members: [(key: String, json: String)] = []
    var index = object + 1
    while index < Int(tape[object].end) {
      var json = Buffer<UInt8>()
      tape.appendJSON(at: index + 1, to: &json)
      members.append((String(tape.text(of: tape[index])), String(json.slice)))
      index = Int(tape[index + 1].end)
    }
    return members
  }

  private subscript(key: String) -> String? { members.first { $0.key == key }?.json }

  private func text(_ key: String) -> String? { self[key].flatMap { ShownValue.string(ofJSON: $0) } }

  /// What was done, and what a person answered.
  static func sentence(_ action: Explanation.Action) -> String {
    let read = ActionText(action.json)
    let sentence = read.sentence
    if read["throttled"] == "true" { return "skipped by its throttle: \(sentence)" }
    return sentence + read.answer(action)
  }

  private var sentence: String {
    guard let (kind, value) = members.first else { return "" }
    let shown = ShownValue.text(ofJSON: value, length: ShownValue.lengthOfProse)
    switch kind {
    case "nothing": return "did nothing, as asked"
    case "log":
      let level = text("level").map { " at level \(ShownValue.cut($0))" } ?? ""
      return "logged \(shown)\(level)"
    case "perform":
      let with = self["with"].map { " with \(ActionText($0).list)" } ?? ""
      return "performed \(ShownValue.cut(text(kind) ?? value))\(with)"
    case "set":
      let set = ActionText(value).members.map {
        "\(ShownValue.cut($0.key)) to \(ShownValue.text(ofJSON: $0.json))"
      }
      return "set \(set.joined(separator: ", "))"
    case "wait": return "waited \(ShownValue.cut(text(kind) ?? value))"
    case "present":
      let alert = ActionText(value)
      let texts = ["title", "message"].compactMap { key in
        alert[key].flatMap {
          $0 == "\"\"" ? nil : ShownValue.text(ofJSON: $0, length: ShownValue.lengthOfProse)
        }
      }
      let buttons = alert["buttons"].map { " \(Self.titles($0))" } ?? ""
      return "showed \(texts.isEmpty ? "an alert" : texts.joined(separator: ": "))\(buttons)"
    default:
      // What a plugin brought.
      let rest = members.dropFirst().prefix { !Self.endings.contains($0.key) }
      let with = rest.map { ", \(ShownValue.cut($0.key)): \(ShownValue.text(ofJSON: $0.json))" }.joined()
      return "ran \(ShownValue.cut(kind)): \(shown)\(with)"
    }
  }

  /// What an action ends with that is no part of it as written.
  private static let endings = ["responder", "rule", "otherwise", "always", "answer"]

  private var list: String {
    members.map { "\(ShownValue.cut($0.key)): \(ShownValue.text(ofJSON: $0.json))" }.joined(separator: ", ")
  }

  /// The titles of buttons: `[OK, Cancel]`.
  private static func titles(_ json: String) -> String {
    var tape = JSONTape()
    let titles: [String] = Array(json.utf8).withUnsafeBytes { bytes in
      guard tape.scan(ByteSlice(bytes), depthLimit: .max, valueLimit: .max, repairs: true) == nil else {
        return []
      }
      return (0..<tape.count).filter { tape[$0].kind == .string }.map { String(tape.text(of: tape[$0])) }
    }
    return "[\(titles.map { ShownValue.cut($0) }.joined(separator: ", "))]"
  }

  private func answer(_ action: Explanation.Action) -> String {
    guard let answer = self["answer"] else { return "" }
    if answer == "null" { return "; nobody ever answered" }
    let title = ShownValue.text(ofJSON: answer)
    if self["coalesced"] == "true" {
      return "; it took the answer of the alert that was still open, \(title)"
    }
    if let wrong = action.wrongAnswer {
      return
        "; the recorded answer \(ShownValue.text(ofJSON: wrong)) is none of its buttons, so \(title) is assumed"
    }
    if self["assumed"] == "true" { return "; no answer is recorded, so \(title) is assumed" }
    switch action.answerer {
    case .recorded: return "; the answer was \(title) (recorded)"
    case .preset: return "; the answer was \(title) (by --answer)"
    // It decides nothing: whoever sees it can only close it.
    case nil: return ""
    }
  }
}
