internal import Bytes
internal import Records
internal import RuleLanguage
package import Secrets

extension Evaluator {
  /// Evaluates the last record and records every step; the outcome is that of ``run(_:ordinal:)``.
  ///
  /// - Parameters:
  ///   - ordinal: the record's position in its stream, from 1.
  ///   - responder: the first responder; nil for the one of the record's origin.
  ///   - redactor: what hides the record's secrets; the texts of the rules stay.
  package mutating func explain(
    _ state: inout ChainState, ordinal: UInt64, from responder: Int? = nil,
    hidingBy redactor: Redactor = .off
  ) -> Explanation {
    let record = recordedJSON
    let own = redactor.about(json: record)
    var recorder = StepRecorder(chain, own)
    _ = evaluate(&state, reportingTo: &recorder, ordinal: ordinal, clock: time, from: responder)
    var steps = recorder.finish()
    let first = responder.map { ResponderIndex($0) } ?? inputs.firstResponder()
    let start = outcome.isIgnored ? .nowhere : first
    let ending = ending(outcome.resolution, of: steps, from: start, ordinal, own)
    var answers = Answers(count: answerCount)
    fill(&steps, ending, ordinal, &answers, own)
    lookInside(&steps)
    return Explanation(
      steps: steps, record: origin(ordinal, record, own), ending: ending, redactor: own,
      resolution: own.json(resolution(ordinal: ordinal)))
  }

  /// The outcome as a resolution: one line of JSON without a line feed, with its gaps filled.
  package func resolution(ordinal: UInt64) -> String {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
    return filled(text.slice(0..<(text.count - 1)), gaps)
  }

  /// Fills the gaps of a text. Their ordinals are those of the whole stream.
  func filled(_ text: ByteSlice, _ gaps: borrowing Buffer<Gap>) -> String {
    var filled = Buffer<UInt8>()
    var place = GapFilling.Place()
    GapFilling(chain, seed: seed).append(text, gaps, from: &place, upTo: text.count, after: 0, to: &filled)
    return String(filled.slice)
  }

  private struct Answers {
    let count: Int
    var taken = 0
  }

  private var answerCount: Int {
    let answers = inputs.matcher.record.value(.answers, of: ErrorRecord.recorded)
    var count = 0
    while inputs.matcher.record.element(count, of: answers.index) != nil { count += 1 }
    return count
  }

  /// Adds the parts known only after the evaluation: rendered actions, key values, the endings of nested
  /// evaluations.
  private func fill(
    _ steps: inout [Explanation.Step], _ ending: Explanation.Ending, _ ordinal: UInt64,
    _ answers: inout Answers, _ own: Redactor
  ) {
    for index in steps.indices {
      for reading in steps[index].readings.indices {
        steps[index].readings[reading].key = key(steps[index].readings[reading], own)
      }
      for action in steps[index].actions.indices {
        fill(&steps[index].actions[action], ordinal, &answers, own)
      }
      weigh(&steps[index], ending)
      for nestedIndex in steps[index].nestedEvaluations.indices {
        let nested = steps[index].nestedEvaluations[nestedIndex]
        let start = start(of: nested.kind, in: steps[index])
        let ending = self.ending(
          nested.outcome ?? Outcome.Resolution(), of: nested.steps, from: start, ordinal, own)
        steps[index].nestedEvaluations[nestedIndex].ending = ending
        fill(&steps[index].nestedEvaluations[nestedIndex].steps, ending, ordinal, &answers, own)
      }
    }
  }

  /// Says which rules and categories asked for what the error only wraps.
  private mutating func lookInside(_ steps: inout [Explanation.Step]) {
    let inner = innerErrors()
    guard !inner.isEmpty else { return }
    for index in steps.indices where steps[index].result == Conclusion.notMatched.word {
      switch steps[index].kind {
      case .rule:
        steps[index].inside = steps[index].clause.flatMap { firstFit(ofClause: $0, among: inner)?.path }
      case .category(let name):
        guard let category = chain.categories.firstIndex(of: name) else { continue }
        steps[index].inside =
          firstFit(
            of: tables.categories[CategoryIndex(category)].condition, among: inner)?.path
      case .arrival, .contract, .ignored, .unwrap, .breaker, .otherwise, .always: continue
      }
    }
  }

  private func start(of kind: Explanation.Nested.Kind, in step: Explanation.Step) -> ResponderIndex {
    guard let clause = step.clause else { return .nowhere }
    let responder = tables.clauses[clause].responder
    switch kind {
    case .event: return responder
    case .raised: return tables.responders[responder].parent
    }
  }

  /// Sets the evaluation that a result implies, and the rule that overrules it where all rules run.
  private func weigh(_ step: inout Explanation.Step, _ ending: Explanation.Ending) {
    let isImplied = step.result == Conclusion.emitted.word || step.result == Conclusion.unanswered.word
    if isImplied, step.verdict == nil, step.clause == ending.clause {
      step.verdict = ending.evaluation.name
    }
    guard let clause = step.clause, step.policy?.match == .all, tables.clauses[clause].kind == .rule,
      let decided = ending.clause,
      tables.clauses[decided].responder == tables.clauses[clause].responder,
      tables.clauses[decided].kind == .rule
    else { return }
    if clause == decided {
      if step.result == Conclusion.ran.word { step.verdict = ending.evaluation.name }
    } else if step.saysSomething {
      step.overruledBy = chain.name(ofClause: decided)
    }
  }

