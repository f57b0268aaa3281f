internal import Foundation
public import RuleEngine
public import SwiftErrors

/// What became of an error: what to do now, who said so, and what was done about it.
public struct Resolution: Sendable {
  /// Who decided.
  public enum Decider: Sendable, Hashable {
    /// A rule, by the ids of its responder and its own.
    case rule(responder: String, rule: String)
    /// A responder's `otherwise`.
    case otherwise(responder: String)
    /// Code that is connected at a responder.
    case connected(responder: String)
    /// Nobody was asked: work was cancelled.
    case ignored

    /// Who it is in one word: `app/again`, `app/otherwise`, `app` of connected code, `ignored`.
    public var name: String {
      switch self {
      case .rule(let responder, let rule): "\(responder)/\(rule)"
      case .otherwise(let responder): "\(responder)/otherwise"
      case .connected(let responder): responder
      case .ignored: "ignored"
      }
    }
  }

  /// A granted try.
  public struct Retry: Sendable, Hashable {
    /// Which try failed, from 1; nil where nobody knows.
    public let attempt: Int?
    /// How many tries there are, the first included.
    public let maxAttempts: Int
    /// How long to wait before the next one.
    public let delay: Duration
  }

  /// An action that was not done as its rule says.
  public struct Failure: Sendable {
    /// Why.
    public enum Reason: Sendable {
      /// It threw this.
      case threw(any Error)
      /// It took longer than ``ChainSettings/actionLimit``; it was cancelled, and may still run.
      case tookTooLong
      /// No plugin does it: only where a rule set was compiled elsewhere.
      case isUnknown
    }

    /// The action as the resolution shows it.
    public let action: JSONValue
    /// Why it was not done.
    public let reason: Reason
  }

  /// The version of the rule set that answered, from 1; the one the answer began with.
  public let version: Int
  /// Its number among all errors that the chain answered, from 1.
  public let ordinal: UInt64
  let moment: Duration
  /// Where the error was raised.
  public let origin: String
  let decision: Decision
  /// The actions that were not done as their rules say. They change nothing of the answer.
  public internal(set) var failures: [Failure] = []
  /// Whether it was raised so deep inside the handling of others that nobody was asked; see ``ChainSettings/nestingLimit``.
  public internal(set) var isTooDeep = false

  /// The resolution's id, by which its record is found in a recording.
  public var id: String { "\(ordinal)" }
  /// When it was answered, since 1970-01-01T00:00:00Z, to the millisecond, as recordings have it.
  public var time: Duration { moment.inMilliseconds }
  /// What to do now.
  public var evaluation: Evaluation { decision.outcome.evaluation }
  /// Whether anybody handled it.
  public var isHandled: Bool { decision.outcome.isHandled }
  /// Whether an answer was assumed that nobody gave.
  public var isAssumed: Bool { decision.outcome.isAssumed }
  /// Who decided; nil where nobody handled it.
  public var by: Decider? { decision.by }
  /// The category it was given.
  public var category: String? { decision.outcome.category }
  /// The responders it visited, in order.
  public var path: [String] { decision.outcome.path }
  /// The try that was granted, where a budget granted one.
  public var retry: Retry? { decision.retry }
  /// The actions in the order they ran, as the rule file writes them, with where each stands.
  public var actions: [JSONValue] { decision.actions }
  /// How its root reports what nobody answered: `none`, a severity or `assert`; nil where it was handled.
  public var report: String? { decision.report }

  /// The resolution as one line of JSON, without a line feed, as `errctl replay --resolutions` writes it.
  public var json: String {
    let time = timestamp(Date(timeIntervalSince1970: time / .seconds(1)))
    return
      "{\"id\":\"\(ordinal)\",\"time\":\"\(time)\",\"origin\":\(JSONValue.string(origin).json)\(decision.tail)"
  }
}

extension Resolution: CustomStringConvertible {
  /// The same as ``json``.
  public var description: String { json }
}

extension Duration {
  /// The duration without the part of a millisecond.
  var inMilliseconds: Duration {
    let (seconds, attoseconds) = components
    let millisecond = 1_000_000_000_000_000 as Int64
    return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds / millisecond * millisecond)
  }
}
