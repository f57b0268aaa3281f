internal import Bytes

/// What one climb asked of its error, in order, as long as nothing but these questions decides what comes of it.
struct QuestionTrace: ~Copyable {
  struct Step: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// An instruction was asked, and this is the answer.
      case question
      /// The next rule of a long list was asked for, and this is the one that the error leaves open, or -1.
      case choice
      /// A place of the climb was reached. Where the same place is reached with the same past, the same follows.
      case place
      /// Something was noted in the outcome: from here on the past is another one.
      case mark
    }

    let kind: Kind
    let answer: Bool
    /// The instruction, the place, or the rule that was chosen by its place among the candidates.
    let index: Int32
    /// The error's category at a place.
    let category: Int32
    /// Of a choice: the long list, and the place among the candidates at which asking went on.
    var list: Int32 = -1
    var from: Int32 = -1
  }

  /// A place where a climb may have arrived in different ways.
  enum Place {
    case category(Int32), station(Int32), contract(Int32)
    /// The place among the candidates of all lists at which a choice goes on.
    case choice(Int32)

    fileprivate var rawValue: Int32 {
      switch self {
      case .category(let index): index << 2
      case .station(let index): index << 2 | 1
      case .contract(let index): index << 2 | 2
      case .choice(let index): index << 2 | 3
      }
    }
  }

  private enum State: UInt8, BitwiseCopyable {
    case closed, open, suspended, left
  }

  private(set) var steps = Buffer<Step>()
  private var state = State.closed

  /// Whether what is asked is written down.
  @inline(__always)
  var isOpen: Bool { state == .open }

  /// Whether the climb was left to more than questions: what the error is worth, a memory, an answer.
  var isLeft: Bool { state == .left }

  mutating func begin() {
    steps.removeAll()
    state = .open
  }

  mutating func end() {
    state = .closed
  }

  /// What follows depends on more than the questions asked.
  @inline(__always)
  mutating func leave() {
    if state != .closed { state = .left }
  }

  /// What is asked until ``resume()`` belongs to one question.
  mutating func suspend() {
    if state == .open { state = .suspended }
  }

  mutating func resume() {
    if state == .suspended { state = .open }
  }

  mutating func note(question index: Int32, _ answer: Bool) {
    guard isOpen, !knows(index) else { return }
    steps.append(Step(kind: .question, answer: answer, index: index, category: 0))
  }

  /// Whether the question was asked since the last place.
  private func knows(_ index: Int32) -> Bool {
    var place = steps.count
    while place > 0, steps[place - 1].kind == .question {
      place -= 1
      if steps[place].index == index { return true }
    }
    return false
  }

  @inline(__always)
  mutating func reach(_ place: Place, category: Int32) {
    guard isOpen else { return }
    steps.append(Step(kind: .place, answer: false, index: place.rawValue, category: category))
  }

  /// Notes which rule of a long list is the next that the error leaves open, -1 for none.
  @inline(__always)
  mutating func choose(_ rule: Int32, from place: Int32, of list: Int32, category: Int32) {
    guard isOpen else { return }
    reach(.choice(place), category: category)
    steps.append(
      Step(kind: .choice, answer: false, index: rule, category: category, list: list, from: place)
    )
  }

  @inline(__always)
  mutating func mark() {
    guard isOpen else { return }
    steps.append(Step(kind: .mark, answer: false, index: 0, category: 0))
  }
}
