internal import Engine
internal import RuleLanguage
internal import Source

struct NearName: Check {
  let page = CheckPage(
    "near-name",
    .names,
    .note,
    summary: "Two names are almost the same.",
    meaning: """
      retryable and retriable, logout and logOut: two names for the same thing, or a typo. errctl does not connect \
      them: an action performed as logOut may be unknown to an app that calls it logout.
      """,
    advice: "Use one of them everywhere, or choose names that differ more.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: expired, when: { status: 401 }, do: [ { perform: showLogin } ], then: abort }
            - { id: banned, when: { status: 403 }, do: [ { perform: showLogIn } ], then: abort }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: expired, when: { status: 401 }, do: [ { perform: showLogin } ], then: abort }
            - { id: banned, when: { status: 403 }, do: [ { perform: showLogin } ], then: abort }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    // The names of another system's policy are those of things that there are.
    if program.roots.first?["version"]?.isTranslated == true { return }
    var performs: [Named] = []
    program.eachAction { action in
      if action.kind.key == "perform", let name = action.kind.value.string {
        performs.append(Named(name, at: action.kind.value.range))
      }
    }
    var events: [Named] = []
    for (_, clause) in program.allClauses {
      if let then = clause.then, let name = then.value["emit"] {
        name.string.map { events.append(Named($0, at: name.range)) }
      }
      if clause.kind == .eventRule, let name = clause.when?["event"] {
        for value in program.values(of: name) {
          value.string.map { events.append(Named($0, at: value.range)) }
        }
      }
    }
    compare("action", performs, &findings)
    compare("event", events, &findings)
    compare("category", program.declaredCategories.map { $0.name }, &findings)
    compare("responder", (program.responders + program.abstract).map { $0.id }, &findings)
    compare("matcher", program.matchers.map { Named($0.key, at: $0.keyRange) }, &findings)
    compare("breaker", program.breakers.map { $0.name }, &findings)
    compare("quota", program.quotas.map { $0.name }, &findings)
    compare("list", program.lists.map { Named($0.key, at: $0.keyRange) }, &findings)
  }

  /// Reports the second name of each similar pair.
  private func compare(_ what: String, _ names: [Named], _ findings: inout Findings) {
    var firsts: [String: SourceRange] = [:]
    var order: [String] = []
    for name in names where firsts[name.text] == nil {
      firsts[name.text] = name.range
      order.append(name.text)
    }
    // By what is left of them without one of their letters: only a few of thousands have that in common.
    var buckets: [String: [Int]] = [:]
    var halves: [(start: String, end: String)] = []
    for (index, name) in order.enumerated() {
      let folded = Array(name.lowercased().unicodeScalars)
      guard folded.count >= 5 else {
        halves.append(("", ""))
        continue
      }
      let half = folded.count / 2 - 1
      halves.append((Self.text(folded.prefix(half)), Self.text(folded.suffix(half))))
      let keys = Self.keys(folded)
      let near = Set(keys.flatMap { buckets[$0] ?? [] }).sorted().filter { Self.areNear(order[$0], name) }
      // Similar names share their first or last letters.
      let (sameStart, others) = (
        near.filter { halves[$0].start == halves[index].start },
        near.filter { halves[$0].start != halves[index].start && halves[$0].end == halves[index].end }
      )
      for other in sameStart + others {
        guard let place = firsts[name], let first = firsts[order[other]] else { continue }
        findings.report(
          "“\(name)” is almost the same as the \(what) “\(order[other])”. Use one of them everywhere, or choose names that differ more.",
          at: place, related: [.init("the other name", at: first)])
      }
      for key in keys { buckets[key, default: []].append(index) }
    }
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// The name itself, and without each of its letters. Two near names have one of them in common.
  private static func keys(_ folded: [Unicode.Scalar]) -> Set<String> {
    var keys: Set<String> = [text(folded[...])]
    for index in folded.indices where folded[index].properties.isAlphabetic {
      keys.insert(text(folded[..<index] + folded[(index + 1)...]))
    }
    return keys
  }

  /// One letter that is not a digit, two swapped neighbours, or case.
  static func areNear(_ left: String, _ right: String) -> Bool {
    var a = Array(left.lowercased().unicodeScalars)[...]
    var b = Array(right.lowercased().unicodeScalars)[...]
    while let first = a.first, first == b.first {
      a.removeFirst()
      b.removeFirst()
    }
    while let last = a.last, last == b.last {
      a.removeLast()
      b.removeLast()
    }
    let rest = Array(a) + Array(b)
    // A plural is a different word.
    if a.count + b.count == 1, rest[0] == "s",
      left.lowercased().hasSuffix("s") != right.lowercased().hasSuffix("s")
    {
      return false
    }
    if rest.contains(where: { $0.properties.numericType != nil || !$0.properties.isAlphabetic }) {
      return false
    }
    if a.isEmpty && b.isEmpty { return true }
    if a.count <= 1, b.count <= 1 { return true }
    return a.count == 2 && b.count == 2 && a.first == b.last && a.last == b.first
  }
}
