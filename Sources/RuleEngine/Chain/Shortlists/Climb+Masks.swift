internal import Bytes

extension Climb {
  /// What was found of a long list.
  enum Open {
    /// A rule, by its place among the candidates.
    case rule(Int32)
    case none
    /// Everything had to be forgotten to find it.
    case forgotten
  }

  /// The next rule of a long list, at a place or behind it, that the values of the error leave open.
  mutating func nextOpen(_ number: Int32, from place: Int32, category: Int32) -> Open {
    let list = shortlists.long[number]
    if !openRules.areOf(number, category, epoch) {
      openRules.begin(number, topics: list.topics.count, category, epoch)
    }
    let position = Int(place - list.candidates.startIndex)
    var word = position >> 6
    var asked: UInt64 = .max << UInt64(position & 63)
    while word < list.words {
      if openRules.word != word, !findOpen(list, in: word, category) { return .forgotten }
      let rules = openRules.rules & asked
      if rules != 0 {
        return .rule(list.candidates.startIndex + Int32(word << 6 + rules.trailingZeroBitCount))
      }
      word += 1
      asked = .max
    }
    return .none
  }

  /// Finds which rules of a word are open: a value is looked at where one that is left asks about it. False where
  /// everything had to be forgotten.
  private mutating func findOpen(_ list: LongList, in word: Int, _ category: Int32) -> Bool {
    let generation = classes.generation
    var rules = list.all(in: word)
    for number in 0..<list.topics.count {
      let topic = shortlists.long.topic(list.topics.startIndex + Int32(number))
      let asking = rules & shortlists.long.askers(of: topic, in: word)
      if asking == 0 { continue }
      var mask = openRules.masks[number]
      if mask == OpenRules.unknown {
        mask = self.mask(of: topic.topic, category) ?? OpenRules.none
        guard generation == classes.generation else { return false }
        openRules.remember(mask, ofTopic: number)
      }
      guard mask >= 0 else { continue }
      rules &= ~asking | shortlists.long.open(asking, of: list, in: word, masks, mask)
      if rules == 0 { break }
    }
    openRules.found(rules, in: word)
    return true
  }

  /// The mask of a class of the error's, or of its category; nil where none is made: then all is open.
  private mutating func mask(of topic: RuleTopic, _ category: Int32) -> Int32? {
    guard let subject = topic.subject else {
      return masks.find(ofCategory: category) ?? newMask(topic, .category(category))
    }
    let valueClass = valueClass(of: subject)
    guard valueClass >= 0 else { return nil }
    return masks.find(ofClass: valueClass) ?? newMask(topic, .value(subject, valueClass))
  }

  @inline(never)
  private mutating func newMask(_ topic: RuleTopic, _ knowledge: Knowledge) -> Int32? {
    if !masks.hasRoom {
      masks.makeRoom()
      openRules.forgetMasks()
    }
    guard !masks.isGivenUp else { return nil }
    topics.gather(tables)
    let mask = masks.begin()
    var place = topics.first(of: topic)
    while place >= 0 {
      let asker = topics[place]
      if !truthValues(Int(asker.part), knowledge).contains(.yes) { masks.close(asker.station, in: mask) }
      place = asker.next
    }
    switch knowledge {
    case .value(_, let valueClass): masks.remember(mask, ofClass: valueClass)
    case .category(let category): masks.remember(mask, ofCategory: category)
    case .kind: break
    }
    return mask
  }

  /// Leaves in ``openWords`` the stations that the error's domain and type leave open, of each of which there are few.
  mutating func openRulesOfKind() {
    openWords.removeAll()
    openWords.append(repeating: .max, count: masks.words)
    for subject in [shortlists.domain, shortlists.type] where subject >= 0 {
      guard let mask = mask(of: .subject(UInt32(bitPattern: subject)), -1) else { continue }
      for word in 0..<masks.words { openWords[word] &= masks.word(word, of: mask) }
    }
  }
}
