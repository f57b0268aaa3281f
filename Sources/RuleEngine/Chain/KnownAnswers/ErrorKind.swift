/// What is known of an error before anything is asked: where its climb begins, its own category, and the classes of what
/// most rules ask for.
struct ErrorKind: BitwiseCopyable, Equatable {
  private let way: UInt64
  private let name: UInt64
  private let number: UInt64

  static let none = ErrorKind(start: -1, category: -1, domain: 0, type: 0, case: 0, code: 0)

  init(start: Int32, category: Int32, domain: Int32, type: Int32, case: Int32, code: Int32) {
    func pair(_ left: Int32, _ right: Int32) -> UInt64 {
      UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    }
    way = pair(start, category)
    name = pair(domain, type)
    number = pair(`case`, code)
  }

  /// A number that differs for most different kinds.
  @inline(__always)
  var hash: Int {
    var value = way &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 29) ^ name) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 31) ^ number) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: value ^ (value >> 30))
  }
}
