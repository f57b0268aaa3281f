/// What has been met from a state on, byte by byte: for each of up to 16 the range of bytes on which the same move is taken.
/// Bytes that are in their ranges are taken together, and of others those before the first that is not.
struct ByteTrail: BitwiseCopyable {
  static let length = 16
  /// How many bytes it has to take to be worth it.
  static let least = 4
  static let mostCredit: Int32 = 256

  private var first = SIMD16<UInt8>(repeating: 0)
  private var span = SIMD16<UInt8>(repeating: 0)
  private(set) var count: UInt32 = 0
  /// The bytes whose moves have to be noted, a bit each.
  private(set) var noted: UInt32 = 0
  /// What is left of it for times at which it took few bytes.
  var credit = mostCredit

  /// Adds a byte.
  mutating func append(_ range: ClosedRange<UInt8>, isNoted: Bool) {
    first[Int(count)] = range.lowerBound
    span[Int(count)] = range.upperBound - range.lowerBound
    if isNoted { noted |= 1 << count }
    count += 1
  }

  /// How many of the 16 bytes at `position` are as it says.
  @inline(__always)
  func prefix(of text: ByteText, at position: Int) -> Int {
    let distance: SIMD16<UInt8> = text.vector(at: position) &- first
    let isOther: SIMDMask<SIMD16<Int8>> = distance .> span
    return min(Lanes(isOther).first, Int(count))
  }
}
