internal import Engine
internal import Records

/// The state of the first rule set, and that of the second in a comparison.
struct ChainStates: ~Copyable {
  var own: ChainState
  var other: ChainState
  private let isCompared: Bool

  init() {
    own = ChainState(isAtHand: false)
    other = ChainState(isAtHand: false)
    isCompared = false
  }

  init(capacity: Int, isCompared: Bool) {
    own = ChainState(isAtHand: true, capacity: capacity)
    other = ChainState(isAtHand: true, capacity: capacity)
    self.isCompared = isCompared
  }

  /// Never goes back.
  mutating func advance(to time: Timestamp?) {
    own.advance(to: time)
    if isCompared { other.advance(to: time) }
  }

  mutating func begin() {
    own.begin()
    if isCompared { other.begin() }
  }
}
