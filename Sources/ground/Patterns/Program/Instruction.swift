/// One step of a program: a test of the next byte, or of the place in the text.
package struct Instruction: BitwiseCopyable, Sendable {
  enum Kind: UInt8, BitwiseCopyable {
    /// A byte in `first...last`; continues at `next`.
    case byte
    /// A byte in one of `other` edges from `next` on in the program's list of edges.
    case edges
    /// Continues at `next` or, less preferred, at `other`.
    case split
    /// Continues at `next` if the condition `first` (a ``Look``) holds here.
    case look
    /// Stores the place in slot `other`; continues at `next`.
    case slot
    /// Pattern number `other` has matched.
    case match
    case fail
  }

  var kind: Kind
  var first: UInt8 = 0
  var last: UInt8 = 0
  var next: UInt32 = 0
  var other: UInt32 = 0

  var look: Look { Look(rawValue: first) ?? .notWordBoundary }
}

/// An edge of an instruction with many targets.
package struct ByteEdge: BitwiseCopyable, Sendable {
  var first: UInt8
  var last: UInt8
  var next: UInt32
}
