import Foundation
import RuleEngine
import TestSupport

/// The evaluation of one record by the contract.
struct OracleEvaluation {
  typealias Object = [String: Any]

  /// A resolution in the making; its actions, events and raised errors are already text.
  struct Resolution {
    var category: String?
    var path: [String] = []
    var by: String?
    var ended: String?
    var evaluation: String?
    var isHandled = false
    var isAssumed = false
    var retry: String?
    var actions: [String] = []
    var events: [String] = []
    var raised: String?
    var error: OracleError?
    var unknownCategory: String?
  }

  let oracle: Oracle
  let record: Object
  let ordinal: Int
  var answers: [Any]
  /// The recorded results of actions with `failed`.
  var results: [Any]
  /// The rules of the current responder whose actions failed.
  var failedPlaces: Set<String> = []
  /// The record's resolution as text, and events in it and in nested ones, for counting.
  var text = ""
  var marks: [String] = []

  init(_ oracle: Oracle, _ record: Object, _ ordinal: Int) {
    self.oracle = oracle
    self.record = record
    self.ordinal = ordinal
    answers = OracleError.list(record["answers"])
    results = OracleError.list(record["performed"])
  }

  mutating func run() {
    let start = oracle.start(record["origin"] as? String)
    oracle.memory.advance(to: record["time"])
    let error = OracleError(record)
    // The random records have no other time in words.
    let time = record["time"] is String ? 1_795_162_502_120 : Self.milliseconds(record["time"]) ?? 0
    oracle.retryMemory.clock = max(oracle.retryMemory.clock, time)
    defer { if text.components(separatedBy: #""raised":{"#).count > 2 { marks.append("raised in raised") } }
    if record["event"] == nil {
      text = written(answer(error, from: start, unhandled: oracle.unhandled(atRoot: nil)))
      return
    }
    var resolution = Resolution()
    let with = record["with"] as? Object
    let name = record["event"] as? String ?? ""
    marks.append("event record")
    (resolution.by, resolution.isHandled) = evaluator(
      event: name,
      with,
      about: error,
      from: start,
      emittedBy: nil,
      &resolution
    )
    text = written(resolution)
  }

  // MARK: Errors

  enum Visit {
    case handled, unanswered, notHandled
    case emits(String, Object)
  }

  mutating func answer(_ recorded: OracleError, from start: Int?, unhandled: String, isRaised: Bool = false)
    -> Resolution
  {
    var resolution = Resolution(evaluation: unhandled)
    var error = recorded
    if isRaised {
      resolution.error = error
    } else {
      unwrap(&error, &resolution)
    }
    categorise(&error, &resolution)
    if oracle.ignores(error) {
      marks.append("ignored")
      resolution.by = Written.json(["ignore": "cancellation"])
      resolution.evaluation = "cancel"
      resolution.isHandled = true
      return resolution
    }
    if !oracle.countInBreakers(error).isEmpty {
      marks.append(isRaised ? "raised while open" : "counted while open")
    }
    var visited: [Int] = []
    var place = start
    evaluator: while let index = place {
      if oracle.responders[index]["enabled"] as? Bool != false {
        visited.append(index)
        resolution.path.append(oracle.ids[index])
        failedPlaces = []
        let visit = self.visit(index, &error, &resolution)
        if case .unanswered = visit {
          marks.append("unanswered")
        } else if !failedPlaces.isEmpty {
          if oracle.policy("always", of: index) == "inChain" { marks.append("held back by a failure") }
        } else if oracle.policy("always", of: index) == "inChain" {
          runAlways(of: index, error, [:], &resolution)
        }
        switch visit {
        case .notHandled: break
        case .handled, .unanswered: break evaluator
        case .emits(let by, let emit):
          let with = (emit["with"] as? Object).flatMap { texts(error).filled($0) as? Object }
          _ = evaluator(
            event: emit["emit"] as? String ?? "",
            with,
            about: error,
            from: index,
            emittedBy: by,
            &resolution
          )
          break evaluator
        }
      }
      place = oracle.parent(of: index)
      if place == nil { resolution.evaluation = oracle.unhandled(atRoot: index) }
    }
    let outcome: Object = ["evaluation": resolution.evaluation ?? "", "handled": resolution.isHandled]
    for index in visited where oracle.policy("always", of: index) == "after" {
      runAlways(of: index, error, outcome, &resolution)
    }
    return resolution
  }

  /// The entries of `defaults.unwrap`: at most 8 times.
  private mutating func unwrap(_ error: inout OracleError, _ resolution: inout Resolution) {
    for _ in 0..<8 {
      var found: OracleError?
      for entry in oracle.unwraps where found == nil {
        guard oracle.matches(entry["when"] as? Object ?? [:], error) else { continue }
        found = error.unwrapped(entry["path"] as? String ?? "")
      }
      guard let found else { return }
      marks.append("unwrapped by default")
      error = found
      resolution.error = found
    }
  }

  private func categorise(_ error: inout OracleError, _ resolution: inout Resolution) {
    error.category = oracle.category(of: error)
    resolution.category = error.category
    if let own = error.members["category"] as? String, !oracle.isListed(own),
      resolution.unknownCategory == nil
    {
      resolution.unknownCategory = own
    }
  }

  private mutating func runAlways(
    of index: Int,
    _ error: OracleError,
    _ outcome: Object,
    _ resolution: inout Resolution
  ) {
    guard let actions = oracle.responders[index]["always"] as? [Any] else { return }
    var texts = self.texts(error)
    texts.outcome = outcome
    _ = run(actions, place(index, "always"), texts, &resolution)
  }

  private func texts(_ error: OracleError) -> OracleTexts { OracleTexts(error: error, ordinal: ordinal) }

  /// `"responder":…,"rule":…`, or `otherwise` or `always`.
  private func place(_ index: Int, _ clause: String, rule: String? = nil) -> String {
    "\"responder\":\(oracle.ids[index].json)," + (rule.map { "\"rule\":\($0.json)" } ?? "\"\(clause)\":true")
  }

  // MARK: Responders

  private mutating func visit(_ index: Int, _ error: inout OracleError, _ resolution: inout Resolution)
    -> Visit
  {
    let responder = oracle.responders[index]
    let matchesAll = oracle.policy("match", of: index) == "all"
    var rules = (responder["rules"] as? [Object] ?? []).enumerated().map { number, rule in
      (rule: rule, place: self.place(index, "", rule: rule["id"] as? String ?? "#\(number + 1)"))
    }
    if oracle.policy("order", of: index) == "lastFirst" { rules.reverse() }
    var hasMatched = false
    var firstMatched: String?
    var decided: Decision?
    var escalates = false
    for (rule, place) in rules where rule["enabled"] as? Bool != false {
      if let when = rule["when"] as? Object, !OracleQuestions(oracle: oracle).holds(when, error) { continue }
      switch attempt(rule, place, error, counts: decided == nil, &resolution) {
      case .notMatched: continue
      case .unanswered:
        decide(decided ?? Decision(evaluation: "cancel", place: place), &resolution)
        return .unanswered
      case .says(let verdict, let retry, let isPerson, let ended):
        hasMatched = true
        if matchesAll {
          marks.append("one of all")
          firstMatched = firstMatched ?? place
          if verdict as? String == "escalate" { escalates = true }
          if let evaluation = evaluation(verdict), decided == nil {
            decided = Decision(
              evaluation: evaluation,
              place: place,
              retry: isPerson ? nil : retry,
              ended: ended
            )
          }
        } else if let visit = conclude(verdict, place, retry, &error, &resolution) {
          if case .handled = visit { resolution.ended = ended }
          return visit
        }
      }
    }
    if let firstMatched {
      if decided == nil, escalates { return .notHandled }
      decide(decided ?? Decision(evaluation: "proceed", place: firstMatched), &resolution)
      return .handled
    }
    guard let otherwise = responder["otherwise"] as? Object else { return .notHandled }
    if oracle.policy("otherwise", of: index) == "unmatched", hasMatched { return .notHandled }
    let place = self.place(index, "otherwise")
    switch attempt(otherwise, place, error, counts: true, &resolution) {
    case .notMatched: return .notHandled
    case .unanswered:
      decide(Decision(evaluation: "cancel", place: place), &resolution)
      return .unanswered
    case .says(let verdict, let retry, _, let ended):
      marks.append("otherwise")
      let visit = conclude(verdict ?? "proceed", place, retry, &error, &resolution) ?? .notHandled
      if case .handled = visit { resolution.ended = ended }
      return visit
    }
  }

  private struct Decision {
    var evaluation: String
    var place: String
    var retry: String?
    var ended: String?
  }

  private func decide(_ decision: Decision, _ resolution: inout Resolution) {
    resolution.evaluation = decision.evaluation
    resolution.isHandled = true
    resolution.by = "{\(decision.place)}"
    resolution.retry = decision.retry
    resolution.ended = decision.ended
  }

  private func evaluation(_ verdict: Any?) -> String? {
    if (verdict as? Object)?["retry"] != nil { return "retry" }
    guard let word = verdict as? String, ["proceed", "retry", "cancel", "abort"].contains(word) else {
      return nil
    }
    return word
  }

  private enum Attempt {
    case says(verdict: Any?, retry: String?, isPerson: Bool, ended: String? = nil)
    case notMatched, unanswered
  }

  /// Runs a matching rule: its budget or `unwrap` is checked before `do`.
  private mutating func attempt(
    _ rule: Object,
    _ place: String,
    _ error: OracleError,
    counts: Bool,
    _ resolution: inout Resolution
  ) -> Attempt {
    let then = rule["then"]
    var retry: String?
    if let policy = (then as? Object)?["retry"] as? Object {
      let ended: String
      (retry, ended) = granted(policy, place, error, counts: counts)
      if retry == nil {
        marks.append("exhausted by \(ended)")
        let exhausted = policy["exhausted"] as? String ?? "continue"
        if exhausted == "continue" { return .notMatched }
        return .says(verdict: exhausted, retry: nil, isPerson: false, ended: ended)
      }
    }
    if let path = (then as? Object)?["unwrap"] as? String, error.unwrapped(path) == nil { return .notMatched }
    switch run(rule["do"] as? [Any] ?? [], place, texts(error), &resolution) {
    case .completed: return .says(verdict: then, retry: retry, isPerson: false)
    case .decided(let verdict): return .says(verdict: verdict, retry: nil, isPerson: true)
    case .failed(let verdict):
      failedPlaces.insert(place)
      // One budget for the rule's own retry and for those of its actions.
      if verdict == "retry", let retry { return .says(verdict: verdict, retry: retry, isPerson: false) }
      if retry != nil, counts, let policy = (then as? Object)?["retry"] as? Object {
        oracle.retryMemory.giveBack(
          place,
          error,
          policy,
          quotas: oracle.file["quotas"] as? Object ?? [:]
        )
      }
      guard verdict == "retry" else { return .says(verdict: verdict, retry: nil, isPerson: false) }
      let (tried, ended) = granted([:], "\(place), failed", error, counts: counts)
      guard let tried else {
        return .says(verdict: "continue", retry: nil, isPerson: false, ended: ended)
      }
      return .says(verdict: verdict, retry: tried, isPerson: false)
    case .unanswered: return .unanswered
    }
  }

  /// The `retry` member if a try is left, else what ended it. Here, a record that could be counted has an attempt.
  private func granted(_ policy: Object, _ place: String, _ error: OracleError, counts: Bool) -> (
    retry: String?, ended: String
  ) {
    let memory = oracle.retryMemory
    let quota = policy["quota"] as? Object ?? [:]
    let tokens = quota["tokens"] as? Int
    // A failure takes a token whatever comes of it.
    let bucket = "\(place) of \(error.members["origin"] ?? "none")"
    if let tokens { memory.spent[bucket] = min(Double(tokens), memory.spent[bucket, default: 0] + 1) }
    let most = policy["maxAttempts"] as? Int ?? 3
    let attempt = error.members["attempt"] as? Int
    let operation = OracleRetries.operation(place, error)
    let recorded = Self.milliseconds(record["elapsed"])
    let isFirst = policy["deadline"] is String && recorded == nil && attempt == 1
    if isFirst, let operation { memory.started[operation] = memory.clock }
    guard (attempt ?? 1) < most else { return (nil, "attempts") }
    var delay = 100.0
    for _ in 1..<(attempt ?? 1) { delay *= 2 }
    if let list = (policy["backoff"] as? Object)?["delays"] as? [String] {
      delay = Self.milliseconds(list[min(attempt ?? 1, list.count) - 1]) ?? 0
    }
    delay = min(delay, 300)
    if let wish = Self.milliseconds(error.members["retryAfter"]), wish >= 0 {
      guard let asked = Self.delay(delay, asking: wish, policy["retryAfter"]) else {
        return (nil, "retryAfter")
      }
      delay = asked
    }
    if let deadline = policy["deadline"] as? String {
      // Without `elapsed`, since the operation's first try, else since the first of its errors that the rule retried.
      let started = operation.flatMap { memory.started[$0] }.flatMap {
        memory.isRecent($0, within: 600_000) ? $0 : nil
      }
      let retried = operation.map { memory.retried[$0, default: []] } ?? []
      let first = started ?? retried.suffix(most).first { memory.isRecent($0, within: 600_000) }
      let elapsed = recorded ?? (isFirst ? 0 : first.map { memory.clock - $0 })
      if let elapsed, elapsed + delay > Self.milliseconds(deadline) ?? 0 { return (nil, "deadline") }
    }
    if let tokens, 2 * (Double(tokens) - memory.spent[bucket, default: 0]) <= Double(tokens) {
      return (nil, "quota")
    }
    if let name = quota["of"] as? String {
      let shared = (oracle.file["quotas"] as? Object)?[name] as? Object ?? [:]
      let bucket = OracleRetries.bucket(name, error, shared)
      let cost = Self.number(quota["cost"]) ?? 1
      let left = (Self.number(shared["tokens"]) ?? 0) - memory.missing[bucket, default: 0]
      if left < cost { return (nil, "quota") }
      if counts { memory.missing[bucket, default: 0] += cost }
    }
    let counter = OracleRetries.counter(place, error, quota)
    if let retries = quota["retries"] as? Int {
      let window = quota["within"] as? String == "1m" ? 60_000.0 : 3_600_000
      let taken =
        quota["window"] as? String == "fixed"
        ? memory.countInFixedWindow(counter, within: window)
        : memory.granted[counter, default: []].count { memory.isRecent($0, within: window) }
      if taken >= retries { return (nil, "quota") }
    }
    if counts {
      memory.granted[counter, default: []].append(memory.clock)
      if let operation { memory.retried[operation, default: []].append(memory.clock) }
    }
    let seconds =
      delay.truncatingRemainder(dividingBy: 1000) == 0 ? "\(Int(delay / 1000))" : "\(delay / 1000)"
    let text =
      "{" + (attempt.map { "\"attempt\":\($0)," } ?? "") + "\"maxAttempts\":\(most),\"delay\":\(seconds)}"
    return (text, "")
  }

  /// The delay of an error that asks for one, as the rule's `retryAfter` takes it; nil if it asks for too much.
  private static func delay(_ own: Double, asking wish: Double, _ rule: Any?) -> Double? {
    let written = rule as? Object ?? [:]
    let use = rule as? String ?? written["use"] as? String ?? "atLeast"
    if use == "ignore" { return own }
    var asked = wish
    if let most = milliseconds(written["max"]), wish > most {
      switch written["above"] as? String {
      case "exhausted": return nil
      case "backoff": return own
      default: asked = most
      }
    }
    if let over = milliseconds(written["maxOver"]) { asked = min(asked, own + over) }
    return use == "replace" ? asked : max(own, asked)
  }

  static func number(_ value: Any?) -> Double? { value as? Double ?? (value as? Int).map { Double($0) } }

  /// Of a duration in `ms` or `s`, or of seconds as a number.
  private static func milliseconds(_ value: Any?) -> Double? {
    if let seconds = value as? Double { return seconds * 1_000 }
    if let seconds = value as? Int { return Double(seconds) * 1_000 }
    guard let text = value as? String else { return nil }
    return text.hasSuffix("ms") ? Double(text.dropLast(2)) : Double(text.dropLast()).map { $0 * 1_000 }
  }

  /// Carries out a verdict; nil if the next rule is evaluated.
  private mutating func conclude(
    _ verdict: Any?,
    _ place: String,
    _ retry: String?,
    _ error: inout OracleError,
    _ resolution: inout Resolution
  ) -> Visit? {
    if let evaluation = evaluation(verdict) {
      decide(Decision(evaluation: evaluation, place: place, retry: retry), &resolution)
      return .handled
    }
    if verdict as? String == "escalate" { return .notHandled }
    guard let verdict = verdict as? Object else { return nil }
    if verdict["emit"] != nil {
      let evaluation = verdict["evaluation"] as? String ?? "proceed"
      decide(Decision(evaluation: evaluation, place: place), &resolution)
      return .emits(place, verdict)
    }
    if var named = verdict["transform"] as? Object {
      let wraps = named.removeValue(forKey: "wrap") as? Bool == true
      for key in ["message", "reason", "suggestion"] {
        if let text = named[key] as? String { named[key] = texts(error).filledText(text) }
      }
      marks.append(wraps ? "wrapped" : named["type"] ?? named["domain"] != nil ? "new" : "edited")
      replace(&error, by: error.transformed(named, wraps: wraps), &resolution)
    } else if let path = verdict["unwrap"] as? String, let inner = error.unwrapped(path) {
      marks.append("unwrapped \(path)")
      replace(&error, by: inner, &resolution)
    }
    return nil
  }

  private mutating func replace(
    _ error: inout OracleError,
    by new: OracleError,
    _ resolution: inout Resolution
  ) {
    let before = error.category
    error = new
    categorise(&error, &resolution)
    if error.category != before { marks.append("recategorised") }
    resolution.error = error
  }

  // MARK: Actions

  private enum ActionsRun {
    case completed, unanswered
    case decided(Any)
    case failed(String)
  }

  private mutating func run(
    _ actions: [Any],
    _ place: String,
    _ texts: OracleTexts,
    _ resolution: inout Resolution
  ) -> ActionsRun {
    var result = ActionsRun.completed
    for action in actions {
      guard let action = action as? Object else {
        resolution.actions.append("{\"nothing\":true,\(place)}")
        continue
      }
      guard let alert = action["present"] as? Object else {
        guard let failed = action["failed"] as? String else {
          resolution.actions.append(written(action, texts, place))
          continue
        }
        let result = results.isEmpty ? nil : results.removeFirst() as? String
        if result == nil { resolution.isAssumed = true }
        let mark = result == "ok" ? nil : result
        marks.append("performed: \(result ?? "assumed")")
        let text = written(action.filter { $0.key != "failed" && $0.key != "limit" }, texts, place)
        resolution.actions.append(mark.map { "\(text.dropLast()),\"\($0)\":true}" } ?? text)
        if mark != nil { return .failed(failed) }
        continue
      }
      let buttons = (alert["buttons"] as? [Any] ?? ["OK"]).map { $0 as? Object ?? ["title": $0] }
      var chosen: Int? = 0
      var isAssumed = false
      let decides = buttons.contains { $0["then"] != nil }
      if decides {
        (chosen, isAssumed) = nextAnswer(buttons)
      } else if place.hasSuffix("\"always\":true") {
        isAssumed = buttons.count > 1 && buttons.contains { !($0["do"] as? [Any] ?? []).isEmpty }
      }
      if isAssumed { resolution.isAssumed = true }
      var shown = alert
      shown["buttons"] = buttons.map { $0["title"] ?? "" }
      let order = alert["buttons"] == nil ? alert.keys.sorted() + ["buttons"] : alert.keys.sorted()
      let members = order.map { "\($0.json):\(Written.json(texts.filled(shown[$0] ?? "")))" }
      let answer = chosen.map { Written.json(buttons[$0]["title"] ?? "") } ?? "null"
      resolution.actions.append(
        "{\"present\":{\(members.joined(separator: ","))},\(place),\"answer\":\(answer)\(isAssumed ? ",\"assumed\":true" : "")}"
      )
      guard let chosen else { return .unanswered }
      let button = run(buttons[chosen]["do"] as? [Any] ?? [], place, texts, &resolution)
      if case .failed = button { return button }
      if decides, let then = buttons[chosen]["then"] { result = .decided(then) }
    }
    return result
  }

