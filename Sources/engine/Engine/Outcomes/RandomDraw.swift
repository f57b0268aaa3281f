package import Bytes
internal import RuleLanguage

/// The source of a record's random draws, besides the rule: the seed, and its own id and try or else its ordinal.
package enum DrawIdentity: BitwiseCopyable, Equatable {
  /// The record's position among all records, from 1; in a chunk that is evaluated on its own, the position there.
  case ordinal(UInt64)
  /// The FNV-1a hash of `seed/id` or `seed/id#attempt`.
  case own(UInt64)

  init(seed: UInt64, id: ByteSlice, attempt: Int64?) {
    var hash = FNV1a()
    hash.add(decimal: seed)
    hash.add(UInt8(ascii: "/"))
    hash.add(id)
    hash.add(attempt: attempt)
    self = .own(hash.value)
  }

  /// The same for an id that is a number.
  init(seed: UInt64, decimalID id: UInt64, attempt: Int64?) {
    var hash = FNV1a()
    hash.add(decimal: seed)
    hash.add(UInt8(ascii: "/"))
    hash.add(decimal: id)
    hash.add(attempt: attempt)
    self = .own(hash.value)
  }

  /// The identity in a stream in which this many records precede the chunk.
  package func after(_ precedingRecords: UInt64) -> DrawIdentity {
    switch self {
    case .ordinal(let ordinal): .ordinal(precedingRecords + ordinal)
    case .own: self
    }
  }
}

extension FNV1a {
  fileprivate mutating func add(attempt: Int64?) {
    guard let attempt else { return }
    add(UInt8(ascii: "#"))
    if attempt < 0 { add(UInt8(ascii: "-")) }
    add(decimal: attempt.magnitude)
  }
}

/// Seeded random numbers that depend only on the seed, the record's identity and the rule.
enum RandomDraw {
  /// A number in [0, 1): SplitMix64 (Steele, Lea, Flood 2014) of the FNV-1a hash of
  /// `seed/identity/responder/rule`, its upper 53 bits times 2^-53.
  ///
  /// - Parameter later: the number of a further draw for the same record and rule; 0 for the contract's.
  static func unit(_ identity: DrawIdentity, seed: UInt64, clause: ByteSlice, later: UInt64 = 0) -> Double {
    var hash: FNV1a
    switch identity {
    case .ordinal(let ordinal):
      hash = FNV1a()
      hash.add(decimal: seed &+ later)
      hash.add(UInt8(ascii: "/"))
      hash.add(decimal: ordinal)
    case .own(let value):
      hash = FNV1a(after: value)
      if later > 0 {
        hash.add(UInt8(ascii: "/"))
        hash.add(decimal: later)
      }
    }
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
package struct PendingDelay: BitwiseCopyable, Equatable, Sendable {
  /// Microseconds before jitter.
  let base: Double
  let jitter: RetryPolicy.Jitter
  /// The minimum that the server asked for, in microseconds.
  let floor: Int64
  package let clause: ClauseIndex

  /// Milliseconds, rounded half up.
  func milliseconds(_ identity: DrawIdentity, seed: UInt64, clause: ByteSlice, later: UInt64) -> Int64 {
    let spread: Double
    switch jitter {
    case .none:
      spread = base
    case .full:
      spread = RandomDraw.unit(identity, seed: seed, clause: clause, later: later) * base
    case .equal:
      spread = base / 2 + RandomDraw.unit(identity, seed: seed, clause: clause, later: later) * base / 2
    case .share(let share):
      let unit = RandomDraw.unit(identity, seed: seed, clause: clause, later: later)
      spread = base * (1 - share) + unit * base * share * 2
    }
    return Int64((max(spread, Double(floor)) / 1_000 + 0.5).rounded(.down))
  }
}

extension DrawIdentity {
  package mutating func code(with coder: inout ByteCoder) {
    var isOwn = if case .own = self { true } else { false }
    coder.code(&isOwn)
    switch self {
    case .ordinal(var word), .own(var word):
      if isOwn { coder.code(fixed: &word) } else { coder.code(natural: &word) }
      self = isOwn ? .own(word) : .ordinal(word)
    }
  }
}

extension PendingDelay {
  /// A value for lists that are read.
  package static let empty = PendingDelay(base: 0, jitter: .none, floor: 0, clause: .first)

  /// - Parameter clauses: the number of clauses of the chain.
  package mutating func code(with coder: inout ByteCoder, clauses: Int) {
    var (base, floor, clause) = (base, floor, clause)
    coder.code(&base)
    var kind: Int
    var share = 0.0
    switch jitter {
    case .none: kind = 0
    case .full: kind = 1
    case .equal: kind = 2
    case .share(let own): (kind, share) = (3, own)
    }
    coder.code(&kind)
    if kind == 3 { coder.code(&share) }
    coder.code(&floor)
    coder.code(&clause, below: clauses)
    let jitter: RetryPolicy.Jitter
    switch kind {
    case 0: jitter = .none
    case 1: jitter = .full
    case 2: jitter = .equal
    default: jitter = .share(share)
    }
    guard (0...3).contains(kind), base.isFinite, abs(base) < 0x1p60, share.isFinite, abs(share) <= 1 else {
      return coder.fail()
    }
    self = PendingDelay(base: base, jitter: jitter, floor: floor, clause: clause)
  }
}
