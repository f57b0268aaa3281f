internal import Bytes
internal import Records

extension ErrorMatcher {
  /// Whether a predicate matches the current error, by the class of its value; nil if the class is not known.
  @inline(__always)
  mutating func holdsByClass(_ step: ConditionInstruction) -> Bool? {
    let valueClass = valueClass(of: step.subject)
    return valueClass >= 0 ? index.classes.holds(step.fieldPredicate, of: valueClass) : nil
  }

  /// ``ValueClasses/unclassified`` for a subject that was given up.
  @inline(__always)
  mutating func valueClass(of subject: SubjectIndex) -> Int32 {
    let known = index.errorClasses[Int(subject)]
    if known.epoch == index.epoch { return known.valueClass }
    let valueClass = findClass(subject)
    index.errorClasses[Int(subject)] = ErrorClass(epoch: index.epoch, valueClass: valueClass)
    return valueClass
  }

  /// The fast path: the usual slot and kind of value.
  @inline(never)
  private mutating func findClass(_ subject: SubjectIndex) -> Int32 {
    let state = index.classes.subjects[Int(subject)]
    guard !state.slot.isNone, error == ErrorRecord.recorded, record.isReadInPlace else {
      return findAnyClass(subject)
    }
    let found =
      state.isField ? record.slots[state.slot] : record.requestedPlace(requestedAttributes[Int(subject)])
    guard let place = found else { return findAnyClass(subject) }
    if place.isNone {
      let isMissing =
        !state.isField || state.standsAlone || state.field == .status && record.surelyLacksStatus
      return isMissing ? index.classes.missing(subject) ?? findAnyClass(subject) : findAnyClass(subject)
    }
    // Comparisons of a type use its ancestors too.
    if state.field == .type, state.isField, !record.slots[Int(Field.is.rawValue)].isNone {
      return findAnyClass(subject)
    }
    let entry = record.tape[place]
    let key = ValueClasses.Key(subject: subject, kind: .string)
    if let text = record.shortText(entry) {
      return index.classes.find(key, ValueText(text)) ?? findAnyClass(subject)
    }
    if entry.kind == .string {
      return index.classes.find(key, record.tape.text(of: entry)) ?? findAnyClass(subject)
    }
    guard state.isNumeric, entry.kind == .integer else { return findAnyClass(subject) }
    return index.classes.recent(entry.integer, of: subject) ?? findAnyClass(subject)
  }

  mutating func noteSlots() {
    for subject in 0..<tables.conditions.subjects.count {
      let state = index.classes.subjects[subject]
      if state.isField, !state.usesType {
        index.classes.look(for: subject, at: Index(Int(state.field.rawValue)))
      } else if !state.isField, !requestedAttributes[subject].isNone {
        index.classes.look(for: subject, at: record.forecast.requested[requestedAttributes[subject]].literal)
      }
    }
  }

  @inline(never)
  private mutating func findAnyClass(_ subject: SubjectIndex) -> Int32 {
    let state = index.classes.subjects[Int(subject)]
    guard !state.isGivenUp else { return ValueClasses.unclassified }
    var value = state.isField ? record.value(state.field, of: error) : .missing
    if value.isMissing, !state.isField || state.field == .status || state.field == .fatal {
      value = self.value(ofSubject: subject, error)
    }
    if state.isNumeric, case .integer(let number) = value.number {
      return index.classes.recent(number, of: subject) ?? findInterval(of: number, subject)
    }
    // The meaning of a symbol depends on the domain, so texts that are symbols have no class.
    if state.field == .code, state.isField, value.kind == .string,
      tables.codeSymbols.contains(value.text, tables.bytes)
    {
      return ValueClasses.unclassified
    }
    let key = ValueClasses.Key(subject: subject, kind: value.kind)
    // Comparisons of a type use its ancestors too, and some of a case use its type.
    guard state.isField, state.field == .type || state.usesType else {
      return value.isMissing ? classOfMissing(key) : findClass(key, value.text)
    }
    let other = record.value(state.field == .type ? .is : .type, of: error)
    return other.isMissing ? findClass(key, value.text) : findClass(key, value, beside: other)
  }

