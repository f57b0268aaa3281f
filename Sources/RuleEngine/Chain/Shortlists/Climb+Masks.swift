/// The masks of the error that is answered, for one long list.
struct OpenMasks: ~Copyable {
  fileprivate(set) var masks = Buffer<Int32>()
  private var epoch: UInt32 = 0
  private var list: Int32 = -1
  private var category: Int32 = -1

  func areOf(_ list: Int32, _ category: Int32, _ epoch: UInt32) -> Bool {
    self.epoch == epoch && self.list == list && self.category == category
  }

  mutating func begin(_ list: Int32, _ category: Int32, _ epoch: UInt32) {
    masks.removeAll()
    (self.list, self.category, self.epoch) = (list, category, epoch)
  }
}

extension Climb {
  /// What was found of a long list.
  enum Open {
    case rule(Shortlists.Candidate)
    case none
    /// Everything had to be forgotten to find it.
    case forgotten
  }

  /// The next rule of a long list, at a station or behind it, that the values of the error leave open.
  mutating func nextOpen(_ list: Int32, from station: Int32, category: Int32) -> Open {
    if !openMasks.areOf(list, category, epoch), !findMasks(list, category) { return .forgotten }
    return shortlists.long.next(list, from: station, openMasks.masks, masks).map { .rule($0) } ?? .none
  }

  private mutating func findMasks(_ list: Int32, _ category: Int32) -> Bool {
    let generation = classes.generation
    openMasks.begin(list, category, epoch)
    for place in shortlists.long[list].topics {
      let mask = mask(of: shortlists.long.topic(place), category)
      guard generation == classes.generation else { return false }
      if let mask { openMasks.masks.append(mask) }
    }
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
      openMasks.masks.removeAll()
    }
    guard !masks.isGivenUp else { return nil }
    topics.gather(tables)
    let mask = masks.begin()
    var place = topics.first(of: topic)
    while place >= 0 {
      let station = topics.station(at: place)
      let possible = truthValues(Int(tables.stations[Int(station)].condition), knowledge)
      if !possible.contains(.yes) { masks.close(station, in: mask) }
      place = topics.after(place)
    }
    switch knowledge {
    case .value(_, let valueClass): masks.remember(mask, ofClass: valueClass)
    case .category(let category): masks.remember(mask, ofCategory: category)
    case .kind: break
    }
    return mask
  }

  /// Leaves in ``openWords`` the rules that the error's domain and type leave open, of each of which there are few.
  mutating func openRulesOfKind() {
    openWords.removeAll()
    openWords.append(repeating: .max, count: masks.words)
    for subject in [shortlists.domain, shortlists.type] where subject >= 0 {
      guard let mask = mask(of: .subject(UInt32(bitPattern: subject)), -1) else { continue }
      for word in 0..<masks.words { openWords[word] &= masks.word(word, of: mask) }
    }
  }

  /// Whether a station is among ``openWords``.
  func isOpen(_ station: Int32) -> Bool {
    openWords[Int(station >> 6)] >> UInt64(station & 63) & 1 != 0
  }
}
