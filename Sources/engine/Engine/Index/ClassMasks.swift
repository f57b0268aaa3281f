internal import Bytes

/// Masks of the rules that a value (by its class) or a category does not exclude: one bit for each rule of a
/// ``RuleLayout``, 0 if the rule cannot match whatever else the error has.
///
/// With many rules, most values exclude nearly the same ones, so a mask may be stored as the words that differ from
/// its feature's default mask.
struct ClassMasks: ~Copyable {
  /// A mask: the start of its words, or a number below ``none`` for a list of ``changes``.
  typealias Mask = Int32
  static let none: Mask = -1

  // These two are not private: the compiler of Swift 6.3.1 ends over their metadata in a debug build by files.
  struct Change: BitwiseCopyable {
    let word: Int32
    let bits: UInt64
  }

  struct ChangedMask: BitwiseCopyable {
    let base: Mask
    let changes: IndexRange<Change>
  }

  /// A mask is stored by its changes if fewer than one word of this many differs.
  private static let wordsForEachChange = 16

  /// 64-bit words in a mask.
  private let words: Int
  private let limit: Int
  private var bits = Buffer<UInt64>()
  private var changes = Buffer<Change>()
  private var changed = Buffer<ChangedMask>()
  /// The masks by value class, by category from none on, and by feature.
  private var byClass = Buffer<Mask>()
  private var byCategory = Buffer<Mask>()
  private var defaults = Buffer<Mask>()
  /// The words of the mask under construction, or of the intersection of masks.
  private var scratch = Buffer<UInt64>()

  init(words: Int, _ limits: CacheLimits) {
    self.words = words
    limit = limits.maskWords
  }

  var hasRoom: Bool { bits.count + 2 * (changes.count + changed.count) <= limit }

  @inline(__always)
  func word(_ place: Int, of mask: Mask) -> UInt64 {
    mask >= 0 ? bits[Int(mask) &+ place] : changedWord(place, of: mask)
  }

  @inline(never)
  private func changedWord(_ place: Int, of mask: Mask) -> UInt64 {
    let mask = changed[Self.place(of: mask)]
    for change in mask.changes where changes[change].word == Int32(truncatingIfNeeded: place) {
      return changes[change].bits
    }
    return bits[Int(mask.base) + place]
  }

  private static func place(of mask: Mask) -> Int { Int(none - 1 - mask) }

  @inline(__always)
  func find(ofClass valueClass: Int32) -> Mask {
    Int(valueClass) < byClass.count ? byClass[Int(valueClass)] : Self.none
  }

  /// Category -1 means that the error has none.
  @inline(__always)
  func find(ofCategory category: CategoryIndex) -> Mask {
    Int(category) + 1 < byCategory.count ? byCategory[Int(category) + 1] : Self.none
  }

  /// The mask of values that satisfy no predicate of a feature.
  func find(defaultOf feature: Index<RuleLayout.Feature>) -> Mask {
    Int(feature) < defaults.count ? defaults[Int(feature)] : Self.none
  }

  // MARK: - Construction

  /// Begins a mask, or an intersection: all bits set, or those of another mask.
  mutating func begin(from base: Mask = none) {
    scratch.removeAll()
    scratch.append(repeating: .max, count: words)
    if base != Self.none { intersect(base) }
  }

  mutating func set(_ bit: Int32, _ isOpen: Bool) {
    let one = UInt64(1) << UInt64(bit & 63)
    if isOpen { scratch[Int(bit >> 6)] |= one } else { scratch[Int(bit >> 6)] &= ~one }
  }

  mutating func intersect(_ mask: Mask) {
    guard mask < 0 else {
      for word in 0..<words { scratch[word] &= bits[Int(mask) + word] }
      return
    }
    let mask = changed[Self.place(of: mask)]
    // The base has to leave the changed words as they are.
    var word = 0
    for change in mask.changes {
      let next = Int(changes[change].word)
      while word < next {
        scratch[word] &= bits[Int(mask.base) + word]
        word += 1
      }
      scratch[word] &= changes[change].bits
      word += 1
    }
    while word < words {
      scratch[word] &= bits[Int(mask.base) + word]
      word += 1
    }
  }

  /// A word of the mask under construction.
  @inline(__always)
  subscript(word: Int) -> UInt64 { scratch[word] }

  mutating func end(ofCategory category: CategoryIndex) -> Mask {
    let mask = store()
    Self.remember(mask, Int(category) + 1, &byCategory)
    return mask
  }

  mutating func end(defaultOf feature: Index<RuleLayout.Feature>) -> Mask {
    let mask = store()
    Self.remember(mask, Int(feature), &defaults)
    return mask
  }

  /// - Parameter base: the mask from which it began, stored by its words.
  mutating func end(ofClass valueClass: Int32, from base: Mask) -> Mask {
    var count = 0
    for word in 0..<words where scratch[word] != bits[Int(base) + word] { count += 1 }
    let mask =
      count == 0 ? base : count * Self.wordsForEachChange < words ? storeChanges(from: base) : store()
    Self.remember(mask, Int(valueClass), &byClass)
    return mask
  }

  private mutating func store() -> Mask {
    let start = bits.count
    for word in 0..<words { bits.append(scratch[word]) }
    return Mask(start)
  }

  private mutating func storeChanges(from base: Mask) -> Mask {
    let start = changes.endIndex
    for word in 0..<words where scratch[word] != bits[Int(base) + word] {
      changes.append(Change(word: Int32(word), bits: scratch[word]))
    }
    changed.append(ChangedMask(base: base, changes: start..<changes.endIndex))
    return Self.none - Mask(changed.count)
  }

  private static func remember(_ mask: Mask, _ place: Int, _ masks: inout Buffer<Mask>) {
    if masks.count <= place { masks.append(repeating: none, count: place + 1 - masks.count) }
    masks[place] = mask
  }

  mutating func clear() {
    bits.removeAll()
    changes.removeAll()
    changed.removeAll()
    byClass.removeAll()
    byCategory.removeAll()
    defaults.removeAll()
  }
}
