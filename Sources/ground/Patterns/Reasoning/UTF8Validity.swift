/// The automaton of valid UTF-8, which restricts examples to texts.
enum UTF8Validity: UInt32 {
  case betweenScalars
  case one
  case two
  case three
  /// The state after E0, whose next byte must not make an overlong encoding.
  case afterE0
  /// The state after ED, whose next byte must not make a surrogate.
  case afterED
  /// The state after F0, whose next byte must not make an overlong encoding.
  case afterF0
  /// The state after F4, whose next byte must not exceed the last scalar.
  case afterF4

  func next(_ byte: UInt8) -> UTF8Validity? {
    switch self {
    case .betweenScalars:
      switch byte {
      case 0x00...0x7F: .betweenScalars
      case 0xC2...0xDF: .one
      case 0xE0: .afterE0
      case 0xED: .afterED
      case 0xE1...0xEF: .two
      case 0xF0: .afterF0
      case 0xF1...0xF3: .three
      case 0xF4: .afterF4
      default: nil
      }
    case .one: Self.following(byte, 0x80...0xBF, .betweenScalars)
    case .two: Self.following(byte, 0x80...0xBF, .one)
    case .three: Self.following(byte, 0x80...0xBF, .two)
    case .afterE0: Self.following(byte, 0xA0...0xBF, .one)
    case .afterED: Self.following(byte, 0x80...0x9F, .one)
    case .afterF0: Self.following(byte, 0x90...0xBF, .two)
    case .afterF4: Self.following(byte, 0x80...0x8F, .two)
    }
  }

  private static func following(_ byte: UInt8, _ range: ClosedRange<UInt8>, _ next: UTF8Validity)
    -> UTF8Validity?
  {
    range.contains(byte) ? next : nil
  }

  /// A class for every byte; bytes of one class have the same transitions.
  static let classOf: [Int] = {
    let all = (0...7).compactMap { UTF8Validity(rawValue: $0) }
    var known: [[UTF8Validity?]: Int] = [:]
    return (UInt8.min...UInt8.max).map { byte in
      let next = all.map { $0.next(byte) }
      let number = known[next] ?? known.count
      known[next] = number
      return number
    }
  }()
}
