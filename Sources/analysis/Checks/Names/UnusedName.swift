internal import Records
internal import Edits
internal import Engine
internal import RuleLanguage
internal import Source

struct UnusedName: Check {
  let page = CheckPage(
    "unused-name",
    .names,
    .warning,
    summary: "A list, matcher, alert, code domain or abstract responder is unused.",
    meaning: """
      It is a leftover, or the rule that should use it refers to another name. Names in a fragment (a file without \
      responders) are for other files and are not checked.
      """,
    advice: "Use it, or delete it.",
    fires: """
      version: 1
      matchers:
        offline: { domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet }
      responders:
        - id: app
          rules: [ { id: busy, when: { status: 503 }, then: cancel } ]

      """,
    silent: """
      version: 1
      matchers:
        offline: { domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet }
      responders:
        - id: app
          rules: [ { id: offline, when: { matcher: offline }, then: cancel } ]

      """,
    autoFix: .init("removes it, with the comments directly above it.")
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    guard !program.isFragment, let entry = program.roots.first?.range.file else { return }
    var lists: Set<String> = []
    var matchers: Set<String> = []
    var alerts: Set<String> = []
    var quotas: Set<String> = []
    func collect(_ node: Node) {
      switch node.content {
      case .string(let text): if text.hasPrefix("$") { lists.insert(String(text.dropFirst())) }
      case .sequence(let elements): for element in elements { collect(element) }
      case .mapping(let members):
        for member in members {
          if member.key == "matcher" {
            matchers.formUnion(program.values(of: member.value).compactMap { $0.string })
          }
          if member.key == "quota" { member.value["of"]?.string.map { _ = quotas.insert($0) } }
          if member.key == "present" { member.value.string.map { _ = alerts.insert($0) } }
          collect(member.value)
        }
      case .null, .bool, .integer, .decimal: return
      }
    }
    for root in program.roots { collect(root) }
    let bases = Set((program.responders + program.abstract).compactMap { $0.base?.text })
    func report(_ what: String, _ name: String, _ place: SourceRange, isElement: Bool = false) {
      guard place.file === entry else { return }
      let written = WrittenPlace(place)
      findings.report(
        "The \(what) “\(name)” is unused. Use it, or delete it.", at: place,
        fix: Removal.patch(of: isElement ? written?.element : written))
    }
    for list in program.lists where !lists.contains(list.key) { report("list", list.key, list.keyRange) }
    for matcher in program.matchers where !matchers.contains(matcher.key) {
      report("matcher", matcher.key, matcher.keyRange)
    }
    let domains = comparedDomains(program)
    for codes in program.codes where !domains.contains(where: { $0.matches(codes.key) }) {
      report("code domain", codes.key, codes.keyRange)
    }
    for alert in program.alerts where !alerts.contains(alert.key) {
      report("alert", alert.key, alert.keyRange)
    }
    for quota in program.quotas where !quotas.contains(quota.name.text) {
      report("quota", quota.name.text, quota.name.range)
    }
    for responder in program.abstract where !bases.contains(responder.id.text) {
      report("abstract responder", responder.id.text, responder.id.range, isElement: true)
    }
  }

  /// The compared domains as globs. Matches everything if a domain is compared in another way.
  private func comparedDomains(_ program: RuleProgram) -> [GlobPattern] {
    var domains: [GlobPattern] = []
    program.eachComparison { comparing in
      guard comparing.subject == .field(.domain) else { return }
      domains.append(GlobPattern(comparing.comparison.name ?? "*"))
    }
    return domains
  }
}
