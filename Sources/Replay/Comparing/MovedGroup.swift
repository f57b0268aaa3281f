package import RuleEngine

/// Records that a rule of the old set answered and one of the new set now does, with the same changes.
package struct MovedGroup: Sendable {
  /// How many groups are kept, those of the first rules; all records are counted.
  package static let kept = 2_000
  /// How many samples each has, the first ones of the stream.
  package static let samples = 3

  /// What is another than before.
  package struct Changes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let outcome = Changes(rawValue: 1)
    /// Actions as they would run, templates filled, or events.
    package static let deeds = Changes(rawValue: 2)
    /// A retry's try, budget, or delay before its draw.
    package static let retry = Changes(rawValue: 4)
    /// Who answers, by name.
    package static let answerer = Changes(rawValue: 8)

    /// What the error is as it ended.
    package static let error = Changes(rawValue: 16)

    /// Whether anything else is done, whoever does it.
    package var matter: Bool { !isDisjoint(with: [.outcome, .deeds, .retry, .error]) }

    /// Their words in JSON, in this order.
    package var names: [String] {
      [
        (Changes.outcome, "outcome"), (.deeds, "actions"), (.retry, "retry"), (.error, "error"),
        (.answerer, "answerer"),
      ]
      .compactMap { contains($0.0) ? $0.1 : nil }
    }
  }

  /// Who answered, and how.
  package struct Answer: Sendable, Equatable {
    package enum Answerer: Sendable, Equatable {
      case rule(responder: String, String)
      case otherwise(responder: String)
      /// Ignored as a cancellation.
      case ignored
      case nobody
    }

    package let answerer: Answerer
    package let ending: Ending
    /// An unhandled error's is what its root says; an event has none.
    package let evaluation: Evaluation?

    /// What people call the answerer: `app/again`, `(nobody)`.
    package var name: String {
      switch answerer {
      case .rule(let responder, let rule): "\(responder)/\(rule)"
      case .otherwise(let responder): "\(responder)/otherwise"
      case .ignored: "(ignored: cancellation)"
      case .nobody: "(nobody)"
      }
    }
  }

  /// One of the group's records.
  package struct Sample: Sendable {
    /// Its place among all records, from 1.
    package let ordinal: UInt64
    /// Its own id, or nil: then it goes by its ordinal.
    package let ownID: String?
    /// Which of the streams it is in, by its place among them.
    package let stream: Int
    /// What it is, for people: type and case, else domain and code, else its message; cut where it is long.
    package let name: String
    /// The record's line; nil where it has more than ``longestRecord`` bytes.
    package let record: String?

    package static let longestRecord = 2_000

    /// What the record is called wherever records are named.
    package var id: String { ownID ?? "\(ordinal)" }
  }

  package let old: Answer
  package let new: Answer
  package let changes: Changes
  package let count: Int
  package let samples: [Sample]
}
