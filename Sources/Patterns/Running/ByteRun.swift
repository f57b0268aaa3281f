/// Bytes on which a state stays as it is, taken together: a move to itself of which only the last time counts.
struct ByteRun: BitwiseCopyable {
  /// The move that is taken on each of them.
  let transition: TaggedAutomaton.Transition
  /// Whether bytes that end it are in ranges few enough to be looked for 16 at a time.
  let hasEnds: Bool
  /// Those ranges, each of its four 16 times: their first bytes, and how many follow. Of less the last stands more than once.
  private var first: (Bytes, Bytes, Bytes, Bytes)
  private var span: (Bytes, Bytes, Bytes, Bytes)

  private typealias Bytes = SIMD16<UInt8>

  /// - Parameter ends: the bytes that end it.
  init(_ transition: TaggedAutomaton.Transition, ends: [ClosedRange<UInt8>]) {
    self.transition = transition
    hasEnds = !ends.isEmpty && ends.count <= 4
    let ends = hasEnds ? ends : [0...0]
    let range = { (index: Int) in ends[min(index, ends.count - 1)] }
    let first = { (index: Int) in Bytes(repeating: range(index).lowerBound) }
    let span = { (index: Int) in Bytes(repeating: range(index).upperBound - range(index).lowerBound) }
    self.first = (first(0), first(1), first(2), first(3))
    self.span = (span(0), span(1), span(2), span(3))
  }

  /// How many of the 16 bytes at `position` come before the first that ends it.
  @inline(__always)
  func prefix(of text: ByteText, at position: Int) -> Int {
    // Types are written because the compiler prefers what is generic, a lane at a time, where it may choose.
    let bytes: Bytes = text.vector(at: position)
    let distances: (Bytes, Bytes, Bytes, Bytes) = (
      bytes &- first.0, bytes &- first.1, bytes &- first.2, bytes &- first.3
    )
    let isOne: SIMDMask<SIMD16<Int8>> = (distances.0 .<= span.0) .| (distances.1 .<= span.1)
    let isOther: SIMDMask<SIMD16<Int8>> = (distances.2 .<= span.2) .| (distances.3 .<= span.3)
    return Lanes(isOne .| isOther).first
  }
}
