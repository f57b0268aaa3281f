import Foundation
import TestSupport

/// Records for rules with state: times that are missing, repeated or out of order, and keys of several kinds,
/// some of them missing. The same for the same seed.
struct StateStream {
  struct Record {
    var time: Double?
    var type: String
    var host: String?
    var attempt: Int?
    /// The answers: a title and how long it took in seconds, or null for an alert that was never answered.
    var answers: [(title: String, after: Double?)?]

    var json: String {
      var members = [#""type":"\#(type)""#, #""status":503"#]
      if let time { members.append(#""time":\#(time)"#) }
      if let host { members.append(#""host":"\#(host)""#) }
      if let attempt { members.append(#""attempt":\#(attempt)"#) }
      if !answers.isEmpty {
        let said = answers.map { answer in
          guard let answer else { return "null" }
          let after = answer.after.map { #","after":"\#($0)s""# } ?? ""
          return #"{"title":"\#(answer.title)"\#(after)}"#
        }
        members.append(#""answers":[\#(said.joined(separator: ","))]"#)
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  let records: [Record]

  var bytes: [UInt8] { Array(records.map { $0.json + "\n" }.joined().utf8) }

  /// - Parameter hosts: the number of hosts to choose from.
  init(seed: UInt64, records count: Int, hosts: Int) {
    var random = SeededRandom(seed: seed)
    var now = 1_700_000_000.0
    // Some streams start without a time, some before 1970.
    if seed % 5 == 4 { now = -20 }
    var isTimed = seed % 3 != 0
    records = (0..<count).map { _ in
      if Int.random(in: 0..<12, using: &random) == 0 { isTimed = true }
      // Quarters of a second are exact in binary, so that the model's windows equal the engine's.
      now += Double([0, 0, 1, 1, 2, 4, 40].randomElement(using: &random) ?? 0) / 4
      let isLate = Int.random(in: 0..<9, using: &random) == 0
      let isUnsaid = !isTimed || Int.random(in: 0..<7, using: &random) == 0
      let answers: [(title: String, after: Double?)?] = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        switch Int.random(in: 0..<8, using: &random) {
        case 0: nil
        case 1: ("Nope", 2)
        case 2, 3: ("Go", nil)
        default:
          (
            ["Go", "No"].randomElement(using: &random) ?? "Go",
            Double(Int.random(in: 0..<80, using: &random)) / 4
          )
        }
      }
      return Record(
        time: isUnsaid ? nil : isLate ? now - Double.random(in: 0..<9, using: &random).rounded() : now,
        type: ["A", "B", "Ask", "Ask", "Note"].randomElement(using: &random) ?? "A",
        host: Bool.random(using: &random) ? "h\(Int.random(in: 0..<hosts, using: &random))" : nil,
        attempt: Int.random(in: 0..<10, using: &random) == 0 ? Int.random(in: 1..<5, using: &random) : nil,
        answers: answers
      )
    }
  }
}
