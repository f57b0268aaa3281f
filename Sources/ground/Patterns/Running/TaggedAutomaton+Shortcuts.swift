extension TaggedAutomaton {
  /// The number of visits before a state gets a shortcut.
  private static let fewVisits: UInt8 = 8
  /// That a state may try, and of all states.
  private static let mostTrails = 3
  private static let mostTrailsInAll = 512

  /// Gives a frequently visited state a run, if it stays the same on some bytes, or else a trail.
  mutating func addShortcut(_ state: Int, _ text: ByteText, at position: Int) {
    let visits = states[state].visits &+ 1
    states[state].visits = visits
    guard visits >= Self.fewVisits else { return }
    if let transition = stillTransition(of: state) {
      marks[state] &= ~Mark.isNew
      addRun(transition, of: state)
    } else if position + ByteTrail.length <= text.count {
      marks[state] &= ~Mark.isNew
      addTrail(of: state, text, from: position)
    } else if visits == UInt8.max {
      marks[state] &= ~Mark.isNew
    }
  }

  private func stillTransition(of state: Int) -> Transition? {
    for byteClass in 0..<classCount {
      let transition = transitions[state << shift + byteClass]
      if !transition.isUnknownOrDead, moves[Int(transition.move)].isStill { return transition }
    }
    return nil
  }

  private mutating func addRun(_ transition: Transition, of state: Int) {
    var ends: [ClosedRange<UInt8>] = []
    for byte in UInt8.min...UInt8.max where !goes(transition, from: state, on: byte) {
      if let last = ends.last, Int(last.upperBound) + 1 == Int(byte) {
        ends[ends.count - 1] = last.lowerBound...byte
      } else {
        ends.append(byte...byte)
      }
    }
    states[state].shortcut = UInt32(shortcuts.runs.count)
    shortcuts.runs.append(ByteRun(transition, ends: ends))
    marks[state] |= ends.isEmpty ? Mark.isLast : Mark.hasRun
  }

  /// Follows the text while each byte leads to another state that has not matched and has no run.
  private mutating func addTrail(of state: Int, _ text: ByteText, from position: Int) {
    guard shortcuts.trails.count < Self.mostTrailsInAll else { return }
    var trail = ByteTrail()
    var found: [Transition] = []
    var next = state
    while found.count < ByteTrail.length {
      if !found.isEmpty, marks[next] & (Mark.matches | Mark.hasRun | Mark.isLast) != 0 { break }
      let byte = text[position + found.count]
      guard let transition = work(next, byte), transition != .dead, transition.target != next else { break }
      trail.append(range(of: transition, from: next, around: byte), isNoted: transition.isNoted)
      found.append(transition)
      next = transition.target
    }
    guard found.count >= ByteTrail.least else { return }
    states[state].shortcut = UInt32(shortcuts.trails.count)
    states[state].trails += 1
    marks[state] |= Mark.hasTrace
    shortcuts.trails.append(trail)
    for transition in found { shortcuts.lanes.append(transition) }
    shortcuts.lanes.append(repeating: .dead, count: ByteTrail.length - found.count)
  }

  private mutating func range(of transition: Transition, from state: Int, around byte: UInt8) -> ClosedRange<
    UInt8
  > {
    var (first, last) = (byte, byte)
    while first > 0, goes(transition, from: state, on: first - 1) { first -= 1 }
    while last < UInt8.max, goes(transition, from: state, on: last + 1) { last += 1 }
    return first...last
  }

  /// Rates a use of a trail; one that mostly takes few bytes is removed and may be replaced.
  mutating func judge(_ trail: Int, of state: Int, _ length: Int) {
    let credit = shortcuts.trails[trail].credit + Int32(length) - Int32(ByteTrail.least)
    shortcuts.trails[trail].credit = min(credit, ByteTrail.mostCredit)
    guard credit < 0 else { return }
    marks[state] &= ~Mark.hasTrace
    guard states[state].trails < Self.mostTrails else { return }
    marks[state] |= Mark.isNew
    states[state].visits = 0
  }
}
