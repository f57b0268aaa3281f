internal import SwiftErrors

extension RunningChain {
  /// A responder of the rule file as a parent of responders in code. It retains the chain and the parent.
  ///
  /// - Parameters:
  ///   - id: the responder's id; without a responder of that id in the rule file, it handles nothing.
  ///   - parent: the parent for errors that the file does not handle.
  public func responder(_ id: String, parent: (any ErrorResponder)? = nil) -> RuleResponder {
    RuleResponder(self, id, parent: parent)
  }

  func evaluate(_ raised: RaisedError, at id: String) async -> Resolution {
    let moment = moment
    let version = moment.version
    let occurrence = ErrorOccurrence(origin: raised.origin.isEmpty ? id : raised.origin)
    var incident = incident(raised.error, occurrence, version)
    incident.event = raised.event
    guard let index = version.responderIndices[id] else {
      return resolution(version, incident, DecidedOutcome(outcome: .absent))
    }
    return await respond(to: incident, moment, from: index)
  }
}
