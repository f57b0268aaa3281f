internal import Bytes

/// Which rules each value that was met leaves open, a bit for each of a chain's stations: 0 where a rule surely does not
/// match, whatever else the error is. Of a long list only those rules are asked that all of an error's values leave
/// open, and no error has to have been met before that leaves open just these.
///
/// Bounded: past its room every mask is forgotten and made anew; where that saves nothing, no more are made.
struct RuleMasks: ~Copyable {
  /// 64-bit words of a mask.
  let words: Int
  private let limit: Int
  private var bits = Buffer<UInt64>()
  /// By class of a value: where its mask begins, or -1. The same by category, from none on.
  private var byClass = Buffer<Int32>()
  private var byCategory = Buffer<Int32>()
  private var made = 0
  private var found = 0
  /// How often there was no room for another mask.
  private(set) var timesForgotten = 0
  /// Whether making masks costs more than it saves.
  private(set) var isGivenUp: Bool

  init(_ tables: TablesReference, _ limits: LearningLimits) {
    words = (tables.stations.count + 63) / 64
    limit = limits.maskWords
    isGivenUp = words > limit
  }

  /// The words of a mask, valid until another one is made.
  @inline(__always)
  func start(of mask: Int32) -> UnsafePointer<UInt64> {
    precondition(mask >= 0 && Int(mask) + words <= bits.count)
    return bits.base + Int(mask)
  }

  func word(_ place: Int, of mask: Int32) -> UInt64 { bits[Int(mask) + place] }

  /// Where the mask of a class begins, or nil.
  @inline(__always)
  mutating func find(ofClass valueClass: Int32) -> Int32? {
    Self.find(Int(valueClass), byClass, &found)
  }

  /// The same of a category, -1 for none.
  @inline(__always)
  mutating func find(ofCategory category: Int32) -> Int32? {
    Self.find(Int(category) + 1, byCategory, &found)
  }

  @inline(__always)
  private static func find(_ place: Int, _ masks: borrowing Buffer<Int32>, _ found: inout Int) -> Int32? {
    guard place < masks.count, masks[place] >= 0 else { return nil }
    found &+= 1
    return masks[place]
  }

  /// Whether another mask may be made; else the others have to be forgotten first.
  var hasRoom: Bool { bits.count + words <= limit }

  /// Begins a mask that leaves everything open; returns where.
  mutating func begin() -> Int32 {
    made += 1
    let start = bits.count
    bits.append(repeating: .max, count: words)
    return Int32(start)
  }

  /// Takes a station out of a mask.
  mutating func close(_ station: Int32, in mask: Int32) {
    bits[Int(mask) + Int(station >> 6)] &= ~(1 << UInt64(station & 63))
  }

  mutating func remember(_ mask: Int32, ofClass valueClass: Int32) {
    Self.remember(mask, Int(valueClass), &byClass)
  }

  mutating func remember(_ mask: Int32, ofCategory category: Int32) {
    Self.remember(mask, Int(category) + 1, &byCategory)
  }

  private static func remember(_ mask: Int32, _ place: Int, _ masks: inout Buffer<Int32>) {
    if masks.count <= place { masks.append(repeating: -1, count: place + 1 - masks.count) }
    masks[place] = mask
  }

  /// Forgets all masks.
  mutating func forget() {
    bits.removeAll()
    byClass.removeAll()
    byCategory.removeAll()
  }

  /// Forgets all masks for want of room; where they were hardly used, for good.
  mutating func makeRoom() {
    timesForgotten += 1
    isGivenUp = made > 1_000 && found < 16 * made
    forget()
  }
}
