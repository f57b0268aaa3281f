/// A list of so many rules that masks tell sooner than one question after the other which of them may match.
struct LongList: BitwiseCopyable {
  /// Its words among all, in the order of the chain.
  let words: Run
  /// What its rules ask about beyond what made the list, among all topics.
  let topics: Run
  let isReversed: Bool
}

/// The rules of long lists as bits, 64 stations a word; words without any are left out.
///
/// What keeps ``next(_:from:_:_:)`` safe: a list's words lie among ``words``, their places are those of the stations' bits,
/// which every mask has, and open masks are those of ``RuleMasks`` that were not forgotten since.
struct LongLists: ~Copyable {
  struct Word: BitwiseCopyable {
    /// Its place in the masks.
    let place: Int32
    var rules: UInt64 = 0
    /// Those that surely match.
    var sure: UInt64 = 0
  }

  private var lists = Buffer<LongList>()
  private var words = Buffer<Word>()
  private var topics = Buffer<RuleTopic>()

  subscript(list: Int32) -> LongList { lists[Int(list)] }

  func topic(_ place: Int32) -> RuleTopic { topics[Int(place)] }

  mutating func forget() {
    lists.removeAll()
    words.removeAll()
    topics.removeAll()
  }

  /// Begins a list; its rules are added in the order of the chain. Returns its number.
  mutating func begin(isReversed: Bool, _ asked: [RuleTopic]) -> Int32 {
    let first = Int32(topics.count)
    for topic in asked { topics.append(topic) }
    let end = Int32(words.count)
    let list = LongList(words: end..<end, topics: first..<Int32(topics.count), isReversed: isReversed)
    lists.append(list)
    return Int32(lists.count - 1)
  }

  /// Adds a rule to the list that was begun last.
  mutating func add(_ candidate: Shortlists.Candidate) {
    let list = lists[lists.count - 1]
    let place = candidate.index >> 6
    if list.words.isEmpty || words[words.count - 1].place != place {
      words.append(Word(place: place))
      lists[lists.count - 1] = LongList(
        words: list.words.startIndex..<Int32(words.count),
        topics: list.topics,
        isReversed: list.isReversed
      )
    }
    let bit: UInt64 = 1 << UInt64(candidate.index & 63)
    words[words.count - 1].rules |= bit
    if candidate.isSure { words[words.count - 1].sure |= bit }
  }

  /// The first rule of a list, in its order, at a station or behind it, that none of the open masks closes; nil where
  /// there is none.
  func next(
    _ number: Int32,
    from station: Int32,
    _ open: borrowing Buffer<Int32>,
    _ masks: borrowing RuleMasks
  ) -> Shortlists.Candidate? {
    let list = lists[Int(number)]
    let isReversed = list.isReversed
    let words = words.base
    let bits = masks.base
    let masks = open.base
    let count = open.count
    let first = station >> 6
    let inFirst: UInt64 = isReversed ? .max >> UInt64(63 - station & 63) : .max << UInt64(station & 63)
    var place = Int(isReversed ? list.words.endIndex - 1 : list.words.startIndex)
    for _ in 0..<list.words.count {
      let word = words[place]
      place += isReversed ? -1 : 1
      if isReversed ? word.place > first : word.place < first { continue }
      var rules = word.place == first ? word.rules & inFirst : word.rules
      var mask = 0
      while rules != 0, mask < count {
        rules &= bits[Int(masks[mask] &+ word.place)]
        mask &+= 1
      }
      guard rules != 0 else { continue }
      let bit = isReversed ? 63 - rules.leadingZeroBitCount : rules.trailingZeroBitCount
      return Shortlists.Candidate(
        index: word.place << 6 | Int32(bit),
        isSure: word.sure >> UInt64(bit) & 1 != 0
      )
    }
    return nil
  }
}