  private func written(_ action: Object, _ texts: OracleTexts, _ place: String) -> String {
    let kind = ["log", "perform", "set", "wait"].first { action[$0] != nil } ?? ""
    let others = action.keys.filter { $0 != kind }.sorted()
    let members = ([kind] + others).map { key in
      let isPlain = key == "level" || key == "wait" || key == "perform"
      let value = action[key] ?? ""
      return "\(key.json):\(Written.json(isPlain ? value : texts.filled(value)))"
    }
    return "{\(members.joined(separator: ",")),\(place)}"
  }

  /// The button chosen by the next answer, nil if the alert was never answered; or else the first one,
  /// assumed.
  private mutating func nextAnswer(_ buttons: [Object]) -> (chosen: Int?, isAssumed: Bool) {
    guard !answers.isEmpty else { return (0, true) }
    var answer = answers.removeFirst()
    if answer is NSNull { return (nil, false) }
    if let object = answer as? Object { answer = object["title"] ?? NSNull() }
    if let index = answer as? Int, buttons.indices.contains(index) { return (index, false) }
    if let title = answer as? String,
      let index = buttons.firstIndex(where: { $0["title"] as? String == title })
    {
      return (index, false)
    }
    return (0, true)
  }

  // MARK: Events

  /// The evaluation of an event: the handling rule as JSON, and whether it was handled.
  private mutating func evaluator(
    event emitted: String,
    _ emittedWith: Object?,
    about error: OracleError,
    from start: Int?,
    emittedBy: String?,
    _ resolution: inout Resolution
  ) -> (by: String?, isHandled: Bool) {
    var error = error
    error.members["event"] = emitted
    error.members["with"] = emittedWith
    var by: String?
    var raised: Resolution?
    marks.append("event")
    var place = start
    evaluator: while let index = place {
      place = oracle.parent(of: index)
      guard oracle.responders[index]["enabled"] as? Bool != false else { continue }
      if emittedBy == nil { resolution.path.append(oracle.ids[index]) }
      for (number, rule) in (oracle.responders[index]["events"] as? [Object] ?? []).enumerated() {
        guard rule["enabled"] as? Bool != false else { continue }
        if let when = rule["when"] as? Object, !OracleQuestions(oracle: oracle).holds(when, error) {
          continue
        }
        let clause = self.place(index, "", rule: rule["id"] as? String ?? "#\(number + 1)")
        var texts = self.texts(error)
        texts.with = error.members["with"] as? Object ?? [:]
        var then = rule["then"]
        if case .failed(let verdict) = run(rule["do"] as? [Any] ?? [], clause, texts, &resolution) {
          then = verdict
        }
        switch then {
        case let word as String where word == "continue": continue
        case let word as String where word == "escalate":
          continue evaluator
        case let then as Object:
          if let changes = then["transform"] as? Object {
            if let name = changes["event"] { error.members["event"] = name }
            if let with = changes["with"] { error.members["with"] = texts.filled(with) }
            marks.append("event transformed")
          } else {
            by = "{\(clause)}"
            marks.append("raised")
            let named = then["raise"] as? Object ?? [:]
            let parent = oracle.parent(of: index)
            raised = answer(
              error.renewed(named),
              from: parent,
              unhandled: oracle.unhandled(atRoot: parent == nil ? index : nil),
              isRaised: true
            )
            break evaluator
          }
        default:
          by = "{\(clause)}"
          marks.append("event handled")
          break evaluator
        }
      }
    }
    var members = ["\"event\":\(emitted.json)"]
    if let emittedWith { members.append("\"with\":\(Written.json(emittedWith))") }
    if let emittedBy { members.append("\"from\":{\(emittedBy)}") }
    if let by { members.append("\"by\":\(by)") }
    members.append("\"handled\":\(by != nil)")
    resolution.events.append("{\(members.joined(separator: ","))}")
    resolution.raised = raised.map { written($0) }
    return (by, by != nil)
  }

