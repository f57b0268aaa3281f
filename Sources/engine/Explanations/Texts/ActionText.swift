internal import Bytes
internal import Engine

/// A sentence in the past tense.
struct ActionText {
  private var members: [(key: String, json: String)] = []

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

  private func text(_ key: String) -> String? { self[key].flatMap { DisplayValue.string(ofJSON: $0) } }

  static func sentence(_ action: Explanation.Action) -> String {
    let read = ActionText(action.json)
    if read["throttled"] == "true" { return read.sentence(isDone: false) }
    return read.sentence(isDone: true) + read.answer(action) + result(action)
  }

  private func sentence(isDone: Bool) -> String {
    func did(_ past: String, _ word: String) -> String { isDone ? past : "did not \(word)" }
    guard let (kind, value) = members.first else { return "" }
    let shown = DisplayValue.text(ofJSON: value, length: DisplayValue.lengthOfProse)
    switch kind {
    case "nothing": return did("did nothing, as the rule says", "do anything")
    case "log":
      let level = text("level").map { " at level \(DisplayValue.cut($0))" } ?? ""
      return "\(did("logged", "log")) \(shown)\(level)"
    case "perform":
      let with = self["with"].map { " with \(ActionText($0).list)" } ?? ""
      return "\(did("performed", "perform")) \(DisplayValue.cut(text(kind) ?? value))\(with)"
    case "set":
      let set = ActionText(value).members.map {
        "\(DisplayValue.cut($0.key)) to \(DisplayValue.text(ofJSON: $0.json))"
      }
      return "\(did("set", "set")) \(set.joined(separator: ", "))"
    case "wait": return "\(did("waited", "wait")) \(DisplayValue.cut(text(kind) ?? value))"
    case "present":
      let alert = ActionText(value)
      let texts = ["title", "message"].compactMap { key in
        alert[key].flatMap {
          $0 == "\"\"" ? nil : DisplayValue.text(ofJSON: $0, length: DisplayValue.lengthOfProse)
        }
      }
      let buttons = alert["buttons"].map { " \(Self.titles($0))" } ?? ""
      // The user sees the alert that is already open.
      let verb = self["coalesced"] == "true" ? "joined the open alert" : did("showed", "show")
      return "\(verb) \(texts.isEmpty ? "an alert" : texts.joined(separator: ": "))\(buttons)"
    default:
      // A plugin's action.
      let rest = members.dropFirst().prefix { !Self.endings.contains($0.key) }
      let with = rest.map { ", \(DisplayValue.cut($0.key)): \(DisplayValue.text(ofJSON: $0.json))" }.joined()
      return "\(did("ran", "run")) \(DisplayValue.cut(kind)): \(shown)\(with)"
    }
  }

  /// Members at the end of an action, not in the rule file.
  private static let endings = [
    "responder", "rule", "otherwise", "always", "answer", "assumed", "throttled", "coalesced", "failed",
    "timeout",
  ]

  private static func result(_ action: Explanation.Action) -> String {
    switch action.end {
    case .unasked: ""
    case .assumed: "; no result is recorded, so success is assumed"
    case .ok: "; it succeeded (recorded)"
    case .failed: "; it failed (recorded)"
    case .timeout: "; its limit ended it (recorded)"
    case .failing: "; it failed (by --failing)"
    }
  }

  private var list: String {
    members.map { "\(DisplayValue.cut($0.key)): \(DisplayValue.text(ofJSON: $0.json))" }.joined(
      separator: ", ")
  }

  private static func titles(_ json: String) -> String {
    var tape = JSONTape()
    let titles: [String] = Array(json.utf8).withUnsafeBytes { bytes in
      guard tape.scan(ByteSlice(bytes), depthLimit: .max, valueLimit: .max, repairs: true) == nil else {
        return []
      }
      return (0..<tape.count).filter { tape[$0].kind == .string }.map { String(tape.text(of: tape[$0])) }
    }
    return "[\(titles.map { DisplayValue.cut($0) }.joined(separator: ", "))]"
  }

  private func answer(_ action: Explanation.Action) -> String {
    guard let answer = self["answer"] else { return "" }
    let isCoalesced = self["coalesced"] == "true"
    if answer == "null" { return isCoalesced ? "; that one was never answered" : "; it was never answered" }
    let title = DisplayValue.text(ofJSON: answer)
    if isCoalesced {
      return self["assumed"] == "true"
        ? "; its answer, \(title), is assumed" : "; its answer, \(title), counts here too"
    }
    if let wrong = action.wrongAnswer {
      return
        "; the recorded answer \(DisplayValue.text(ofJSON: wrong)) matches no button, so \(title) is assumed"
    }
    if let wrong = action.wrongPreset {
      return
        "; --answer says \(DisplayValue.quoted(wrong)), which matches no button, so \(title) is assumed"
    }
    if self["assumed"] == "true" { return "; no answer is recorded, so \(title) is assumed" }
    switch action.answerer {
    case .recorded: return "; the answer was \(title) (recorded)"
    case .preset: return "; the answer was \(title) (by --answer)"
    // The alert does not decide: its button only closes it.
    case nil: return ""
    }
  }
}
