public import RuleEngine

/// A responder that is code: it answers an error, or leaves it to its parent.
///
/// ```swift
/// final class CheckoutModel: ErrorResponder {
///   weak var parentResponder: (any ErrorResponder)?
///   func respond(to raised: RaisedError) async -> Evaluation? { raised.error is CardDeclined ? .cancel : nil }
/// }
/// ```
///
/// Its parent may be another one, or a responder of a rule file (``RunningChain/responder(_:parent:)``); and it may be
/// connected at one (``RunningChain/connect(at:_:)-(_,ErrorResponder)``), so that code and rules stand in one chain in any order.
public protocol ErrorResponder: AnyObject, Sendable {
  /// Who is asked next; nil for a root. Keep it weakly where it keeps this one.
  var parentResponder: (any ErrorResponder)? { get }
  /// What to do now; nil leaves the error to the parent.
  func respond(to raised: RaisedError) async -> Evaluation?
}

extension ErrorResponder {
  /// Leaves everything to the parent.
  public func respond(to raised: RaisedError) async -> Evaluation? { nil }

  /// Answers an error, from this responder on.
  ///
  /// Nobody is asked twice: parents that lead in a circle end where it closes. An error that nobody handles ends as the
  /// root says that was asked last, if it is a rule file's; else as `cancel`.
  @discardableResult
  public func handle(_ error: any Error, from origin: String = "") async -> ResponderAnswer {
    await climb(RaisedError(error: error, event: nil, origin: origin, responder: ""))
  }

  func climb(_ raised: RaisedError) async -> ResponderAnswer {
    var visited: Set<ObjectIdentifier> = []
    var next: (any ErrorResponder)? = self
    var unhandled = Evaluation.cancel
    while let responder = next, visited.insert(ObjectIdentifier(responder)).inserted {
      if let rules = responder as? RuleResponder {
        let resolution = await rules.answer(raised)
        if resolution.isHandled { return ResponderAnswer(evaluation: resolution.evaluation, isHandled: true) }
        unhandled = resolution.evaluation
      } else if let evaluation = await responder.respond(to: raised) {
        return ResponderAnswer(evaluation: evaluation, isHandled: true)
      }
      next = responder.parentResponder
    }
    return ResponderAnswer(evaluation: unhandled, isHandled: false)
  }
}

/// What a chain of responders says.
public struct ResponderAnswer: Sendable, Hashable {
  /// What to do now.
  public let evaluation: Evaluation
  /// Whether anybody handled the error.
  public let isHandled: Bool

  /// An answer.
  public init(evaluation: Evaluation, isHandled: Bool) {
    self.evaluation = evaluation
    self.isHandled = isHandled
  }
}

/// A responder of a rule file, as one of code: it answers with its rules, then those of its ancestors in the file.
public final class RuleResponder: ErrorResponder {
  /// The chain.
  public let chain: RunningChain
  /// The responder's id in the rule file.
  public let id: String
  /// Who is asked where nobody in the file handles an error.
  public let parentResponder: (any ErrorResponder)?

  init(_ chain: RunningChain, _ id: String, parent: (any ErrorResponder)?) {
    self.chain = chain
    self.id = id
    parentResponder = parent
  }

  /// Answers by the rules; nil where none of them handles it.
  public func respond(to raised: RaisedError) async -> Evaluation? {
    let resolution = await answer(raised)
    return resolution.isHandled ? resolution.evaluation : nil
  }

  func answer(_ raised: RaisedError) async -> Resolution {
    await chain.answer(raised, at: id)
  }
}
