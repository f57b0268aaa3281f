internal import RuleEngine
internal import SwiftErrors

extension RunningChain {
  /// A responder of the rule file as a parent for responders that are code. It keeps the chain and the parent.
  ///
  /// - Parameters:
  ///   - id: the responder's id; while the rule file has none of that name, it handles nothing.
  ///   - parent: who is asked where nobody in the file handles an error.
  public func responder(_ id: String, parent: (any ErrorResponder)? = nil) -> RuleResponder {
    RuleResponder(self, id, parent: parent)
  }

  /// Answers what arrives from code, from a responder on.
  func answer(_ raised: RaisedError, at id: String) async -> Resolution {
    let (version, connections) = moment
    let (ordinal, time) = stamp()
    var incident = Incident(
      error: raised.error,
      occurrence: ErrorOccurrence(origin: raised.origin.isEmpty ? id : raised.origin),
      isPlain: false,
      ordinal: ordinal,
      time: time.inMilliseconds
    )
    incident.event = raised.event
    guard let place = version.responderPlaces[id] else { return resolution(version, incident, .absent) }
    return await respond(to: incident, version, connections, from: place)
  }
}
