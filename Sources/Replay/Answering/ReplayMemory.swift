internal import RuleEngine

/// What the chains of a replay remember: that of the one rule set, and that of the other one of a comparison.
struct ReplayMemory: ~Copyable {
  var own: ChainMemory
  var other: ChainMemory
  private let isCompared: Bool

  /// One that is not at hand.
  init() {
    own = ChainMemory(isAtHand: false)
    other = ChainMemory(isAtHand: false)
    isCompared = false
  }

  init(capacity: Int, isCompared: Bool) {
    own = ChainMemory(isAtHand: true, capacity: capacity)
    other = ChainMemory(isAtHand: true, capacity: capacity)
    self.isCompared = isCompared
  }

  /// Moves the clock on; it never goes back.
  mutating func advance(to time: Timestamp?) {
    own.advance(to: time)
    if isCompared { other.advance(to: time) }
  }
}
