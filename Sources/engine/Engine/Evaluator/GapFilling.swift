package import Bytes
internal import RuleLanguage

/// A position in resolutions whose value depends on stream order and is filled in later.
package struct Gap: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case ordinal
    /// A delay, in seconds.
    case delay
    /// A delay that is only counted, not written.
    case countedDelay
  }

  let kind: Kind
  /// The offset in the incomplete text.
  package let offset: Int
  /// The record's ordinal within its chunk, or what its delay is drawn from.
  let identity: DrawIdentity
  package let delay: PendingDelay

  init(ordinal: UInt64, at offset: Int) {
    kind = .ordinal
    self.offset = offset
    identity = .ordinal(ordinal)
    delay = .empty
  }

  init(_ delay: PendingDelay, _ identity: DrawIdentity, at offset: Int) {
    kind = .delay
    self.offset = offset
    self.identity = identity
    self.delay = delay
  }

  init(counting delay: PendingDelay, _ identity: DrawIdentity, at offset: Int) {
    kind = .countedDelay
    self.offset = offset
    self.identity = identity
    self.delay = delay
  }
}

/// Fills the gaps of a chain's resolutions once the ordinals of their records are known.
package struct GapFilling {
  package struct Place: BitwiseCopyable {
    package var offset = 0
    package var gap = 0

    package init(offset: Int = 0, gap: Int = 0) {
      self.offset = offset
      self.gap = gap
    }
  }

  private let reference: TablesReference
  private var tables: ChainTables { @inline(__always) unsafeAddress { reference.address } }
  private let seed: UInt64

  /// Delays are drawn from `seed`. The chain must outlive this value.
  package init(_ chain: ResponderChain, seed: UInt64) {
    reference = chain.reference
    self.seed = seed
  }

  /// Appends a text from a position up to an offset and fills its gaps.
  ///
  /// - Parameters:
  ///   - precedingRecords: the number of records before the chunk.
  ///   - count: called with each delay in milliseconds and the clause that grants it.
  package func append(
    _ text: ByteSlice, _ gaps: borrowing Buffer<Gap>, from place: inout Place, upTo end: Int,
    after precedingRecords: UInt64, to filled: inout Buffer<UInt8>,
    counting count: (Int64, ClauseIndex) -> Void = { _, _ in }
  ) {
    while place.gap < gaps.count, gaps[place.gap].offset <= end {
      let gap = gaps[place.gap]
      filled.append(text[place.offset..<gap.offset])
      place.offset = gap.offset
      place.gap += 1
      let identity = gap.identity.after(precedingRecords)
      if gap.kind == .ordinal {
        if case .ordinal(let ordinal) = identity { JSONText.append(integer: Int64(ordinal), to: &filled) }
        continue
      }
      let delay = tables.milliseconds(of: gap.delay, identity, seed: seed)
      count(delay, gap.delay.clause)
      if gap.kind == .delay { JSONText.append(milliseconds: delay, to: &filled) }
    }
    filled.append(text[place.offset..<end])
    place.offset = end
  }
}

extension ChainTables {
  func milliseconds(of delay: PendingDelay, _ identity: DrawIdentity, seed: UInt64, later: UInt64 = 0)
    -> Int64
  {
    let clause = bytes.slice(clauses[Int(delay.clause)].name)
    return delay.milliseconds(identity, seed: seed, clause: clause, later: later)
  }
}

extension Gap {
  /// A value for lists that are read.
  package static let empty = Gap(ordinal: 0, at: 0)

  /// - Parameter clauses: the number of clauses of the chain.
  package mutating func code(with coder: inout ByteCoder, clauses: Int) {
    var (kind, offset, identity, delay) = (Int(kind.rawValue), offset, identity, delay)
    coder.code(&kind)
    coder.code(natural: &offset)
    identity.code(with: &coder)
    guard let known = Kind(rawValue: UInt8(truncatingIfNeeded: kind)) else { return coder.fail() }
    guard known != .ordinal else { return self = Gap(identity, at: offset) }
    delay.code(with: &coder, clauses: clauses)
    self =
      known == .delay ? Gap(delay, identity, at: offset) : Gap(counting: delay, identity, at: offset)
  }

  private init(_ identity: DrawIdentity, at offset: Int) {
    if case .ordinal(let ordinal) = identity {
      self.init(ordinal: ordinal, at: offset)
    } else {
      self.init(ordinal: 0, at: offset)
    }
  }
}

extension GapFilling {
  /// Milliseconds of a delay that is only counted; nil if it depends on the records before the chunk.
  package func known(_ gap: Gap) -> Int64? {
    guard gap.kind == .countedDelay, gap.delay.jitter == .none || gap.identity.isOwn else { return nil }
    return tables.milliseconds(of: gap.delay, gap.identity, seed: seed)
  }
}

extension DrawIdentity {
  fileprivate var isOwn: Bool { if case .own = self { true } else { false } }
}
