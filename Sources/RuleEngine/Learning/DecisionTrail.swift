internal import Bytes

/// The questions that one evaluation asked, in order, with their answers: as long as nothing else has a say in what comes
/// of the error.
struct DecisionTrail: ~Copyable {
  struct Step: BitwiseCopyable {
    let question: Question
    let answer: Int32
  }

  private(set) var steps = Buffer<Step>()
  /// One value: whether only questions had a say since ``begin()``. It has a place of its own, so that whoever only reads the
  /// error can end it too.
  private var isOpen = Buffer<Bool>(capacity: 1)

  init() {
    isOpen.append(false)
  }

  /// Whether the steps are all that decided.
  var isWhole: Bool { isOpen[0] }

  mutating func begin() {
    steps.removeAll()
    isOpen[0] = true
  }

  /// What follows depends on more than the questions asked.
  @inline(__always)
  func leave() {
    isOpen.room.pointee = false
  }

  @inline(__always)
  mutating func note(_ question: Question, _ answer: Int32) {
    if isOpen[0] { steps.append(Step(question: question, answer: answer)) }
  }
}
