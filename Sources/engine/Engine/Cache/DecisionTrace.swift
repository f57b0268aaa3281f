internal import Bytes

/// The questions of one evaluation in order, valid as long as nothing else affects the outcome.
struct DecisionTrace: ~Copyable {
  struct Step: BitwiseCopyable {
    let question: Question
    let result: Int32
  }

  private(set) var steps = Buffer<Step>()
  /// One value: whether only questions affected the outcome so far. In a buffer, so that reading the error
  /// can clear it.
  private var isOpen = Buffer<Bool>(capacity: 1)

  init() {
    isOpen.append(false)
  }

  var isValid: Bool { isOpen[0] }

  mutating func begin() {
    steps.removeAll()
    isOpen[0] = true
  }

  @inline(__always)
  func invalidate() {
    isOpen.room.pointee = false
  }

  @inline(__always)
  mutating func note(_ question: Question, _ result: Int32) {
    if isOpen[0] { steps.append(Step(question: question, result: result)) }
  }
}
