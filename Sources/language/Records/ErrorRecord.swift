public import Bytes

/// A recorded error: a JSON object read in place, its fields found, its attributes looked up on demand.
///
/// Reread into the same memory: once grown to a stream's needs, reading allocates nothing. Everything it
/// returns is valid until the next ``read(_:)``.
@usableFromInline
package struct ErrorRecord: ~Copyable {
  @usableFromInline package var tape = JSONTape()
  @usableFromInline package var errorNodes = Buffer<ErrorNode>(capacity: 16)
  @usableFromInline package var slots = Buffer<TapeIndex>(capacity: 16 * Field.count)
  /// The platform of records that name none.
  package var defaultPlatform = Platform.darwin
  /// Fields of the outermost error with values of the wrong type, one bit each by ``Field``.
  package internal(set) var wronglyTyped: UInt64 = 0
  @usableFromInline let limits: RecordLimits
  /// The most bytes of text on the tape, including replacements.
  private var replacementLimit = 0
  /// The bytes that replacements may still add.
  package var replacementRoom: Int { max(0, replacementLimit - tape.decoded.count) }
  package internal(set) var time: Timestamp?
  var day = Timestamp.Day()
  private var causesTaken = CauseProgress.notYet
  /// The forecast of the keys of a stream's records.
  @usableFromInline package var forecast: KeyForecast
  /// Key numbers (``JSONEntry/keyNumber``) are valid until this changes.
  package var keyGeneration: Int { forecast.generation }
  package static var keyNumberLimit: Int { KeyForecast.nodeLimit }
  var nesting: LineNesting
  /// Whether the record was read in its stream, with padding after it.
  @usableFromInline package var isReadInPlace = false
  @usableFromInline var hasRequestedMembers = false
  /// The registered attribute that replaces a missing status.
  private(set) var requestedStatus: Index<RequestedMembers.Attribute> = .nowhere
  /// Masks of as many bytes with all bits set as the longest short text has, and as many zeros.
  @usableFromInline var textMasks = Buffer<UInt8>(capacity: 2 * ShortText.longest)

  /// The causes with frames: up to the limit, and only on demand.
  private enum CauseProgress: UInt8 { case notYet, all, some }

  /// - Parameter isForeign: whether it only scans records of other formats, and so has no fields.
  package init(_ limits: Limits = Limits(), isForeign: Bool = false) {
    self.limits = RecordLimits(limits)
    forecast = KeyForecast(namesFields: !isForeign)
    nesting = LineNesting(owner: forecast.unknown)
    textMasks.append(repeating: 0xFF, count: ShortText.longest)
    textMasks.append(repeating: 0, count: ShortText.longest)
    requestedStatus = forecast.requested.request(Self.statusAttribute)
  }

  static var statusAttribute: ByteSlice { ByteSlice("http.response.status_code") }

  @inlinable package static var recorded: ErrorNodeIndex { .first }

  /// Reads a line. On a fault the record is empty.
  package mutating func read(_ line: ByteSlice) -> RecordFault? {
    begin()
    if let fault = tape.scan(line, depthLimit: limits.depth, valueLimit: limits.values, repairs: true) {
      return .json(fault)
    }
    guard tape[0].kind == .object else { return .notAnObject }
    // Room to read a similar record in place.
    tape.entries.reserve(tape.count + 2)
    _ = errorNode(of: .first, isOutermost: true)
    if end() { return nil }
    return isCompletion ? .completed : .notAnError(wrongMember)
  }

  @inline(__always)
  mutating func begin() {
    errorNodes.removeAll()
    slots.removeAll()
    wronglyTyped = 0
    time = nil
    isReadInPlace = false
    hasRequestedMembers = false
    causesTaken = .notYet
  }

  /// Completes a record whose fields were found; false if it has none of the required fields.
  @inline(__always)
  mutating func end() -> Bool {
    replacementLimit = tape.decoded.count + limits.replacementBytes
    return !slots[Int(Field.type.rawValue)].isNone
      || Field.required.contains { !slots[Int($0.rawValue)].isNone }
  }

  @inlinable @inline(__always)
  package var isEvent: Bool { !slots[Int(Field.event.rawValue)].isNone }

  /// The field's value as recorded in a frame; ``Subject`` has derived values.
  @inlinable @inline(__always)
  package func value(_ field: Field, of errorNode: ErrorNodeIndex) -> Value {
    tape.value(at: slots[errorNodes[errorNode].slots + Int(field.rawValue)])
  }

  /// The value of a field that is never derived from others.
  @inlinable @inline(__always)
  package func ownValue(_ subject: SubjectReference, of errorNode: ErrorNodeIndex) -> Value {
    tape.value(at: slots[errorNodes[errorNode].slots + Int(subject.member)])
  }

  /// The same, if it is a string; nil for any other subject or value.
  @inlinable @inline(__always)
  package func ownText(_ subject: SubjectReference, of errorNode: ErrorNodeIndex) -> ByteSlice? {
    guard subject.isOwnField else { return nil }
    let place = slots[errorNodes[errorNode].slots + Int(subject.member)]
    guard !place.isNone, tape[place].kind == .string else { return nil }
    return tape.text(of: tape[place])
  }

  /// The record's own id, or nil (then the ordinal is used).
  package var ownID: String? {
    let id = value(.id, of: ErrorRecord.recorded)
    return id.isMissing ? nil : String(id.text)
  }

  package mutating func causes(of errorNode: ErrorNodeIndex) -> IndexRange<ErrorNode> {
    gatherCauses()
    return errorNodes[errorNode].causes
  }

  /// The same, if they were gathered before, as is certain after a replacement.
  @inlinable @inline(__always)
  package func gatheredCauses(of errorNode: ErrorNodeIndex) -> IndexRange<ErrorNode> {
    errorNodes[errorNode].causes
  }

  /// Whether there is room for more causes than the limit allows; each is at least one value.
  @inlinable @inline(__always)
  package var mayCutCauses: Bool {
    let underlying = slots[Int(Field.underlying.rawValue)]
    return !underlying.isNone && Int(tape[underlying].end) - Int(underlying) > limits.causes
  }

  package mutating func cutsCauses() -> Bool {
    guard mayCutCauses else { return false }
    gatherCauses()
    return causesTaken == .some
  }

  /// The frame of a nested error on the tape, created on first use; nil for anything but an object.
  package mutating func nestedErrorNode(at index: TapeIndex) -> ErrorNodeIndex? {
    guard !index.isNone, tape[index].kind == .object else { return nil }
    for known in errorNodes.indices where errorNodes[known].object == index && errorNodes[known].isRecorded {
      return known
    }
    let nested = errorNode(of: index, isOutermost: false)
    let first = errorNodes.endIndex
    var cut = false
    addCauses(listedIn: nested, upTo: errorNodes.count + limits.causes, cut: &cut)
    linkCauses(of: nested, from: first)
    return nested
  }

  /// Any split of the dotted name may find a value; the longest literal key wins, and `attributes` wins over
  /// the record's unknown members.
  func attribute(_ path: ByteSlice, of errorNode: ErrorNodeIndex) -> Value {
    var place = errorNode
    while let error = errorNodes.element(at: place) {
      let attributes = slots[error.members + Int(Field.attributes.rawValue)]
      if !attributes.isNone, let found = find(path, in: attributes, of: nil) { return tape.value(at: found) }
      if let found = find(path, in: error.object, of: error) { return tape.value(at: found) }
      place = error.outer
    }
    return .missing
  }

  package func member(_ path: ByteSlice, below object: TapeIndex) -> Value {
    guard !object.isNone, let found = find(path, in: object, of: nil) else { return .missing }
    return tape.value(at: found)
  }

  /// The tape index of the element at `position` of an array, or nil; any other value is its own element 0.
  package func element(_ position: Int, of index: TapeIndex) -> TapeIndex? {
    guard !index.isNone else { return nil }
    guard tape[index].kind == .array else { return position == 0 ? index : nil }
    var place = Int(index) + 1
    let end = Int(tape[index].end)
    var left = position
    while place < end {
      if left == 0 { return TapeIndex(place) }
      left -= 1
      place = Int(tape[place].end)
    }
    return nil
  }

  /// The range of a list's elements on the tape; a value that is not a list is its own element.
  func elementPlaces(of index: TapeIndex) -> Range<Int> {
    guard !index.isNone else { return 0..<0 }
    let end = Int(tape[index].end)
    return (tape[index].kind == .array ? Int(index) + 1 : Int(index))..<end
  }

  /// Finds a dotted path among an object's members; the fields of `error`, if given, are not attributes.
  private func find(_ path: ByteSlice, in object: TapeIndex, of error: ErrorNode?) -> TapeIndex? {
    guard tape[object].kind == .object else { return nil }
    if error == nil, path.firstIndex(of: UInt8(ascii: ".")) == nil {
      return tape.member(path, of: Int(object)).map { TapeIndex($0) }
    }
    var best: TapeIndex?
    var bestLength = -1
    var index = Int(object) + 1
    let end = Int(tape[object].end)
    while index < end {
      let key = tape.text(of: tape[index])
      let value = index + 1
      index = Int(tape[value].end)
      guard key.count >= bestLength, key.count <= path.count, key.isEmpty || key[0] == path[0],
        path.hasPrefix(key)
      else { continue }
      // A field is not an attribute, nor is null; a member of the wrong type is.
      if let error, let field = Field.named(key),
        slots[error.members + Int(field.rawValue)] == TapeIndex(value) || tape[value].kind == .null
      {
        continue
      }
      if key.count == path.count {
        best = TapeIndex(value)
        bestLength = key.count
      } else if path[key.count] == UInt8(ascii: "."),
        let found = find(path[(key.count + 1)..<path.count], in: TapeIndex(value), of: nil)
      {
        best = found
        bestLength = key.count
      }
    }
    return best
  }

  /// Finds the fields of the error object at `object` and adds its frame, without causes.
  mutating func errorNode(of object: TapeIndex, isOutermost: Bool) -> ErrorNodeIndex {
    let first = slots.endIndex
    slots.append(repeating: .nowhere, count: Field.count)
    let wrong = fillSlots(from: first, of: object)
    if isOutermost { wronglyTyped = wrong }
    return errorNodes.append(ErrorNode(object: object, members: first, slots: first, causes: .empty))
  }

  /// Fills slots with an object's fields; returns the fields with values of the wrong type, one bit each.
  @discardableResult
  mutating func fillSlots(from first: Index<TapeIndex>, of object: TapeIndex) -> UInt64 {
    var wrong: UInt64 = 0
    var index = Int(object) + 1
    let end = Int(tape[object].end)
    while index < end {
      let value = index + 1
      let entry = tape[value]
      if let field = Field.named(tape.text(of: tape[index])),
        !fill(first + Int(field.rawValue), with: TapeIndex(value), as: field, of: object)
      {
        wrong |= 1 << UInt64(field.rawValue)
      }
      index = Int(entry.end)
    }
    return wrong
  }

  /// Fills a field's slot; false if the value has the wrong type.
  @inline(__always)
  mutating func fill(_ slot: Index<TapeIndex>, with value: TapeIndex, as field: Field, of object: TapeIndex)
    -> Bool
  {
    let kind = tape[value].kind
    if kind == .null {
      slots[slot] = .nowhere
    } else if field.accepts(kind) || accepts(tape.value(at: value), as: field, of: object) {
      if kind == .decimal, field.takesIntegers, let whole = WholeNumber(tape.text(of: tape[value])) {
        tape.entries[value] = tape[value].asWhole(whole)
      }
      slots[slot] = value
    } else {
      slots[slot] = .nowhere
      return false
    }
    return true
  }

  /// Whether a value has its field's type. The record's own time is parsed once, and kept.
  private mutating func accepts(_ value: Value, as field: Field, of object: TapeIndex) -> Bool {
    guard field == .time else { return field.accepts(value) }
    let time = Timestamp(value, &day)
    if object == .first { self.time = time }
    return time != nil
  }

  /// Flattens the outermost error's causes on demand: each listed one, then its own causes.
  mutating func gatherCauses() {
    guard causesTaken == .notYet else { return }
    causesTaken = .all
    guard !slots[Int(Field.underlying.rawValue)].isNone else { return }
    let first = errorNodes.endIndex
    var cut = false
    addCauses(listedIn: Self.recorded, upTo: errorNodes.count + limits.causes, cut: &cut)
    if cut { causesTaken = .some }
    linkCauses(of: Self.recorded, from: first)
  }

  /// Assigns an error the causes from `first` on; a cause's own causes follow it in the flat list.
  mutating func linkCauses(of errorNode: ErrorNodeIndex, from first: ErrorNodeIndex) {
    let end = errorNodes.endIndex
    errorNodes[errorNode].causes = first..<end
    for cause in first..<end { errorNodes[cause].causes = cause + 1..<end }
  }

  mutating func addCauses(listedIn errorNode: ErrorNodeIndex, upTo end: Int, cut: inout Bool) {
    let list = slots[errorNodes[errorNode].slots + Int(Field.underlying.rawValue)]
    let elements = elementPlaces(of: list)
    var place = elements.lowerBound
    while place < elements.upperBound {
      let element = place
      place = Int(tape[place].end)
      guard tape[element].kind == .object else { continue }
      guard errorNodes.count < end else {
        cut = true
        return
      }
      let cause = self.errorNode(of: TapeIndex(element), isOutermost: false)
      addCauses(listedIn: cause, upTo: end, cut: &cut)
    }
  }
}

package enum RecordFault: Sendable {
  case json(JSONFault)
  case notAnObject
  /// The object has none of the required fields, or one with a value of the wrong type.
  case notAnError(WrongMember?)
  /// It is not an error: it says that an operation ended well. Its values may be read.
  case completed
}

extension ErrorRecord {
  /// Keys of the last object, an error or not; long ones are cut, and a wrongly typed one has its fault.
  package var keys: [String] {
    guard tape.count > 0, tape[0].kind == .object else { return [] }
    let wrong = wrongMember
    var keys: [String] = []
    var index = 1
    while index < tape.count {
      let key = String(tape.text(of: tape[index]))
      let isLong = key.unicodeScalars.count > 40
      let shown = isLong ? "\(String(key.unicodeScalars.prefix(40)))…" : key
      let fault = wrong?.field.name == key ? wrong?.fault : nil
      keys.append(fault.map { "\(shown) (\($0))" } ?? shown)
      index = Int(tape[index + 1].end)
    }
    return keys
  }
}
