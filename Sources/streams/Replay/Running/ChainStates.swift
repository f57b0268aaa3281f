package import Engine
package import Records

/// The state of the first rule set, and that of the second in a comparison.
package struct ChainStates: ~Copyable {
  package var own: ChainState
  var other: ChainState
  private let isCompared: Bool

  init() {
    own = ChainState(isAtHand: false)
    other = ChainState(isAtHand: false)
    isCompared = false
  }

  package init(capacity: Int, isCompared: Bool) {
    own = ChainState(isAtHand: true, capacity: capacity)
    other = ChainState(isAtHand: true, capacity: capacity)
    self.isCompared = isCompared
  }

  /// Never goes back.
  package mutating func advance(to time: Timestamp?) {
    own.advance(to: time)
    if isCompared { other.advance(to: time) }
  }

  package mutating func begin() {
    own.begin()
    if isCompared { other.begin() }
  }
}
