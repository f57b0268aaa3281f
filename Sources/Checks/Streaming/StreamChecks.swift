internal import Reasoning
internal import RuleEngine

/// `never-fired`: a rule that no record of the stream reached and satisfied.
struct NeverFired: Check {
  let page = CheckPage(
    "never-fired",
    .stream,
    .note,
    summary: "A rule that never ran on the stream.",
    meaning: """
      Nothing that was recorded reached it and was what it asks for. Where the stream is long, the rule may ask for \
      something that errors don't have, or may be written for what never happens.
      """,
    advice: "Try it with errctl explain --rule on an error that it is meant for.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: missing, when: { status: 404 }, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: busy, when: { status: 503 }, then: cancel } ]

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": 503}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, stream.records > 0 else { return }
    let fired = Set(
      rules.placedStations.filter { stream.fired[$0.index] > 0 }.map { WrittenAt($0.station.range) }
    )
    for group in rules.writtenStations {
      let placed = group[0]
      guard placed.station.kind == .rule || placed.station.kind == .eventRule,
        group.contains(where: { $0.station.isEnabled && $0.responder.isEnabled }),
        !fired.contains(WrittenAt(placed.station.range))
      else { continue }
      findings.report(
        "None of \(stream.records) record\(stream.records == 1 ? "" : "s") reached this rule and is what it asks for. Try it with errctl explain --rule \(placed.name).",
        at: placed.station.title
      )
    }
  }
}

/// `unnamed-errors`: errors of the stream that no rule names.
struct UnnamedErrors: Check {
  let page = CheckPage(
    "unnamed-errors",
    .stream,
    .note,
    summary: "Errors of the stream that no rule names.",
    meaning: """
      They were answered by an otherwise or a rule that asks for nothing, or by nobody. The finding names the most \
      frequent kinds: these are what a next rule could be for.
      """,
    advice: "Write a rule for the kinds that matter, or a category they belong to.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: busy, when: { status: 503 }, then: cancel } ]
          otherwise: { then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: busy, when: { status: 503 }, then: cancel }
            - { id: image, when: { type: ImageError }, then: proceed }
          otherwise: { then: cancel }

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": 503}
      {"type": "Shop.ImageError", "case": "broken"}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream else { return }
    let placed = rules.placedStations
    for (place, kinds) in stream.unnamed.sorted(by: { $0.key < $1.key }) {
      let count = "\(kinds.total) error\(kinds.total == 1 ? "" : "s")"
      if place < 0 {
        let root = rules.program.responders[-1 - place]
        findings.report(
          "\(count) of the stream reached “\(root.id.text)” and nobody answered: \(kinds.text).",
          at: root.id.range
        )
      } else if let station = placed.first(where: { $0.index == place }) {
        findings.report(
          "\(count) of the stream came to this, because no rule names them: \(kinds.text).",
          at: station.station.title
        )
      }
    }
  }
}

/// `broken-contract`: errors of the stream that a contract does not name.
struct BrokenContract: Check {
  let page = CheckPage(
    "broken-contract",
    .stream,
    .warning,
    summary: "Errors or events of the stream arrived out of contract.",
    meaning: "The contract says what this part of the chain may raise, and something else was raised there.",
    advice: "Add the type or event to the contract, or answer it below.",
    fires: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ NetworkError ] }
          otherwise: { then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ NetworkError, ImageError ] }
          otherwise: { then: cancel }

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": 503}
      {"type": "Shop.ImageError", "case": "broken"}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream else { return }
    for (index, kinds) in stream.outOfContract.sorted(by: { $0.key < $1.key }) {
      let responder = rules.program.responders[index]
      let names = (responder.contract?.reports ?? []) + (responder.contract?.triggers ?? [])
      findings.report(
        "\(kinds.total) of the stream's errors and events arrived here out of contract: \(kinds.text).",
        at: place(of: responder, rules.program) ?? names.first?.range ?? responder.id.range
      )
    }
  }
}

extension BrokenContract {
  /// Where a responder's contract begins: its key.
  private func place(of responder: RuleProgram.Responder, _ program: RuleProgram) -> SourceRange? {
    for root in program.roots {
      for node in root["responders"]?.elements ?? [] where node["id"]?.text == responder.id.text {
        if let contract = node.members?.first(where: { $0.key == "contract" }) { return contract.keyRange }
      }
    }
    return nil
  }
}

/// `unraised-contract`: a type that a contract names and no record has.
struct UnraisedContract: Check {
  let page = CheckPage(
    "unraised-contract",
    .stream,
    .note,
    summary: "A type that a contract names and no record of the stream has.",
    meaning: "The contract promises what nobody raises any more, or its name is misspelt there.",
    advice: "Correct the name, or take it out of the contract.",
    fires: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ NetwrokError ] }
          otherwise: { then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ NetworkError ] }
          otherwise: { then: cancel }

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": 503}

      """,
    mending: .init(
      "writes the name that a slip hid.",
      change: "Outcomes stay; the contract promises another type."
    )
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, stream.records > 0 else { return }
    for responder in rules.program.responders {
      for name in responder.contract?.reports ?? [] where !name.text.contains("*") {
        guard !stream.types.contains(where: { $0 == name.text || $0.hasSuffix(".\(name.text)") }) else {
          continue
        }
        let short = stream.types.compactMap { $0.split(separator: ".").last.map { String($0) } }
        let near = Suggestion.closest(to: name.text, among: stream.types.sorted() + short.sorted())
        findings.report(
          "No record of the stream has the type “\(name.text)”.\(near.map { " Did you mean “\($0)”?" } ?? " Take it out, or correct it.")",
          at: name.range
        )
      }
    }
  }
}

/// `unseen-field`: what a rule asks for and no record has.
struct UnseenField: Check {
  let page = CheckPage(
    "unseen-field",
    .stream,
    .warning,
    summary: "A field that a rule asks for and no record of the stream has.",
    meaning: """
      The rule never matches on this stream, whatever the value it asks for: most often the field is called something \
      else where errors are recorded.
      """,
    advice: "Look at the records with errctl explain, and correct the field's name.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: pay, when: { attributes: { http.rout: /pay } }, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: pay, when: { attributes: { http.route: /pay } }, then: cancel } ]

      """,
    stream: """
      {"type": "Shop.NetworkError", "attributes": {"http.route": "/pay"}}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, stream.records > 0 else { return }
    rules.program.eachComparison { comparing in
      guard stream.unseen.contains(comparing.subject), !comparing.isNegated else { return }
      if case .exists = comparing.comparison { return }
      findings.report(
        "None of \(stream.records) record\(stream.records == 1 ? "" : "s") has “\(comparing.subject.name)”. Correct its name, or look whether it is recorded.",
        at: comparing.source.range
      )
    }
  }
}
