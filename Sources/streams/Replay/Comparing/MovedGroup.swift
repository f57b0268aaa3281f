internal import Engine
package import Records

/// Records that moved from one rule of the old set to one of the new set, with the same changes.
package struct MovedGroup: Sendable {
  /// The number of groups that are kept, in order of their rules. All records are counted.
  package static let kept = 2_000
  /// The first ones of the stream.
  package static let samples = 3

  package struct Changes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let outcome = Changes(rawValue: 1)
    /// Actions with filled templates, or events.
    package static let effects = Changes(rawValue: 2)
    /// A try, a budget, or a delay distribution.
    package static let retry = Changes(rawValue: 4)
    package static let decider = Changes(rawValue: 8)

    /// The identity of the final error.
    package static let error = Changes(rawValue: 16)

    package var matter: Bool { !isDisjoint(with: [.outcome, .effects, .retry, .error]) }

    package var names: [String] {
      [
        (Changes.outcome, "outcome"), (.effects, "actions"), (.retry, "retry"), (.error, "error"),
        (.decider, "answerer"),
      ]
      .compactMap { contains($0.0) ? $0.1 : nil }
    }
  }

  package struct Outcome: Sendable, Equatable {
    package enum Decider: Sendable, Equatable {
      case rule(responder: String, String)
      case otherwise(responder: String)
      case ignored
      case nobody
    }

    package let decider: Decider
    package let ending: OutcomeKind
    package let evaluation: Evaluation?

    /// The deciding rule: `app/again`, `(nobody)`.
    package var name: String {
      switch decider {
      case .rule(let responder, let rule): "\(responder)/\(rule)"
      case .otherwise(let responder): "\(responder)/otherwise"
      case .ignored: "(ignored: cancellation)"
      case .nobody: "(nobody)"
      }
    }
  }

  package struct Sample: Sendable {
    package let ordinal: UInt64
    package let ownID: String?
    package let stream: Int
    /// Type and case, or else domain and code, or else the message, truncated if it is long.
    package let name: String
    /// Nil if the line exceeds ``longestRecord`` bytes.
    package let record: String?

    package static let longestRecord = 2_000

    package var id: String { ownID ?? "\(ordinal)" }
  }

  package let old: Outcome
  package let new: Outcome
  package let changes: Changes
  package let count: Int
  package let samples: [Sample]
}