  private func fill(
    _ action: inout Explanation.Action, _ ordinal: UInt64, _ answers: inout Answers, _ own: Redactor
  ) {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    append(action.ran, ordinal, to: &text, gaps: &gaps)
    action.json = own.json(filled(text.slice, gaps))
    let alert = tables.responses.alerts.element(at: tables.responses.actions[action.ran.action].alert)
    guard let alert, alert.decides, action.ran.answer != .nowhere,
      !action.ran.isCoalesced
    else {
      return
    }
    guard answers.taken < answers.count else {
      let preset = inputs.presetAnswer(at: action.ran.clause)
      if action.ran.isAssumed { action.wrongPreset = preset } else { action.answerer = .preset }
      return
    }
    if action.ran.isAssumed {
      let list = inputs.matcher.record.value(.answers, of: ErrorRecord.recorded)
      let wrong = inputs.matcher.record.element(answers.taken, of: list.index)
      action.wrongAnswer = wrong.flatMap { inputs.matcher.record.tape.value(at: $0).json(hidingBy: own) }
    } else {
      action.answerer = .recorded
    }
    answers.taken += 1
  }

  private func key(_ reading: Explanation.Reading, _ own: Redactor) -> [(name: String, value: String?)] {
    reading.subjects.map { place in
      let subject = tables.limits.keySubjects[place]
      let name = tables.name(ofSubject: subject)
      return (name, value(ofSubject: subject, reading.errorNode).json(hidingBy: own, named: name))
    }
  }

  private func origin(_ ordinal: UInt64, _ record: String, _ own: Redactor) -> Explanation.Origin {
    func text(_ field: Field) -> String? {
      let value = inputs.matcher.record.value(field, of: ErrorRecord.recorded)
      return value.isMissing ? nil : own.text(String(value.text))
    }
    return Explanation.Origin(
      id: text(.id) ?? "\(ordinal)", ordinal: ordinal, name: own.text(identityName),
      message: text(.message), time: text(.time), origin: text(.origin), operation: text(.operation),
      attempt: text(.attempt),
      with: inputs.matcher.record.value(.with, of: ErrorRecord.recorded).json(hidingBy: own),
      json: own.json(record))
  }

  private var recordedJSON: String {
    var text = Buffer<UInt8>()
    if inputs.matcher.record.tape.count > 0 { inputs.matcher.record.tape.appendJSON(at: 0, to: &text) }
    return String(text.slice)
  }

  private struct ResponderPath {
    var path: [String] = []
    var passedThrough: [String] = []
    var notVisited: [String] = []
  }

  /// The responders from one up to the root, by whether they were visited.
  private func way(from start: ResponderIndex, _ path: [String], isHandled: Bool) -> ResponderPath {
    var way = ResponderPath()
    way.path = path
    var place = start
    var left = path.count
    while let responder = tables.responders.element(at: place) {
      if left == 0, isHandled {
        way.notVisited.append(chain.responders[Int(place)])
      } else if responder.isEnabled {
        left -= 1
      } else {
        way.passedThrough.append(chain.responders[Int(place)])
      }
      place = responder.parent
    }
    return way
  }

  /// The ending of an evaluation, including the part of the escalation path after its first responder.
  private func ending(
    _ resolution: Outcome.Resolution, of steps: [Explanation.Step], from start: ResponderIndex,
    _ ordinal: UInt64, _ own: Redactor
  ) -> Explanation.Ending {
    let path = steps.compactMap { step -> String? in
      if case .arrival(let responder) = step.kind { responder } else { nil }
    }
    let way = way(from: start, path, isHandled: resolution.isHandled)
    let root = resolution.isHandled ? nil : resolution.root.place
    return Explanation.Ending(
      isEvent: resolution.isEvent,
      evaluation: resolution.evaluation,
      isHandled: resolution.isHandled,
      isIgnored: resolution.isIgnored,
      isAssumed: resolution.isAssumed,
      clause: resolution.clause.place,
      category: resolution.category.place.map { own.text(chain.categories[$0]) },
      becomes: steps.last { $0.becomes != nil }?.becomes,
      path: way.path,
      passedThrough: way.passedThrough,
      notVisited: way.notVisited,
      root: root.map { chain.responders[$0] },
      report: root.map { chain.unhandledReports[$0] },
      retry: resolution.retry.map { retry in
        Explanation.Retry(
          attempt: retry.attempt > 0 ? Int(retry.attempt) : nil, maxAttempts: Int(retry.maxAttempts),
          milliseconds: milliseconds(of: retry.delay, for: drawIdentity(ordinal: ordinal)))
      }
    )
  }
}

extension Explanation.Step {
  /// An evaluation, or the end of the responder, which an earlier rule may overrule.
  fileprivate var saysSomething: Bool {
    let said = verdict ?? result
    return Evaluation.allCases.contains { $0.name == said } || said == Conclusion.escalated.word
      || result == Conclusion.unanswered.word
  }
}

extension ChainTables {
  func name(ofSubject index: SubjectIndex) -> String {
    let subject = conditions.subjects[Int(index)]
    let path =
      subject.kind == .payload
      ? "" : String(bytes.slice(TextSpan(offset: subject.offset, length: subject.length)))
    switch subject.kind {
    case .field: return Field(rawValue: subject.member)?.name ?? ""
    case .problem: return Subject.ProblemMember(rawValue: subject.member).map { "problem.\($0)" } ?? ""
    case .problemExtension: return "problem.ext.\(path)"
    case .attribute: return "attributes.\(path)"
    case .with: return "with.\(path)"
    case .payload: return "payload.\(subject.offset)"
    case .elapsed: return Subject.elapsed.name
    case .outcome: return Subject.OutcomeMember(rawValue: subject.member).map { "outcome.\($0)" } ?? ""
    }
  }
}