  // MARK: Text

  private func written(_ resolution: Resolution) -> String {
    var members = ["\"id\":\((record["id"].map { "\($0)" } ?? "\(ordinal)").json)"]
    if let time = record["time"] { members.append("\"time\":\(Written.json(time))") }
    if let origin = record["origin"] { members.append("\"origin\":\(Written.json(origin))") }
    if let category = resolution.category { members.append("\"category\":\(category.json)") }
    if !resolution.path.isEmpty { members.append("\"path\":\(Written.json(resolution.path))") }
    if let by = resolution.by { members.append("\"by\":\(by)") }
    if let ended = resolution.ended { members.append("\"ended\":\(ended.json)") }
    if let evaluation = resolution.evaluation { members.append("\"evaluation\":\(evaluation.json)") }
    members.append("\"handled\":\(resolution.isHandled)")
    if resolution.isAssumed { members.append("\"assumed\":true") }
    if let retry = resolution.retry { members.append("\"retry\":\(retry)") }
    if !resolution.actions.isEmpty {
      members.append("\"actions\":[\(resolution.actions.joined(separator: ","))]")
    }
    if !resolution.events.isEmpty {
      members.append("\"events\":[\(resolution.events.joined(separator: ","))]")
    }
    if let raised = resolution.raised { members.append("\"raised\":\(raised)") }
    if let error = resolution.error {
      let identity = ["type", "case", "domain", "code", "status", "message"].compactMap { key in
        (key == "status" ? error.status : error.members[key]).map { "\"\(key)\":\(Written.json($0))" }
      }
      members.append("\"error\":{\(identity.joined(separator: ","))}")
    }
    if let unknown = resolution.unknownCategory { members.append("\"unknownCategory\":\(unknown.json)") }
    return "{\(members.joined(separator: ","))}"
  }
}
