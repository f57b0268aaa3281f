internal import Bytes
internal import RuleLanguage

/// Seeded random numbers that depend only on the seed, the record's ordinal and the rule.
enum RandomDraw {
  /// A number in [0, 1): SplitMix64 (Steele, Lea, Flood 2014) of the FNV-1a hash of
  /// `seed/ordinal/responder/rule`, its upper 53 bits times 2^-53.
  static func unit(seed: UInt64, ordinal: UInt64, clause: ByteSlice) -> Double {
    var hash = FNV1a()
    hash.add(decimal: seed)
    hash.add(UInt8(ascii: "/"))
    hash.add(decimal: ordinal)
    hash.add(UInt8(ascii: "/"))
    hash.add(clause)
    var mixed = hash.value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) * 0x1p-53
  }
}

/// A retry's delay before jitter is drawn.
package struct PendingDelay: BitwiseCopyable, Equatable {
  /// Microseconds before jitter.
  let base: Double
  let jitter: RetryPolicy.Jitter
  /// The minimum that the server asked for, in microseconds.
  let floor: Int64
  package let clause: ClauseIndex

  /// Milliseconds, rounded half up.
  func milliseconds(seed: UInt64, ordinal: UInt64, clause: ByteSlice) -> Int64 {
    let spread: Double
    switch jitter {
    case .none:
      spread = base
    case .full:
      spread = RandomDraw.unit(seed: seed, ordinal: ordinal, clause: clause) * base
    case .equal:
      spread = base / 2 + RandomDraw.unit(seed: seed, ordinal: ordinal, clause: clause) * base / 2
    }
    return Int64((max(spread, Double(floor)) / 1_000 + 0.5).rounded(.down))
  }
}
