internal import RuleEngine

/// Of the first rule set, and of the second in a comparison.
struct ReplayMemory: ~Copyable {
  var own: ChainMemory
  var other: ChainMemory
  private let isCompared: Bool

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

  /// Never goes back.
  mutating func advance(to time: Timestamp?) {
    own.advance(to: time)
    if isCompared { other.advance(to: time) }
  }
}
