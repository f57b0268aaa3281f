package import Bytes
internal import Records
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
  /// The longest delay after jitter, in microseconds; `Int64.max` for none.
  var longest = Int64.max
  /// The delay that the error asks for, in microseconds; 0 for none.
  var asked: Int64 = 0
  /// Whether the asked delay counts in place of the drawn one, not beside it.
  var replaces = false
  /// The most that the asked delay adds to the drawn one, in microseconds; `Int64.max` for any.
  var over = Int64.max
  package let clause: ClauseIndex

  /// Milliseconds, rounded half up.
  func milliseconds(_ identity: DrawIdentity, seed: UInt64, clause: ByteSlice, later: UInt64) -> Int64 {
    func unit() -> Double { RandomDraw.unit(identity, seed: seed, clause: clause, later: later) }
    var spread =
      switch jitter {
      case .none: base
      case .full: unit() * base
      case .equal: base / 2 + unit() * base / 2
      case .share(let share): base * (1 - share) + unit() * base * share * 2
      case .add(let most): base + unit() * Double(most.microseconds)
      }
    if longest < .max { spread = min(spread, Double(longest)) }
    let wish = over < .max ? min(Double(asked), spread + Double(over)) : Double(asked)
    return Int64(((replaces ? wish : max(spread, wish)) / 1_000 + 0.5).rounded(.down))
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
  package static let empty = PendingDelay(base: 0, jitter: .none, clause: .first)

  private static let bounded = 8
  private static let over = 16
  private static let replacing = 32
  /// Longer ones would not fit the arithmetic of milliseconds.
  private static let mostMicroseconds = 0x1p60

  /// - Parameter clauses: the number of clauses of the chain.
  package mutating func code(with coder: inout ByteCoder, clauses: Int) {
    var (base, asked, clause, longest, over) = (base, asked, clause, longest, over)
    coder.code(&base)
    var kind: Int
    var amount = 0.0
    switch jitter {
    case .none: kind = 0
    case .full: kind = 1
    case .equal: kind = 2
    case .share(let share): (kind, amount) = (3, share)
    case .add(let most): (kind, amount) = (4, Double(most.microseconds))
    }
    if longest < .max { kind += Self.bounded }
    if over < .max { kind += Self.over }
    if replaces { kind += Self.replacing }
    coder.code(&kind)
    guard (0..<2 * Self.replacing).contains(kind) else { return coder.fail() }
    let jitterKind = kind % Self.bounded
    if jitterKind >= 3 { coder.code(&amount) }
    coder.code(&asked)
    coder.code(&clause, below: clauses)
    if kind & Self.bounded != 0 { coder.code(&longest) }
    if kind & Self.over != 0 { coder.code(&over) }
    let most = jitterKind == 4 ? Self.mostMicroseconds : 1
    guard base.isFinite, abs(base) < Self.mostMicroseconds, amount.isFinite, (0...most).contains(amount)
    else {
      return coder.fail()
    }
    let jitter: RetryPolicy.Jitter
    switch jitterKind {
    case 0: jitter = .none
    case 1: jitter = .full
    case 2: jitter = .equal
    case 3: jitter = .share(amount)
    case 4: jitter = .add(TimeSpan(microseconds: Int64(amount)))
    default: return coder.fail()
    }
    self = PendingDelay(
      base: base, jitter: jitter, longest: longest, asked: asked, replaces: kind & Self.replacing != 0,
      over: over,
      clause: clause)
  }
}
