internal import Bytes

/// A question with many answers: which rule of a long list is the next that the error's values leave open.
struct RuleChoice: BitwiseCopyable {
  let list: Int32
  /// The place among the candidates at which asking goes on.
  let from: Int32
  let category: Int32
  /// Where it leads that no rule is left.
  var none = QuestionGraph.Edge.unknown
}

/// The choices of a graph, and where each rule leads that was chosen: a hash table that doubles.
struct RuleChoices: ~Copyable {
  struct Slot: BitwiseCopyable {
    /// A choice and the rule that was chosen.
    var key: UInt64 = 0
    /// A number of its own, from 1; 0 where the slot is free.
    var number: Int32 = 0
    var edge = QuestionGraph.Edge.unknown
  }

  private var choices = Buffer<RuleChoice>()
  private var slots = Buffer<Slot>()
  private var used: Int32 = 0

  /// How much is remembered.
  var count: Int { choices.count + Int(used) }

  @inline(__always)
  subscript(choice: Int32) -> RuleChoice { choices[Int(choice)] }

  /// Adds a choice, and returns its number.
  mutating func append(_ choice: RuleChoice) -> Int32 {
    if slots.isEmpty { slots.append(repeating: Slot(), count: 1 << 8) }
    choices.append(choice)
    return Int32(choices.count - 1)
  }

  /// Where it leads that a rule was chosen, or none (-1).
  subscript(choice: Int32, rule: Int32) -> QuestionGraph.Edge {
    @inline(__always)
    get {
      if rule < 0 { return choices[Int(choice)].none }
      return slots[place(of: Self.key(choice, rule))].edge
    }
    set {
      if rule < 0 {
        choices[Int(choice)].none = newValue
      } else {
        slots[enter(choice, rule)].edge = newValue
      }
    }
  }

  /// A number for a choice and what was chosen, among all that are remembered.
  mutating func number(_ choice: Int32, _ rule: Int32) -> Int32 {
    slots[enter(choice, rule)].number
  }

  mutating func forget() {
    choices.removeAll()
    slots.removeAll()
    used = 0
  }

  @inline(__always)
  private static func key(_ choice: Int32, _ rule: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: choice)) << 32 | UInt64(UInt32(bitPattern: rule))
  }

  /// The slot of a key, or the free one where it belongs.
  @inline(__always)
  private func place(of key: UInt64) -> Int {
    let mixed = (key &* 0x9E37_79B9_7F4A_7C15).byteSwapped
    var index = Int(truncatingIfNeeded: mixed ^ (mixed >> 29)) & (slots.count - 1)
    while slots[index].number > 0, slots[index].key != key { index = (index + 1) & (slots.count - 1) }
    return index
  }

  private mutating func enter(_ choice: Int32, _ rule: Int32) -> Int {
    let key = Self.key(choice, rule)
    var place = place(of: key)
    if slots[place].number > 0 { return place }
    if Int(used) * 2 >= slots.count {
      grow()
      place = self.place(of: key)
    }
    used += 1
    slots[place] = Slot(key: key, number: used)
    return place
  }

  private mutating func grow() {
    var old = Buffer<Slot>(capacity: slots.count)
    for index in 0..<slots.count where slots[index].number > 0 { old.append(slots[index]) }
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: Slot(), count: size)
    for index in 0..<old.count { slots[place(of: old[index].key)] = old[index] }
  }
}
