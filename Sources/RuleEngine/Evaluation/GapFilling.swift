package import Bytes
internal import RuleLanguage

/// A place in written resolutions that only the stream's order can fill.
package struct Gap: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The record's ordinal, as digits.
    case ordinal
    /// A delay, in seconds.
    case delay
    /// A delay that is counted and written nowhere.
    case countedDelay
  }

  let kind: Kind
  /// Where it goes, as an offset in the text it is missing from.
  package let offset: Int
  /// The record's ordinal, counted from the start of the run of records it was read with.
  package let ordinal: UInt64
  package let delay: PendingDelay

  init(ordinal: UInt64, at offset: Int) {
    kind = .ordinal
    self.offset = offset
    self.ordinal = ordinal
    delay = PendingDelay(base: 0, jitter: .none, floor: 0, station: .first)
  }

  init(_ delay: PendingDelay, ordinal: UInt64, at offset: Int) {
    kind = .delay
    self.offset = offset
    self.ordinal = ordinal
    self.delay = delay
  }

  init(counting delay: PendingDelay, ordinal: UInt64) {
    kind = .countedDelay
    offset = 0
    self.ordinal = ordinal
    self.delay = delay
  }
}

/// Fills the gaps of a chain's resolutions, once the place of their records among all is known.
package struct GapFilling {
  /// How far a text is filled.
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

  /// For a chain, which has to outlive it; delays are drawn from `seed`.
  package init(_ chain: ResponderChain, seed: UInt64) {
    reference = chain.reference
    self.seed = seed
  }

  /// Appends a text from a place up to an offset, its gaps filled.
  ///
  /// - Parameters:
  ///   - before: the records that stand before those that the gaps' ordinals count.
  ///   - count: is told each delay in milliseconds, and the station that grants it.
  package func append(
    _ text: ByteSlice,
    _ gaps: borrowing Buffer<Gap>,
    from place: inout Place,
    upTo end: Int,
    after before: UInt64,
    to filled: inout Buffer<UInt8>,
    counting count: (Int64, StationIndex) -> Void = { _, _ in }
  ) {
    while place.gap < gaps.count, gaps[place.gap].offset <= end {
      let gap = gaps[place.gap]
      filled.append(text[place.offset..<gap.offset])
      place.offset = gap.offset
      place.gap += 1
      let ordinal = before + gap.ordinal
      if gap.kind == .ordinal {
        JSONText.append(integer: Int64(ordinal), to: &filled)
        continue
      }
      let delay = tables.milliseconds(of: gap.delay, seed: seed, ordinal: ordinal)
      count(delay, gap.delay.station)
      if gap.kind == .delay { JSONText.append(milliseconds: delay, to: &filled) }
    }
    filled.append(text[place.offset..<end])
    place.offset = end
  }
}

extension ChainTables {
  /// A delay's length in milliseconds, for the record that has this ordinal in the whole stream.
  func milliseconds(of delay: PendingDelay, seed: UInt64, ordinal: UInt64) -> Int64 {
    let station = bytes.slice(stations[Int(delay.station)].name)
    return delay.milliseconds(seed: seed, ordinal: ordinal, station: station)
  }
}
