/// Masks of the rules that a value (by its class) or a category does not exclude: one bit for each rule of a
/// ``RuleLayout``, 0 if the rule cannot match whatever else the error has.
struct ClassMasks: ~Copyable {
  /// 64-bit words in a mask.
  private let words: Int
  private let limit: Int
  private var bits = Buffer<UInt64>()
  /// By value class, and by category from none on: the start of its mask, or -1.
  private var byClass = Buffer<Int32>()
  private var byCategory = Buffer<Int32>()

  init(words: Int, _ limits: CacheLimits) {
    self.words = words
    limit = limits.maskWords
  }

  var hasRoom: Bool { bits.count <= limit }

  @inline(__always)
  func word(_ place: Int, of mask: Int32) -> UInt64 { bits[Int(mask) &+ place] }

  @inline(__always)
  func find(ofClass valueClass: Int32) -> Int32 {
    Int(valueClass) < byClass.count ? byClass[Int(valueClass)] : -1
  }

  /// The start of a category's mask, or -1; category -1 means none.
  @inline(__always)
  func find(ofCategory category: CategoryIndex) -> Int32 {
    Int(category) + 1 < byCategory.count ? byCategory[Int(category) + 1] : -1
  }

  /// Adds a mask with all bits set and returns its start.
  mutating func begin() -> Int32 {
    let start = bits.count
    bits.append(repeating: .max, count: words)
    return Int32(start)
  }

  mutating func close(_ bit: Int32, in mask: Int32) {
    bits[Int(mask) + Int(bit >> 6)] &= ~(1 << UInt64(bit & 63))
  }

  mutating func remember(_ mask: Int32, ofClass valueClass: Int32) {
    Self.remember(mask, Int(valueClass), &byClass)
  }

  mutating func remember(_ mask: Int32, ofCategory category: CategoryIndex) {
    Self.remember(mask, Int(category) + 1, &byCategory)
  }

  private static func remember(_ mask: Int32, _ place: Int, _ masks: inout Buffer<Int32>) {
    if masks.count <= place { masks.append(repeating: -1, count: place + 1 - masks.count) }
    masks[place] = mask
  }

  mutating func clear() {
    bits.removeAll()
    byClass.removeAll()
    byCategory.removeAll()
  }
}
