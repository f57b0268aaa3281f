/// Which rules each value leaves open, by the value's class: a bit for each rule of a ``RuleLayout``, 0 where the rule surely
/// does not match, whatever else the error is. The same for each category.
struct ClassMasks: ~Copyable {
  /// 64-bit words of a mask.
  private let words: Int
  private let limit: Int
  private var bits = Buffer<UInt64>()
  /// By class of a value, and by category from none on: where its mask begins, or -1.
  private var byClass = Buffer<Int32>()
  private var byCategory = Buffer<Int32>()

  init(words: Int, _ limits: LearningLimits) {
    self.words = words
    limit = limits.maskWords
  }

  /// Whether there is room for another error's masks.
  var hasRoom: Bool { bits.count <= limit }

  @inline(__always)
  func word(_ place: Int, of mask: Int32) -> UInt64 { bits[Int(mask) &+ place] }

  /// Where the mask of a class begins, or -1.
  @inline(__always)
  func find(ofClass valueClass: Int32) -> Int32 {
    Int(valueClass) < byClass.count ? byClass[Int(valueClass)] : -1
  }

  /// The same of a category, -1 for none.
  @inline(__always)
  func find(ofCategory category: CategoryIndex) -> Int32 {
    Int(category) + 1 < byCategory.count ? byCategory[Int(category) + 1] : -1
  }

  /// Begins a mask that leaves everything open; returns where.
  mutating func begin() -> Int32 {
    let start = bits.count
    bits.append(repeating: .max, count: words)
    return Int32(start)
  }

  /// Takes a rule out of a mask.
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

  mutating func forget() {
    bits.removeAll()
    byClass.removeAll()
    byCategory.removeAll()
  }
}
