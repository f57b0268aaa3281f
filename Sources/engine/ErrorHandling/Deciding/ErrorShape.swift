/// Errors of the same shape get the same decision if the rules use nothing else.
struct ErrorShape: Hashable {
  let type: ObjectIdentifier
  /// 0 for anything but an enum.
  let caseNumber: Int
  let code: Int
  let status: Int
  let origin: Int32
  /// -1 for no category.
  let category: Int32
  /// The domain of an NSError, whose type has many domains; -1 for any other.
  let domain: Int32

  static let noStatus = Int.min

  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(caseNumber)
    hasher.combine(code)
    hasher.combine(origin)
  }
}

/// The decisions about errors of a shape.
final class KnownShape {
  /// The responder of its origin, by index.
  let start: Int
  /// The decision, whatever happens; nil if it may differ.
  let settled: SharedOutcome?
  /// The same, for an error of which nothing but its origin is told.
  let settledPlain: SharedOutcome?
  /// `line` has everything that decides.
  let isLean: Bool
  /// A record of what errors of the shape have in common, without its end.
  let line: [UInt8]
  /// Each of its errors is asked how long a retry is to wait.
  let asksDelay: Bool
  let needsTime: Bool
  let needsID: Bool
  /// The outcomes so far of errors that other things decide, too: the state of budgets, throttles and rates.
  private(set) var outcomes: [SharedOutcome] = []

  /// Beyond this many, outcomes are not kept.
  private static let room = 16

  init(
    start: Int, settled: SharedOutcome?, settledPlain: SharedOutcome?, line: [UInt8]?, asksDelay: Bool,
    needsTime: Bool, needsID: Bool
  ) {
    self.start = start
    self.settled = settled
    self.settledPlain = settledPlain
    isLean = line != nil
    self.line = line ?? []
    self.asksDelay = asksDelay
    self.needsTime = needsTime
    self.needsID = needsID
  }

  func keep(_ outcome: SharedOutcome) {
    if outcomes.count < Self.room { outcomes.append(outcome) }
  }
}
