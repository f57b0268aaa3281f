/// Bytes on which a state stays the same: a self-transition of which only the last time counts.
struct ByteRun: BitwiseCopyable {
  let transition: TaggedAutomaton.Transition
  /// The bytes that end it form few enough ranges for a 16-byte search.
  let hasEnds: Bool
  /// Four ranges, each repeated 16 times: first bytes and lengths. The last is duplicated if there are fewer.
  private var first: (Bytes, Bytes, Bytes, Bytes)
  private var span: (Bytes, Bytes, Bytes, Bytes)

  private typealias Bytes = SIMD16<UInt8>

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

  /// The number of bytes before the first ending one, among the 16 at `position`.
  @inline(__always)
  func prefix(of text: ByteText, at position: Int) -> Int {
    // Explicit types, because the compiler otherwise chooses generic code, one lane at a time.
    let bytes: Bytes = text.vector(at: position)
    let distances: (Bytes, Bytes, Bytes, Bytes) = (
      bytes &- first.0, bytes &- first.1, bytes &- first.2, bytes &- first.3
    )
    let isOne: SIMDMask<SIMD16<Int8>> = (distances.0 .<= span.0) .| (distances.1 .<= span.1)
    let isOther: SIMDMask<SIMD16<Int8>> = (distances.2 .<= span.2) .| (distances.3 .<= span.3)
    return Lanes(isOne .| isOther).first
  }
}