  @inline(__always)
  private mutating func classOfMissing(_ key: ValueClasses.Key) -> Int32 {
    if let known = index.classes.missing(key.subject) { return known }
    let valueClass = findClass(key, ByteSlice(""))
    if valueClass >= 0 { index.classes.remember(missing: valueClass, of: key.subject) }
    return valueClass
  }

  /// The class of a value that is compared together with another value.
  private mutating func findClass(_ key: ValueClasses.Key, _ value: Value, beside other: Value) -> Int32 {
    classText.removeAll()
    classText.append(other.kind.rawValue)
    withUnsafeBytes(of: UInt32(value.text.count)) { classText.append(ByteSlice($0)) }
    classText.append(value.text)
    classText.append(other.text)
    return findClass(key.withOther, classText.slice)
  }

  @inline(__always)
  private mutating func findClass(_ key: ValueClasses.Key, _ text: ByteSlice) -> Int32 {
    index.classes.find(key, text) ?? addClass(key, text)
  }

  @inline(never)
  private mutating func addClass(_ key: ValueClasses.Key, _ text: ByteSlice) -> Int32 {
    guard text.count <= longestValue else { return ValueClasses.unclassified }
    let valueClass = newClass(key.subject)
    index.classes.remember(key, text, valueClass)
    index.noteAddition()
    return valueClass
  }

  private mutating func findInterval(of number: Int64, _ subject: SubjectIndex) -> Int32 {
    let fieldPredicates = tables.conditions.subjectPredicates[Int(subject)]
    var low = fieldPredicates.boundaries.startIndex
    var high = fieldPredicates.boundaries.endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if tables.conditions.boundaries[middle] <= number { low = middle + 1 } else { high = middle }
    }
    // Each subject has one more interval than boundaries.
    let place = Int(low) + Int(subject)
    let known = index.classes.interval(place)
    let valueClass = known >= 0 ? known : newClass(subject)
    if known < 0 { index.classes.remember(interval: place, valueClass) }
    index.classes.remember(recent: number, of: subject, valueClass)
    index.noteAddition()
    return valueClass
  }

  private mutating func newClass(_ subject: SubjectIndex) -> Int32 {
    let value = value(ofSubject: subject, error)
    let fieldPredicates = tables.conditions.subjectPredicates[Int(subject)].instructions
    var words = [UInt64](repeating: 0, count: Int(index.classes.subjects[Int(subject)].words))
    let positions = positions(subject, value)
    for place in 0..<(positions?.count ?? fieldPredicates.count) {
      let position = positions?[place] ?? place
      let step = tables.conditions.instructions[
        tables.conditions.fieldPredicates[fieldPredicates.startIndex + position]]
      if compare(step, value, error) { words[position / 64] |= 1 << UInt64(position % 64) }
    }
    return index.classes.classOf(subject, words)
  }

  /// The predicates to compare a text or a whole number with, if there are many; none of the others holds.
  private mutating func positions(_ subject: SubjectIndex, _ value: Value) -> [Int]? {
    let state = index.classes.subjects[Int(subject)]
    let isType = state.isField && state.field == .type
    guard isType || value.kind == .string || value.kind == .integer,
      tables.conditions.subjectPredicates[Int(subject)].instructions.count > SubjectPredicates.many
    else { return nil }
    if places[subject] == nil {
      places[subject] = PredicatePlaces(tables, chain.patterns, subject, ofTypes: isType)
    }
    guard let places = places[subject] else { return nil }
    var positions = places.others
    guard isType else {
      places.candidates(of: value.text) { positions.append($0) }
      if let number = code(value) ?? namedCode(value, error) ?? value.number {
        places.candidates(of: number) { positions.append($0) }
      }
      return positions
    }
    if value.kind == .string { places.candidates(ofType: value.text) { positions.append($0) } }
    let ancestors = record.value(.is, of: error).index
    var place = 0
    while let element = record.element(place, of: ancestors) {
      let name = record.tape.value(at: element)
      if name.kind == .string { places.candidates(ofType: name.text) { positions.append($0) } }
      place += 1
    }
    return positions
  }
}
