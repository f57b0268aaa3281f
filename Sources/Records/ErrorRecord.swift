public import Bytes

/// One recorded error: a JSON object read in place, its fields found, its attributes looked up when asked.
///
/// A record is read again and again into the same memory: once it has grown to what a stream needs, reading
/// allocates nothing. Everything handed out is valid until the next ``read(_:)``.
@usableFromInline
package struct ErrorRecord: ~Copyable {
  @usableFromInline package var tape = JSONTape()
  @usableFromInline package var frames = Buffer<ErrorFrame>(capacity: 16)
  @usableFromInline package var slots = Buffer<TapeIndex>(capacity: 16 * Field.count)
  /// Whose errno numbers a record carries that does not say so.
  package var defaultPlatform = Platform.darwin
  /// Fields of the outermost error whose values had the wrong type, a bit each by ``Field``.
  package internal(set) var wronglyTyped: UInt64 = 0
  /// What a line may be, and what may be added to it.
  @usableFromInline let limits: RecordLimits
  /// How many bytes of text the tape may hold, with what replacing the error adds.
  private var replacementLimit = 0
  /// How many bytes replacing the error may still add.
  package var replacementRoom: Int { max(0, replacementLimit - tape.decoded.count) }
  /// The time of the record, where it carries one.
  package internal(set) var time: Timestamp?
  /// The day of the time that was read last.
  var day = Timestamp.Day()
  private var causesTaken = CausesTaken.notYet
  /// What the records of a stream look like, learnt from those read so far.
  @usableFromInline package var forecast: KeyForecast
  /// Numbers of keys (``JSONEntry/keyNumber``) mean the same until this changes.
  package var keyGeneration: Int { forecast.generation }
  /// What every number of a key is below.
  package static var keyNumberLimit: Int { KeyForecast.nodeLimit }
  /// Where the scan of a line stands.
  var nesting: LineNesting
  /// Whether the record stands in its stream, with padding behind it.
  @usableFromInline package var isReadInPlace = false
  /// Whether the slots of the members that are asked for say where they are.
  @usableFromInline var hasAskedMembers = false
  /// Where the attribute that stands for a status is among those.
  private(set) var askedStatus: Index<AskedMembers.Attribute> = .nowhere
  /// As many bytes with all bits set as a short text may have, and then as many without any.
  @usableFromInline var textMasks = Buffer<UInt8>(capacity: 2 * ShortText.longest)

  /// Which of the causes have frames: as many as the limit takes, once they are asked for.
  private enum CausesTaken: UInt8 { case notYet, all, some }

  /// - Parameter isForeign: whether it is for what is only scanned, as no record of ours, and so has no fields.
  package init(_ limits: Limits = Limits(), isForeign: Bool = false) {
    self.limits = RecordLimits(limits)
    forecast = KeyForecast(namesFields: !isForeign)
    nesting = LineNesting(owner: forecast.unknown)
    textMasks.append(repeating: 0xFF, count: ShortText.longest)
    textMasks.append(repeating: 0, count: ShortText.longest)
    askedStatus = forecast.asked.ask(Self.statusAttribute)
  }

  /// The attribute that stands for a status where there is none.
  static var statusAttribute: ByteSlice { ByteSlice("http.response.status_code") }

  /// The frame of the error as it was recorded.
  @inlinable package static var recorded: FrameIndex { .first }

  /// Reads a line. On a fault the record is empty.
  package mutating func read(_ line: ByteSlice) -> RecordFault? {
    begin()
    if let fault = tape.scan(line, depthLimit: limits.depth, valueLimit: limits.values, repairs: true) {
      return .json(fault)
    }
    guard tape[0].kind == .object else { return .notAnObject }
    // Room for a record like it to be read where it stands in its stream.
    tape.entries.reserve(tape.count + 2)
    _ = frame(of: .first, isOutermost: true)
    return end() ? nil : .notAnError(wrongMember)
  }

  /// Forgets the record before.
  @inline(__always)
  mutating func begin() {
    frames.removeAll()
    slots.removeAll()
    wronglyTyped = 0
    time = nil
    isReadInPlace = false
    hasAskedMembers = false
    causesTaken = .notYet
  }

  /// Completes a record whose fields were found; false where it has none of those that an error must have.
  @inline(__always)
  mutating func end() -> Bool {
    replacementLimit = tape.decoded.count + limits.replacementBytes
    return !slots[Int(Field.type.rawValue)].isNone
      || Field.required.contains { !slots[Int($0.rawValue)].isNone }
  }

  /// Whether the record is an event raised at its origin in place of an error.
  @inlinable @inline(__always)
  package var isEvent: Bool { !slots[Int(Field.event.rawValue)].isNone }

  /// The field's value as recorded in a frame; derived values are ``Subject``'s.
  @inlinable @inline(__always)
  package func value(_ field: Field, of frame: FrameIndex) -> Value {
    tape.value(at: slots[frames[frame].slots + Int(field.rawValue)])
  }

  /// The record's id of its own, or nil: then it goes by its ordinal.
  package var ownID: String? {
    let id = value(.id, of: ErrorRecord.recorded)
    return id.isMissing ? nil : String(id.text)
  }

  /// The frames of an error's causes, the direct cause first.
  package mutating func causes(of frame: FrameIndex) -> Run<ErrorFrame> {
    gatherCauses()
    return frames[frame].causes
  }

  /// The same where they have been asked for before, as they have once an error was replaced.
  @inlinable @inline(__always)
  package func gatheredCauses(of frame: FrameIndex) -> Run<ErrorFrame> { frames[frame].causes }

  /// Whether there is room for more causes than the limit takes: each is a value at least.
  @inlinable @inline(__always)
  package var mayCutCauses: Bool {
    let underlying = slots[Int(Field.underlying.rawValue)]
    return !underlying.isNone && Int(tape[underlying].end) - Int(underlying) > limits.causes
  }

  /// Whether more causes were recorded than the limit takes.
  package mutating func cutsCauses() -> Bool {
    guard mayCutCauses else { return false }
    gatherCauses()
    return causesTaken == .some
  }

  /// The frame of a nested error on the tape, made when first asked for; nil where no object stands there.
  package mutating func nestedFrame(at index: TapeIndex) -> FrameIndex? {
    guard !index.isNone, tape[index].kind == .object else { return nil }
    for known in frames.indices where frames[known].object == index && frames[known].isRecorded {
      return known
    }
    let nested = frame(of: index, isOutermost: false)
    let first = frames.endIndex
    var cut = false
    addCauses(listedIn: nested, upTo: frames.count + limits.causes, cut: &cut)
    linkCauses(of: nested, from: first)
    return nested
  }

  /// An attribute of an error: any split of the dotted name finds a value, the longest literal key wins, and
  /// `attributes` wins over the record's unknown members.
  func attribute(_ path: ByteSlice, of frame: FrameIndex) -> Value {
    var place = frame
    while let error = frames.element(at: place) {
      let attributes = slots[error.members + Int(Field.attributes.rawValue)]
      if !attributes.isNone, let found = find(path, in: attributes, of: nil) { return tape.value(at: found) }
      if let found = find(path, in: error.object, of: error) { return tape.value(at: found) }
      place = error.outer
    }
    return .missing
  }

  /// The value that a dotted path finds below an object, or a missing one.
  package func member(_ path: ByteSlice, below object: TapeIndex) -> Value {
    guard !object.isNone, let found = find(path, in: object, of: nil) else { return .missing }
    return tape.value(at: found)
  }

  /// The tape index of the element at `position` of an array (of any other value: itself at 0), or nil.
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

  /// Where the elements of a list stand on the tape, each up to its `end`; a value that is no list is its own element.
  func elementPlaces(of index: TapeIndex) -> Range<Int> {
    guard !index.isNone else { return 0..<0 }
    let end = Int(tape[index].end)
    return (tape[index].kind == .array ? Int(index) + 1 : Int(index))..<end
  }

  /// Finds a dotted path among an object's members; where `error` is given, its fields are no attributes.
  private func find(_ path: ByteSlice, in object: TapeIndex, of error: ErrorFrame?) -> TapeIndex? {
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
      guard key.count >= bestLength, path.hasPrefix(key) else { continue }
      // A field is no attribute, nor is one that says null; one of the wrong type is.
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

  /// Finds the fields of the error object at `object` and adds its frame, yet without causes.
  mutating func frame(of object: TapeIndex, isOutermost: Bool) -> FrameIndex {
    let first = slots.endIndex
    slots.append(repeating: .nowhere, count: Field.count)
    let wrong = fillSlots(from: first, of: object)
    if isOutermost { wronglyTyped = wrong }
    return frames.append(ErrorFrame(object: object, members: first, slots: first, causes: .empty))
  }

  /// Fills slots with the fields that an object names; returns those whose values have the wrong type, a bit each.
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

  /// Gives a field's slot its value; false where that has the wrong type.
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

  /// Whether a value has the type of its field. The record's own time is read once, and kept.
  private mutating func accepts(_ value: Value, as field: Field, of object: TapeIndex) -> Bool {
    guard field == .time else { return field.accepts(value) }
    let time = Timestamp(value, &day)
    if object == .first { self.time = time }
    return time != nil
  }

  /// Flattens the outermost error's causes, once they are asked for: each listed one, then its own causes.
  mutating func gatherCauses() {
    guard causesTaken == .notYet else { return }
    causesTaken = .all
    guard !slots[Int(Field.underlying.rawValue)].isNone else { return }
    let first = frames.endIndex
    var cut = false
    addCauses(listedIn: Self.recorded, upTo: frames.count + limits.causes, cut: &cut)
    if cut { causesTaken = .some }
    linkCauses(of: Self.recorded, from: first)
  }

  /// Gives an error the causes from `first` on; a cause's own causes are those that follow it in the flat list.
  mutating func linkCauses(of frame: FrameIndex, from first: FrameIndex) {
    let end = frames.endIndex
    frames[frame].causes = first..<end
    for cause in first..<end { frames[cause].causes = cause + 1..<end }
  }

  /// Adds a frame for each cause until there are `end` frames.
  mutating func addCauses(listedIn frame: FrameIndex, upTo end: Int, cut: inout Bool) {
    let list = slots[frames[frame].slots + Int(Field.underlying.rawValue)]
    let elements = elementPlaces(of: list)
    var place = elements.lowerBound
    while place < elements.upperBound {
      let element = place
      place = Int(tape[place].end)
      guard tape[element].kind == .object else { continue }
      guard frames.count < end else {
        cut = true
        return
      }
      let cause = self.frame(of: TapeIndex(element), isOutermost: false)
      addCauses(listedIn: cause, upTo: end, cut: &cut)
    }
  }
}

/// Why a line is no recorded error.
package enum RecordFault: Sendable {
  /// The line is no JSON text.
  case json(JSONFault)
  /// The line is JSON but no object.
  case notAnObject
  /// The object has none of the fields of which an error must have one; or it has, with a value of another type.
  case notAnError(WrongMember?)
}

extension ErrorRecord {
  /// The keys of the object that was read last, whether it is an error or not, long ones cut; beside one that would make
  /// it an error what its value is and what is needed.
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
