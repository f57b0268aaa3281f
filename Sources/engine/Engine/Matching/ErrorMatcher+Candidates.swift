internal import Records
internal import Bytes

/// The kind key of the last record, computed right after reading so that its cache slot can be prefetched.
struct PrefetchedKind: BitwiseCopyable {
  var key = KindKey()
  var hash: UInt64 = 0
  var isKnown = false
  /// The hash of the parts of the kind that the key determines, or 0.
  var identity: UInt64 = 0
}

extension ErrorMatcher {
  @inline(__always)
  mutating func read(lineAt start: Int, of bytes: PaddedBytes) -> Int? {
    guard let end = record.read(lineAt: start, of: bytes) else { return nil }
    begin()
    prefetch()
    return end
  }

  @inline(__always)
  mutating func prefetch() {
    prefetched.identity = 0
    prefetched.isKnown = record.writeKindKey(to: &prefetched.key)
    guard prefetched.isKnown else { return }
    prefetched.hash = prefetched.key.hash
    index.cache.fetch(prefetched.hash)
  }

  /// Removes the prefetched candidates of a record that is not evaluated right away.
  mutating func removePrefetched() {
    prefetched.isKnown = false
    prefetched.identity = 0
  }

  /// - Parameter category: nil if it is not assigned yet.
  @inline(__always)
  mutating func findCandidates(of number: Int, category: CategoryIndex?) {
    guard !index.hasCandidates(of: number) else { return }
    index.beginCandidates(of: number)
    let row = index.layout.rows[number]
    guard row.first < row.end else { return }
    let kind = index.kinds[findKind()]
    let (first, last) = (row.first >> 6, (row.end - 1) >> 6)
    var place = kind.open.startIndex
    while place < kind.open.endIndex {
      let open = index.kinds.open(place)
      place += 1
      if open.word < first { continue }
      if open.word > last { break }
      var inRow = UInt64.max
      if open.word == first { inRow &= .max << UInt64(row.first & 63) }
      if open.word == last { inRow &= .max >> UInt64(63 - (row.end - 1) & 63) }
      narrow(open, open.bits & inRow, category)
    }
  }

  /// Adds the candidates of a word that the error's other values do not exclude.
  @inline(__always)
  private mutating func narrow(_ open: ErrorKinds.CandidateWord, _ inRow: UInt64, _ category: CategoryIndex?)
  {
    var (bits, exact) = (inRow, open.exact)
    var place = open.narrowings.startIndex
    while bits != 0, place < open.narrowings.endIndex {
      let narrowing = index.kinds.narrowing(place)
      place += 1
      let users = bits & narrowing.users
      if users == 0 { continue }
      index.dependency = max(index.dependency, .classes)
      let mask = mask(of: narrowing.feature, narrowing.subject, category)
      if mask != ClassMasks.none {
        bits &= index.masks.word(Int(open.word), of: mask)
      } else {
        exact &= ~users
      }
    }
    index.insert(bits, certain: exact, in: open.word)
  }

  @inline(__always)
  mutating func findKind() -> Index<ErrorKinds.Kind> {
    if index.kindEpoch == index.epoch { return index.kind }
    index.kindEpoch = index.epoch
    if prefetched.isKnown, error == ErrorRecord.recorded,
      let place = index.cache.find(prefetched.key, prefetched.hash)
    {
      index.kind = index.cache[place].kind
      prefetched.identity = index.cache[place].identity
    } else {
      index.kind = findKindByClasses()
    }
    return index.kind
  }

  /// Nil if the rules of the kind use too many values, or if a value has no class.
  @inline(__always)
  mutating func classes(beyond kind: Index<ErrorKinds.Kind>) -> FurtherClasses? {
    guard let subjects = index.kinds[kind].subjects, let low = classes(of: subjects.0, subjects.1),
      let high = classes(of: subjects.2, subjects.3)
    else { return nil }
    return FurtherClasses(low: low, high: high)
  }

