public import Records

/// A responder in code: it handles an error, or leaves it to its parent.
///
/// ```swift
/// final class CheckoutModel: ErrorResponder {
///   weak var parentResponder: (any ErrorResponder)?
///   func respond(to raised: RaisedError) async -> Evaluation? { raised.error is CardDeclined ? .cancel : nil }
/// }
/// ```
///
/// Its parent may be another one, or a responder of a rule file (``RunningChain/responder(_:parent:)``). It
/// may also be connected at a rule file's responder (``RunningChain/connect(at:_:)-(_,ErrorResponder)``), so
/// that code and rules mix in one chain in any order.
public protocol ErrorResponder: AnyObject, Sendable {
  /// The parent; nil for a root. Keep it weakly if it owns this responder.
  var parentResponder: (any ErrorResponder)? { get }
  /// The evaluation; nil leaves the error to the parent.
  func respond(to raised: RaisedError) async -> Evaluation?
}

extension ErrorResponder {
  /// Leaves everything to the parent.
  public func respond(to raised: RaisedError) async -> Evaluation? { nil }

  /// Handles an error, beginning with this responder.
  ///
  /// No responder is visited twice: a cycle of parents ends where it closes. An unhandled error gets the
  /// evaluation of the last root if that is a rule file's, or else `cancel`.
  @discardableResult
  public func handle(_ error: any Error, from origin: String = "") async -> ResponderOutcome {
    await escalate(RaisedError(error: error, event: nil, origin: origin, responder: ""))
  }

  func escalate(_ raised: RaisedError) async -> ResponderOutcome {
    var visited: Set<ObjectIdentifier> = []
    var next: (any ErrorResponder)? = self
    var unhandled = Evaluation.cancel
    while let responder = next, visited.insert(ObjectIdentifier(responder)).inserted {
      if let rules = responder as? RuleResponder {
        let resolution = await rules.evaluate(raised)
        if resolution.isHandled {
          return ResponderOutcome(evaluation: resolution.evaluation, isHandled: true)
        }
        unhandled = resolution.evaluation
      } else if let evaluation = await responder.respond(to: raised) {
        return ResponderOutcome(evaluation: evaluation, isHandled: true)
      }
      next = responder.parentResponder
    }
    return ResponderOutcome(evaluation: unhandled, isHandled: false)
  }
}

/// The outcome of a chain of responders.
public struct ResponderOutcome: Sendable, Hashable {
  /// Tells the code that failed what to do.
  public let evaluation: Evaluation
  /// Whether a responder handled the error.
  public let isHandled: Bool

  /// An outcome with an evaluation, by a responder or by none.
  public init(evaluation: Evaluation, isHandled: Bool) {
    self.evaluation = evaluation
    self.isHandled = isHandled
  }
}

/// A responder of a rule file for use in code: it applies its rules, then those of its ancestors in the file.
public final class RuleResponder: ErrorResponder {
  /// The chain whose rules it applies.
  public let chain: RunningChain
  /// The responder's id in the rule file.
  public let id: String
  /// The parent for errors that the file does not handle.
  public let parentResponder: (any ErrorResponder)?

  init(_ chain: RunningChain, _ id: String, parent: (any ErrorResponder)?) {
    self.chain = chain
    self.id = id
    parentResponder = parent
  }

  /// Evaluates the rules; nil if none of them handles the error.
  public func respond(to raised: RaisedError) async -> Evaluation? {
    let resolution = await evaluate(raised)
    return resolution.isHandled ? resolution.evaluation : nil
  }

  func evaluate(_ raised: RaisedError) async -> Resolution {
    await chain.evaluate(raised, at: id)
  }
}
