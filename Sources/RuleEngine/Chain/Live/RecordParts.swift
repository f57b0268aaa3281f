internal import Bytes
package import Records

/// Members of a recorded error, as a set.
package struct RecordParts: Sendable, Equatable {
  private var bits: UInt64 = 0

  /// None.
  package init() {}

  /// These fields.
  package init(_ fields: [Field]) {
    for field in fields { insert(field) }
  }

  /// Every member.
  package static let all = RecordParts(Field.allCases)

  package func contains(_ field: Field) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }

  package mutating func insert(_ field: Field) { bits |= 1 << UInt64(field.rawValue) }

  package mutating func formUnion(_ other: RecordParts) { bits |= other.bits }

  package func isSubset(of other: RecordParts) -> Bool { bits & ~other.bits == 0 }
}

extension ResponderChain {
  /// The members that rules may ask for, or that may be shown, of any error.
  package var askedParts: RecordParts {
    var parts = parts(ofInstructions: 0..<tables.instructions.count)
    for index in 0..<tables.subjects.count { parts.insert(tables.subjects[index]) }
    for index in 0..<tables.pieces.count where tables.pieces[index].kind == .optionTitles {
      parts.insert(.options)
    }
    for index in 0..<tables.alerts.count where tables.alerts[index].isRecovery { parts.insert(.options) }
    for index in 0..<tables.stations.count {
      switch tables.stations[index].verdict.kind {
      // What an error is, is told of one that took another's place.
      case .transform, .unwrapPayload, .unwrapCause, .emit, .raise: return .all
      case .evaluation, .retry, .retryByPerson, .continue, .escalate, .handled, .absent: break
      }
    }
    return parts
  }

  /// The first place that shows an alert, whether it waits for an answer or not; nil where none does.
  package var firstStationWithAlert: Int? {
    stations.indices.first { station in
      tables.stations[station].actions.contains { tables.actions[Int($0)].alert >= 0 }
    }
  }

  /// The members that instructions ask for.
  func parts(ofInstructions range: Range<Int>) -> RecordParts {
    var parts = RecordParts()
    for index in range {
      let step = tables.instructions[index]
      switch step.operation {
      case .predicate: return .all
      case .anyCause, .rootCause: parts.insert(.underlying)
      case .payloadError: parts.insert(.payload)
      case .strictProblem: parts.insert(.problem)
      case .always, .all, .any, .not, .assumed, .category: break
      default: parts.insert(tables.subjects[Int(step.subject)])
      }
    }
    return parts
  }
}

extension RecordParts {
  mutating func insert(_ subject: SubjectReference) {
    switch subject.kind {
    case .field: insert(subject.field)
    case .problem, .problemExtension: insert(.problem)
    case .attribute: insert(.attributes)
    case .payload: insert(.payload)
    case .with: insert(.with)
    case .outcome: break
    }
  }
}

extension Climb {
  /// The number of the known answer to the record that was read last, where no more than `parts` were asked for on the way
  /// to it and no value of the error stands in it: then every error that agrees in these has it.
  package mutating func answer(settledBy parts: RecordParts) -> Int32? {
    guard !graph.isGivenUp, !record.isEvent, var edge = edgeOfRecord() else { return nil }
    while let node = edge.question {
      guard partsAsked(by: node).isSubset(of: parts), let next = self.edge(after: node, graph[node]) else {
        return nil
      }
      edge = next
    }
    guard let number = edge.answer, answers.isWritten(number) else { return nil }
    return number
  }

  private func partsAsked(by node: Int) -> RecordParts {
    let first = Int(graph.instruction(of: node))
    if first >= 0 {
      return chain.parts(ofInstructions: first..<Int(tables.instructions[first].end))
    }
    // Any value that masks are found by may have had a say.
    var parts = RecordParts()
    for place in shortlists.long[graph.choice(graph[node].atom).list].topics {
      if let subject = shortlists.long.topic(place).topic.subject {
        parts.insert(tables.subjects[Int(subject)])
      }
    }
    return parts
  }
}
