/// A reference model of the rules of ``StateTests``, as simple as the sentences of the contract: it keeps
/// every time of every key and scans them all. It shares no code with the engine.
struct StateModel {
  /// The times of keys. Above `limit` keys, the least recently used one is dropped.
  struct Times {
    var times: [String: [Double]] = [:]
    /// Keys, the least recently used first.
    var order: [String] = []
    var forgotten = 0

    mutating func count(_ key: String, within: Double, now: Double) -> Int {
      guard let all = times[key] else { return 0 }
      order.removeAll { $0 == key }
      order.append(key)
      return all.count { $0 > now - within && $0 <= now }
    }

    mutating func add(_ key: String, now: Double, limit: Int?) {
      if times[key] == nil, let limit, order.count == limit {
        times[order.removeFirst()] = nil
        forgotten += 1
      }
      order.removeAll { $0 == key }
      order.append(key)
      times[key, default: []].append(now)
    }
  }

  struct Shown {
    var host: String?
    var closing: Double
    /// Nil for an alert that was never answered.
    var answer: String?
    var isAssumed: Bool
  }

  let limit: Int?
  private var now = 0.0
  private var hasTime = false
  /// Rates by rule, throttles by action, tries by rule.
  private(set) var rates: [String: Times] = [:]
  private(set) var throttles: [String: Times] = [:]
  private(set) var retries: [String: Times] = [:]
  private var lastAsk: Shown?
  private(set) var throttled = 0
  private(set) var coalesced = 0
  private var isNoted = false

  init(limit: Int?) {
    self.limit = limit
  }

  var forgotten: [Int] {
    [retries, rates, throttles].map { $0.values.reduce(0) { $0 + $1.forgotten } }
  }

  private mutating func reaches(_ rule: String, _ key: String, atLeast: Int, within: Double) -> Bool {
    isNoted = true
    rates[rule, default: Times()].add(key, now: now, limit: limit)
    return rates[rule, default: Times()].count(key, within: within, now: now) >= atLeast
  }

  private mutating func skips(_ action: String, _ key: String, every: Double) -> Bool {
    isNoted = true
    if throttles[action, default: Times()].count(key, within: every, now: now) > 0 {
      throttled += 1
      return true
    }
    throttles[action, default: Times()].add(key, now: now, limit: limit)
    return false
  }

  /// The number of this try; nil if the budget is exhausted.
  private mutating func tries(_ rule: String, _ key: String?, _ attempt: Int?, of most: Int, within: Double)
    -> Int?
  {
    guard let key else {
      let known = attempt ?? 0
      return known >= most ? nil : known
    }
    isNoted = true
    let number = retries[rule, default: Times()].count(key, within: within, now: now) + 1
    if number >= most { return nil }
    retries[rule, default: Times()].add(key, now: now, limit: limit)
    return number
  }

  /// The record's resolution in words: the actions in order, then the deciding rule and its verdict.
  mutating func answer(_ record: StateStream.Record) -> [String] {
    if let time = record.time {
      if !hasTime { now = isNoted ? max(0, time) : time }
      hasTime = true
      now = max(now, time)
    }
    var said: [String] = []
    var answers = record.answers[...]
    let host = record.host
    func end(_ words: String, _ model: inout StateModel) -> [String] {
      for action in ["always"] {
        said.append(model.skips(action, "\(record.type)", every: 4) ? "always throttled" : "always")
      }
      return said + [words]
    }
    if reaches("all", "", atLeast: 4, within: 3) { said.append("all") }
    if reaches("keyed", "\(record.type) \(host ?? "missing")", atLeast: 3, within: 20) {
      said.append(skips("keyed", host ?? "missing", every: 5) ? "keyed throttled" : "keyed")
    }
    said.append(skips("limited", "", every: 2) ? "limited throttled" : "limited")
    if record.type == "Ask" {
      if skips("ask", host ?? "missing", every: 0.5) {
        said.append("T throttled")
      } else if let last = lastAsk, last.host == host ?? "missing", now < last.closing {
        coalesced += 1
        said.append("T \(last.answer ?? "")\(last.isAssumed ? " assumed" : "") coalesced")
        if last.answer == "Go" { return end("ask proceed", &self) }
      } else {
        var shown = Shown(host: host ?? "missing", closing: now, answer: "Go", isAssumed: true)
        var isNever = false
        if let next = answers.popFirst() {
          if let given = next {
            if ["Go", "No"].contains(given.title) { (shown.answer, shown.isAssumed) = (given.title, false) }
            shown.closing = now + (given.after ?? 0)
          } else {
            isNever = true
            (shown.answer, shown.isAssumed) = (nil, false)
          }
        }
        lastAsk = shown
        if isNever {
          said.append("T never")
          return end("ask cancel", &self)
        }
        said.append("T \(shown.answer ?? "")\(shown.isAssumed ? " assumed" : "")")
        if shown.answer == "Go" { return end("ask proceed", &self) }
      }
    }
    if record.type == "Note" {
      // It is the last shown alert now. It does not decide, so it closes at once.
      lastAsk = nil
      said.append("N OK")
    }
    if let attempt = tries("counted", host.map { "\(record.type) \($0)" }, record.attempt, of: 4, within: 6) {
      return end("counted retry \(attempt)", &self)
    }
    if let attempt = tries("second", record.type, nil, of: 3, within: 2) {
      return end("second retry \(attempt)", &self)
    }
    return end("otherwise cancel", &self)
  }
}
