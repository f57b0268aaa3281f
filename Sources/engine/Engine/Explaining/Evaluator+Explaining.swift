internal import Bytes
internal import Records
internal import RuleLanguage

extension Evaluator {
  /// Evaluates the last record and records every step; the outcome is that of ``run(_:ordinal:)``.
  ///
  /// - Parameters:
  ///   - ordinal: the record's position in its stream, from 1.
  ///   - responder: the first responder; nil for the one of the record's origin.
  package mutating func explain(_ state: inout ChainState, ordinal: UInt64, from responder: Int? = nil)
    -> Explanation
  {
    let record = recordedJSON
    var recorder = StepRecorder(chain)
    _ = evaluate(&state, reportingTo: &recorder, ordinal: ordinal, clock: time, from: responder)
    var steps = recorder.finish()
    let first = responder.map { ResponderIndex($0) } ?? inputs.firstResponder()
    let start = outcome.isIgnored ? .nowhere : first
    let ending = ending(outcome.resolution, of: steps, from: start, ordinal)
    var answers = Answers(count: answerCount)
    fill(&steps, ending, ordinal, &answers)
    var explanation = Explanation(steps: steps, record: origin(ordinal, record), ending: ending)
    explanation.resolution = resolution(ordinal: ordinal)
    return explanation
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
    _ answers: inout Answers
  ) {
    for index in steps.indices {
      for reading in steps[index].readings.indices {
        steps[index].readings[reading].key = key(steps[index].readings[reading])
      }
      for action in steps[index].actions.indices {
        fill(&steps[index].actions[action], ordinal, &answers)
      }
      weigh(&steps[index], ending)
      for nestedIndex in steps[index].nestedEvaluations.indices {
        let nested = steps[index].nestedEvaluations[nestedIndex]
        let start = start(of: nested.kind, in: steps[index])
        let ending = self.ending(
          nested.outcome ?? Outcome.Resolution(), of: nested.steps, from: start, ordinal)
        steps[index].nestedEvaluations[nestedIndex].ending = ending
        fill(&steps[index].nestedEvaluations[nestedIndex].steps, ending, ordinal, &answers)
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

  private func fill(_ action: inout Explanation.Action, _ ordinal: UInt64, _ answers: inout Answers) {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    append(action.ran, ordinal, to: &text, gaps: &gaps)
    action.json = filled(text.slice, gaps)
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
      action.wrongAnswer = wrong.flatMap { inputs.matcher.record.tape.value(at: $0).json }
    } else {
      action.answerer = .recorded
    }
    answers.taken += 1
  }

  private func key(_ reading: Explanation.Reading) -> [(name: String, value: String?)] {
    reading.subjects.map { place in
      let subject = tables.limits.keySubjects[place]
      return (tables.name(ofSubject: subject), value(ofSubject: subject, reading.errorNode).json)
    }
  }

  private func origin(_ ordinal: UInt64, _ record: String) -> Explanation.Origin {
    func text(_ field: Field) -> String? {
      let value = inputs.matcher.record.value(field, of: ErrorRecord.recorded)
      return value.isMissing ? nil : String(value.text)
    }
    return Explanation.Origin(
      id: text(.id) ?? "\(ordinal)", ordinal: ordinal, name: identityName, message: text(.message),
      time: text(.time), origin: text(.origin), operation: text(.operation), attempt: text(.attempt),
      with: inputs.matcher.record.value(.with, of: ErrorRecord.recorded).json, json: record)
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
    _ ordinal: UInt64
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
      category: resolution.category.place.map { chain.categories[$0] },
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
    case .outcome: return Subject.OutcomeMember(rawValue: subject.member).map { "outcome.\($0)" } ?? ""
    }
  }
}
