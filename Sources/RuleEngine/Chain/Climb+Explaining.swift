extension Climb {
  /// Climbs with the record that was read last and tells every step; the outcome is that of ``run(_:)``.
  ///
  /// - Parameters:
  ///   - ordinal: the record's place in its stream, from 1.
  ///   - seed: the seed of random draws.
  package mutating func explain(_ memory: inout ChainMemory, ordinal: UInt64, seed: UInt64) -> Explanation {
    var recorder = StepRecorder(chain)
    _ = climb(&memory, &recorder)
    var steps = recorder.finish()
    var answers = Answers(count: answerCount)
    fill(&steps, ordinal, &answers)
    var explanation = Explanation(
      steps: steps,
      record: origin(ordinal),
      ending: ending(seed: seed, ordinal: ordinal)
    )
    explanation.resolution = resolution(ordinal: ordinal, seed: seed)
    return explanation
  }

  /// The outcome as one resolution, a line of JSON without a line feed, its gaps filled.
  package func resolution(ordinal: UInt64, seed: UInt64) -> String {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
    return filled(text.slice(0..<(text.count - 1)), gaps, ordinal: ordinal, seed: seed)
  }

  private func filled(
    _ text: ByteSlice,
    _ gaps: borrowing Buffer<Gap>,
    ordinal: UInt64,
    seed: UInt64
  ) -> String {
    var filled = Buffer<UInt8>()
    var start = 0
    for index in 0..<gaps.count {
      filled.append(text[start..<gaps[index].offset])
      start = gaps[index].offset
      switch gaps[index].kind {
      case .ordinal:
        JSONText.append(integer: Int64(ordinal), to: &filled)
      case .delay:
        JSONText.append(
          milliseconds: milliseconds(of: gaps[index].delay, seed: seed, ordinal: ordinal),
          to: &filled
        )
      }
    }
    filled.append(text[start..<text.count])
    return String(filled.slice)
  }

  /// How many recorded answers there are, and how many have been taken.
  private struct Answers {
    let count: Int
    var taken = 0
  }

  private var answerCount: Int {
    let answers = record.value(.answers, of: ErrorRecord.recorded)
    var count = 0
    while record.element(count, of: answers.index) != nil { count += 1 }
    return count
  }

  /// Gives steps what only the whole climb knows: actions as they are written, what is remembered by which key.
  private func fill(_ steps: inout [Explanation.Step], _ ordinal: UInt64, _ answers: inout Answers) {
    for index in steps.indices {
      for reading in steps[index].readings.indices {
        let frame = steps[index].readings[reading].frame
        steps[index].readings[reading].key = key(of: steps[index], frame)
      }
      for action in steps[index].actions.indices {
        fill(&steps[index].actions[action], ordinal, &answers)
      }
      for climb in steps[index].climbs.indices { fill(&steps[index].climbs[climb].steps, ordinal, &answers) }
    }
  }

  private func fill(_ action: inout Explanation.Action, _ ordinal: UInt64, _ answers: inout Answers) {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    append(action.ran, ordinal, to: &text, gaps: &gaps)
    action.json = filled(text.slice, gaps, ordinal: ordinal, seed: 0)
    let alert = tables.actions[Int(action.ran.action)].alert
    guard alert >= 0, tables.alerts[Int(alert)].decides, action.ran.answer != Outcome.RanAction.noAnswer
    else {
      return
    }
    guard answers.taken < answers.count else {
      if !action.ran.isAssumed { action.answerer = .preset }
      return
    }
    if action.ran.isAssumed {
      let list = record.value(.answers, of: ErrorRecord.recorded)
      let wrong = record.element(answers.taken, of: list.index)
      action.wrongAnswer = wrong.flatMap { record.tape.value(at: $0).json }
    } else {
      action.answerer = .recorded
    }
    answers.taken += 1
  }

  /// What a retry's tries are counted by.
  private func key(of step: Explanation.Step, _ frame: Int32) -> [(name: String, value: String?)] {
    guard let station = step.station else { return [] }
    let budget = tables.stations[station].verdict.budget
    guard budget >= 0 else { return [] }
    return tables.budgets[Int(budget)].per.map { place in
      let subject = tables.keySubjects[Int(place)]
      return (tables.name(ofSubject: subject), value(ofSubject: subject, frame).json)
    }
  }

  private func origin(_ ordinal: UInt64) -> Explanation.Origin {
    func text(_ field: Field) -> String? {
      let value = record.value(field, of: ErrorRecord.recorded)
      return value.isMissing ? nil : String(value.text)
    }
    return Explanation.Origin(
      id: text(.id) ?? "\(ordinal)",
      ordinal: ordinal,
      name: identityName,
      message: text(.message),
      time: text(.time),
      origin: text(.origin),
      operation: text(.operation),
      attempt: text(.attempt)
    )
  }

  private struct Way {
    var path: [String] = []
    var passedThrough: [String] = []
    var notVisited: [String] = []
  }

  /// The responders from the first one visited to the root, by what became of them.
  private var way: Way {
    var way = Way()
    for index in 0..<outcome.path.count { way.path.append(chain.responders[Int(outcome.path[index])]) }
    var place = outcome.path.isEmpty ? outcome.root : outcome.path[0]
    var left = way.path.count
    while place >= 0 {
      let responder = tables.responders[Int(place)]
      if left == 0, outcome.isHandled {
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

  private func ending(seed: UInt64, ordinal: UInt64) -> Explanation.Ending {
    let way = way
    let own = record.value(.category, of: ErrorRecord.recorded)
    let root = outcome.isHandled || outcome.root < 0 ? nil : Int(outcome.root)
    return Explanation.Ending(
      isEvent: record.isEvent,
      evaluation: outcome.evaluation,
      isHandled: outcome.isHandled,
      isIgnored: outcome.isIgnored,
      isAssumed: outcome.isAssumed,
      station: outcome.station < 0 ? nil : Int(outcome.station),
      category: outcome.category < 0 ? nil : chain.categories[Int(outcome.category)],
      unknownCategory: outcome.hasUnknownCategory ? String(own.text) : nil,
      path: way.path,
      passedThrough: way.passedThrough,
      notVisited: way.notVisited,
      root: root.map { chain.responders[$0] },
      report: root.map { chain.unhandledReports[$0] },
      retry: outcome.retry.map { retry in
        Explanation.Retry(
          attempt: retry.attempt > 0 ? Int(retry.attempt) : nil,
          maxAttempts: Int(retry.maxAttempts),
          milliseconds: milliseconds(of: retry.delay, seed: seed, ordinal: ordinal)
        )
      }
    )
  }
}

extension ChainTables {
  /// A subject's name as a rule file has it.
  fileprivate func name(ofSubject index: UInt32) -> String {
    let subject = subjects[Int(index)]
    let path =
      subject.kind == .payload
      ? "" : String(bytes.slice(Place(offset: subject.offset, length: subject.length)))
    switch subject.kind {
    case .field: return Field(rawValue: subject.member)?.name ?? ""
    case .problem: return Subject.ProblemMember(rawValue: subject.member).map { "problem.\($0)" } ?? ""
    case .problemExtension: return "problem.ext.\(path)"
    case .attribute: return "attributes.\(path)"
    case .payload: return "payload.\(subject.offset)"
    case .outcome: return Subject.OutcomeMember(rawValue: subject.member).map { "outcome.\($0)" } ?? ""
    }
  }
}