  /// The classes of two subjects' values in one word, all ones for no subject; nil if a value has no class.
  @inline(__always)
  private mutating func classes(of first: SubjectIndex, _ second: SubjectIndex) -> UInt64? {
    guard !first.isNone else { return .max }
    let low = valueClass(of: first)
    guard low >= 0 else { return nil }
    guard !second.isNone else { return UInt64(low) | .max << 32 }
    let high = valueClass(of: second)
    return high >= 0 ? UInt64(low) | UInt64(high) << 32 : nil
  }

  @inline(never)
  private mutating func findKindByClasses() -> Index<ErrorKinds.Kind> {
    let classes = KindClasses(
      domain: kindClass(0), type: kindClass(1), case: kindClass(2), code: kindClass(3),
      cancelled: kindClass(4))
    var kind = index.kinds.find(classes)
    if kind.isNone { kind = addKind(classes) }
    index.noteAddition()
    if prefetched.isKnown, error == ErrorRecord.recorded {
      index.cache.remember(
        prefetched.key, prefetched.hash, kind: kind, identity: isNamedByKey ? record.kindKeyHash : 0)
    }
    return kind
  }

  private var isNamedByKey: Bool {
    !record.slots[Int(Field.type.rawValue)].isNone || !record.slots[Int(Field.domain.rawValue)].isNone
  }

  private mutating func kindClass(_ place: Int) -> Int32 {
    let feature = index.layout.kindFeatures[place]
    return feature.isNone ? ValueClasses.unclassified : valueClass(of: index.layout.features[feature].subject)
  }

  private mutating func addKind(_ classes: KindClasses) -> Index<ErrorKinds.Kind> {
    var masks = SIMD8<ClassMasks.Mask>(repeating: ClassMasks.none)
    for (place, feature) in index.layout.kindFeatures.enumerated() where !feature.isNone {
      masks[place] = mask(of: feature, index.layout.features[feature].subject, nil)
    }
    index.masks.begin()
    for place in index.layout.kindFeatures.indices where masks[place] != ClassMasks.none {
      index.masks.intersect(masks[place])
    }
    let start = index.kinds.end
    for word in 0..<index.layout.words {
      let rules = index.masks[word] & index.layout.all(in: word)
      if rules == 0 { continue }
      var exact = index.layout.exact[word]
      for (place, feature) in index.layout.kindFeatures.enumerated()
      where !feature.isNone && masks[place] == ClassMasks.none {
        exact &= ~index.layout.users(feature, in: word)
      }
      index.kinds.append(word, rules, exact: exact & rules, index.layout)
    }
    return index.kinds.add(classes, from: start)
  }

  /// The mask of the error's value or category; none if its class is not known.
  @inline(__always)
  private mutating func mask(
    of feature: Index<RuleLayout.Feature>, _ subject: SubjectIndex, _ category: CategoryIndex?
  ) -> ClassMasks.Mask {
    guard !subject.isNone else {
      guard let category else { return ClassMasks.none }
      let known = index.masks.find(ofCategory: category)
      return known != ClassMasks.none ? known : addMask(of: feature, category)
    }
    let valueClass = valueClass(of: subject)
    guard valueClass >= 0 else { return ClassMasks.none }
    let known = index.masks.find(ofClass: valueClass)
    return known != ClassMasks.none ? known : index.addMask(of: feature, valueClass, reference)
  }

  /// Computes and caches the mask of a category: clears every bit that it excludes.
  @inline(never)
  private mutating func addMask(of number: Index<RuleLayout.Feature>, _ category: CategoryIndex)
    -> ClassMasks.Mask
  {
    index.masks.begin()
    var sink = NoSteps()
    for place in index.layout.features[number].requirements {
      let requirement = index.layout.requirements[place]
      let holds = holds(requirement.part, error, category: category, &sink)
      if holds == requirement.isNegated { index.masks.set(requirement.bit, false) }
    }
    defer { index.noteAddition() }
    return index.masks.end(ofCategory: category)
  }
}
