internal import Bytes

/// A list of so many rules that masks tell sooner than one question after the other which of them may match.
struct LongList: BitwiseCopyable {
  /// Its rules among the candidates of all lists, in the order in which they are asked.
  let candidates: Run
  /// What its rules ask about beyond what made the list.
  let topics: Run
  /// Where its rules' stations begin.
  fileprivate let stations: Int

  /// 64-bit words that it takes, a bit for each rule.
  @inline(__always)
  var words: Int { (candidates.count + 63) >> 6 }

  /// The bits of a word that stand for rules.
  @inline(__always)
  func all(in word: Int) -> UInt64 {
    let left = candidates.count - word << 6
    return left >= 64 ? .max : .max >> UInt64(64 - left)
  }
}

/// Long lists, and which of their rules ask about what.
struct LongLists: ~Copyable {
  /// What rules of a list ask about, and where its words begin: a bit for each rule that does.
  struct Topic: BitwiseCopyable {
    let topic: RuleTopic
    fileprivate let askers: Int
  }

  private var lists = Buffer<LongList>()
  private var topics = Buffer<Topic>()
  private var askers = Buffer<UInt64>()
  private var stations = Buffer<Int32>()

  @inline(__always)
  subscript(list: Int32) -> LongList { lists[Int(list)] }

  @inline(__always)
  func topic(_ place: Int32) -> Topic { topics[Int(place)] }

  /// The rules of a word that ask about a topic.
  @inline(__always)
  func askers(of topic: Topic, in word: Int) -> UInt64 { askers[topic.askers + word] }

  mutating func forget() {
    lists.removeAll()
    topics.removeAll()
    askers.removeAll()
    stations.removeAll()
  }

  /// Adds a list of candidates, which ask about these topics; returns its number.
  mutating func append(
    _ candidates: Run,
    _ rules: borrowing Buffer<Shortlists.Candidate>,
    asking asked: [RuleTopic],
    _ tables: TablesReference
  ) -> Int32 {
    let list = LongList(
      candidates: candidates,
      topics: Int32(topics.count)..<Int32(topics.count + asked.count),
      stations: stations.count
    )
    for topic in asked {
      topics.append(Topic(topic: topic, askers: askers.count))
      askers.append(repeating: 0, count: list.words)
    }
    for (position, place) in candidates.enumerated() {
      let station = rules[Int(place)].index
      stations.append(station)
      let condition = Int(tables.stations[Int(station)].condition)
      for index in condition..<Int(tables.instructions[condition].end) {
        guard let topic = tables.topic(of: tables.instructions[index]) else { continue }
        guard let number = asked.firstIndex(of: topic) else { continue }
        let first = topics[Int(list.topics.startIndex) + number].askers
        askers[first + position >> 6] |= 1 << UInt64(position & 63)
      }
    }
    lists.append(list)
    return Int32(lists.count - 1)
  }

  /// Which of these rules, bits of a list's word, a mask leaves open.
  ///
  /// What keeps it safe: a bit stands for a rule of the list, whose stations lie among ``stations``, and every mask has a
  /// bit for every station of the chain.
  func open(_ rules: UInt64, of list: LongList, in word: Int, _ masks: borrowing RuleMasks, _ mask: Int32)
    -> UInt64
  {
    precondition(rules & ~list.all(in: word) == 0 && list.stations + list.candidates.count <= stations.count)
    let stations = stations.base + (list.stations + word << 6)
    let mask = masks.start(of: mask)
    var left = rules
    var open = rules
    while left != 0 {
      let bit = left.trailingZeroBitCount
      left &= left &- 1
      let station = stations[bit]
      if mask[Int(station &>> 6)] &>> UInt64(station & 63) & 1 == 0 { open &= ~(1 &<< UInt64(bit)) }
    }
    return open
  }
}
