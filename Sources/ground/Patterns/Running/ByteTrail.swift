/// A cached sequence of up to 16 transitions, each with a range of bytes. Bytes in their ranges are taken
/// together.
struct ByteTrail: BitwiseCopyable {
  static let length = 16
  static let least = 4
  static let mostCredit: Int32 = 256

  private var first = SIMD16<UInt8>(repeating: 0)
  private var span = SIMD16<UInt8>(repeating: 0)
  private(set) var count: UInt32 = 0
  /// The bytes whose transitions must be recorded, one bit each.
  private(set) var noted: UInt32 = 0
  var credit = mostCredit

  mutating func append(_ range: ClosedRange<UInt8>, isNoted: Bool) {
    first[Int(count)] = range.lowerBound
    span[Int(count)] = range.upperBound - range.lowerBound
    if isNoted { noted |= 1 << count }
    count += 1
  }

  /// The number of leading bytes that fit, among the 16 at `position`.
  @inline(__always)
  func prefix(of text: ByteText, at position: Int) -> Int {
    let distance: SIMD16<UInt8> = text.vector(at: position) &- first
    let isOther: SIMDMask<SIMD16<Int8>> = distance .> span
    return min(Lanes(isOther).first, Int(count))
  }
}
