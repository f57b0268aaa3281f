internal import Engine
internal import Foundation
public import Records
public import SwiftErrors

/// The result of handling an error: the evaluation, the rule that decided, and the actions.
public struct Resolution: Sendable {
  /// The rule or code that decided.
  public enum Decider: Sendable, Hashable {
    /// A rule, by the ids of its responder and its own.
    case rule(responder: String, rule: String)
    /// A responder's `otherwise`.
    case otherwise(responder: String)
    /// Code that is connected at a responder.
    case connected(responder: String)
    /// No responder was visited: work was cancelled.
    case ignored

    /// Its name in one word: `app/again`, `app/otherwise`, `app` for connected code, `ignored`.
    public var name: String {
      switch self {
      case .rule(let responder, let rule): "\(responder)/\(rule)"
      case .otherwise(let responder): "\(responder)/otherwise"
      case .connected(let responder): responder
      case .ignored: "ignored"
      }
    }
  }

  /// A granted retry.
  public struct Retry: Sendable, Hashable {
    /// The number of the try that failed, from 1; nil if unknown.
    public let attempt: Int?
    /// The number of tries, the first included.
    public let maxAttempts: Int
    /// The delay before the next try.
    public let delay: Duration
  }

  /// An action that failed.
  public struct Failure: Sendable {
    /// The reason for which an action failed.
    public enum Reason: Sendable {
      /// It threw this error.
      case threw(any Error)
      /// It took longer than its `limit` or ``ChainSettings/actionLimit``; it was cancelled, and may still run.
      case tookTooLong
      /// No plugin provides it: only if the rule set was compiled elsewhere.
      case isUnknown
    }

    /// The action, as in the resolution.
    public let action: JSONValue
    /// The reason: an error, the time limit, or a missing plugin.
    public let reason: Reason
  }

  init(_ version: Int, _ arrival: Arrival, origin: String, _ sharedOutcome: SharedOutcome) {
    self.version = version
    ordinal = arrival.ordinal
    moment = arrival.time
    self.origin = origin
    self.sharedOutcome = sharedOutcome
  }

  /// The version of the rule set with which the evaluation began, from 1.
  public let version: Int
  /// The error's number among all errors of the chain, from 1.
  public let ordinal: UInt64
  let moment: Duration
  /// The origin: where the error was raised.
  public let origin: String
  let sharedOutcome: SharedOutcome
  /// Nil if every part is that of the shared outcome.
  var open: OpenParts?
  /// The actions that failed. Only one with `failed` in the rules changes the outcome.
  public internal(set) var failures: [Failure] = []
  /// Whether it was nested too deep in the handling of others to be evaluated; see ``ChainSettings/nestingLimit``.
  public internal(set) var isTooDeep = false

  /// The resolution's id, by which its record is found in a recording.
  public var id: String { "\(ordinal)" }
  /// The time of the evaluation since 1970-01-01T00:00:00Z, in whole milliseconds, as in recordings.
  public var time: Duration { moment.inMilliseconds }
  /// Tells the code that failed what to do.
  public var evaluation: Evaluation { sharedOutcome.outcome.evaluation }
  /// Whether a rule or connected code handled it.
  public var isHandled: Bool { sharedOutcome.outcome.isHandled }
  /// Whether an answer or the success of an action was assumed.
  public var isAssumed: Bool { sharedOutcome.outcome.isAssumed }
  /// The rule or code that decided; nil if nothing handled the error.
  public var by: Decider? { sharedOutcome.by }
  /// The resolved category.
  public var category: String? { sharedOutcome.outcome.category }
  /// The responders visited, in order.
  public var path: [String] { sharedOutcome.outcome.path }
  /// The granted retry, if a budget granted one.
  public var retry: Retry? { open?.granted(ordinal: ordinal) ?? sharedOutcome.retry }
  /// The actions in the order they ran, as in the rule file, each with its place.
  ///
  /// If no action ran (``RunningChain/decide(_:from:)``), the values of the error that they show are read each time they
  /// are asked for.
  public var actions: [JSONValue] {
    guard let open, sharedOutcome.saved?.showsValues == true else { return sharedOutcome.actions }
    return open.filled(self).actions
  }
  /// The root's report for an unhandled error: `none`, a severity or `assert`; nil if it was handled.
  public var report: String? { sharedOutcome.report }

  /// The resolution as one line of JSON, without a line feed, as written by `errctl replay --resolutions`.
  public var json: String {
    let tail = sharedOutcome.tail ?? open?.filled(self).tail ?? "}"
    let time = timestamp(Date(timeIntervalSince1970: time / .seconds(1)))
    return
      "{\"id\":\"\(ordinal)\",\"time\":\"\(time)\",\"origin\":\(JSONValue.string(origin).json)\(tail)"
  }
}

extension Resolution: CustomStringConvertible {
  /// The same as ``json``.
  public var description: String { json }
}
