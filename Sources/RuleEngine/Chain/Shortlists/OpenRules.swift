internal import Bytes

/// Which rules of a long list the error leaves open that is answered, found word by word as somebody asks.
struct OpenRules: ~Copyable {
  /// No mask was looked for yet; there is none, so that all is open.
  static let unknown: Int32 = -1
  static let none: Int32 = -2

  /// By topic of the list: where the mask of the error's value begins.
  private(set) var masks = Buffer<Int32>()
  /// The word that was found last, and its rules that are open.
  private(set) var word = -1
  private(set) var rules: UInt64 = 0
  private var epoch: UInt32 = 0
  private var list: Int32 = -1
  private var category: Int32 = -1

  @inline(__always)
  func areOf(_ list: Int32, _ category: Int32, _ epoch: UInt32) -> Bool {
    self.epoch == epoch && self.list == list && self.category == category
  }

  mutating func begin(_ list: Int32, topics: Int, _ category: Int32, _ epoch: UInt32) {
    masks.removeAll()
    masks.append(repeating: Self.unknown, count: topics)
    word = -1
    (self.list, self.category, self.epoch) = (list, category, epoch)
  }

  mutating func found(_ rules: UInt64, in word: Int) {
    (self.rules, self.word) = (rules, word)
  }

  mutating func remember(_ mask: Int32, ofTopic number: Int) {
    masks[number] = mask
  }

  /// Masks are to be looked for anew.
  mutating func forgetMasks() {
    for number in 0..<masks.count { masks[number] = Self.unknown }
  }
}
