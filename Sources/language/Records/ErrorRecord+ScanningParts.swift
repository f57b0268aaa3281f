internal import Bytes

extension ErrorRecord {
  /// Opens a container as a key's value; false if it is too deep.
  ///
  /// While it is open, its entry stores data for its end: `end` is one more than the index of the enclosing
  /// container, `offset` and `length` are the nodes of its key and of that key's owner, `bits` is its
  /// beginning.
  @inline(__always)
  mutating func open(_ kind: JSONEntry.Kind, at start: Int, _ key: KeyForecast.Node, _ tape: inout TapeWriter)
    -> Bool
  {
    if nesting.depthLeft <= 0 { return false }
    tape.next.pointee = JSONEntry(
      kind: kind, offset: forecast.offset(of: key), length: forecast.offset(of: nesting.owner),
      end: Int(nesting.container) &+ 1, bits: UInt64(truncatingIfNeeded: start))
    tape.took()
    nesting.depthLeft &-= 1
    nesting.container = tape.last.raw
    nesting.inObject = kind == .object
    if kind == .object { nesting.owner = key }
    if key.pointee.accepts(kind) {
      slots.room[Int(key.pointee.slot)] = tape.last
    } else {
      fill(key, with: tape.last)
    }
    return true
  }

  /// Completes the innermost container, which ends before `offset` and owns all entries up to `count`.
  @inline(__always)
  mutating func close(at offset: Int, _ count: Int32) -> KeyForecast.Node {
    let entries = tape.entries.room
    let place = Int(nesting.container)
    let opened = entries[place]
    let start = Int(truncatingIfNeeded: opened.bits)
    entries[place] = JSONEntry(kind: opened.kind, offset: start, length: offset &- start, end: Int(count))
    nesting.owner = forecast.node(at: opened.length)
    nesting.depthLeft &+= 1
    nesting.container = Int32(truncatingIfNeeded: opened.end) &- 1
    nesting.inObject = nesting.container >= 0 && entries[Int(nesting.container)].kind == .object
    return forecast.node(at: opened.offset)
  }

  /// A member's key that was not expected and had to be read.
  struct Member {
    let key: KeyForecast.Node
    let value: Int
  }

  /// Reads a key of the innermost object, after the key `previous`, and writes it at `count` of the tape.
  @inline(never)
  mutating func readKey(_ text: PaddedBytes, at start: Int, _ count: Int32, after previous: KeyForecast.Node?)
    -> Member?
  {
    let quote = text.start + start
    guard quote[0] == UInt8(ascii: "\"") else { return nil }
    let owner = nesting.owner
    let key: KeyForecast.Node
    var place = PlainText.end(of: quote + 1)
    if place[0] == UInt8(ascii: "\"") {
      let length = place - quote - 1
      key = forecast.find(keyAt: quote, count: length, of: owner)
      forecast.remember(key, behind: quote - 1, of: owner)
      var tape = TapeWriter(entries: tape.entries.room, count: Int(count))
      let number = UInt64(key.pointee.number)
      tape.write(.string, offset: start + 1, length: length, bits: number)
      place += 1
    } else {
      guard let end = scanString(text, at: start, until: place, count) else { return nil }
      key = forecast.unknown
      place = text.start + end
    }
    place = place.skippingBlanks
    guard place[0] == UInt8(ascii: ":") else { return nil }
    let before = previous ?? owner
    if before != forecast.unknown {
      if previous != nil {
        updateGuess(key, &before.pointee.next)
      } else {
        updateGuess(key, &before.pointee.inside)
      }
    }
    if key == forecast.unknown, let object = forecast.object(of: owner) {
      tape.entries.take(Int(count) + 1)
      let name = tape.text(of: tape[Int(count)])
      if object == .record, forecast.namesFields, Field.named(name) != nil { nesting.needsFilling = true }
      if forecast.requested.mayBe(keyOfLength: name.count) { nesting.hasUnknownKeys = true }
    }
    return Member(key: key, value: (place + 1).skippingBlanks - text.start)
  }

  private mutating func updateGuess(_ key: KeyForecast.Node, _ guess: inout KeyGuess) {
    if guess.expects(key) { return }
    nesting.surprises &+= 1
    // From a record with many surprises only unknown keys are added.
    if nesting.surprises <= 2 || guess.expects(forecast.unknown) { guess.add(key, none: forecast.unknown) }
  }

  /// Scans the string from its quote at `start`, with the first special byte at `stop`, to `count` of the
  /// tape.
  @inline(never)
  mutating func scanString(
    _ text: PaddedBytes, at start: Int, until stop: UnsafePointer<UInt8>, _ count: Int32
  ) -> Int? {
    let end = stop[0] >= 0x80 ? PlainText.endOfUTF8(stop) : stop
    if end[0] == UInt8(ascii: "\"") {
      var tape = TapeWriter(entries: tape.entries.room, count: Int(count))
      tape.write(.string, offset: start + 1, length: end - text.start - start - 1)
      return end - text.start + 1
    }
    return end[0] == UInt8(ascii: "\\")
      ? decodeString(text, at: start, count) : scanGenerally(text, at: start, count)
  }

  /// Decodes a string; surrogates and invalid text are left to the general scanner.
  private mutating func decodeString(_ text: PaddedBytes, at start: Int, _ count: Int32) -> Int? {
    let first = tape.decoded.count
    var length = first
    var place = text.start + start + 1
    while true {
      // Taken first, because growing keeps only what was taken.
      tape.decoded.take(length)
      tape.decoded.reserve(length + 2 * PlainText.step)
      let room = tape.decoded.room + length
      room.update(from: place, count: PlainText.step)
      let plain = PlainText.prefix(of: place)
      length += plain
      place += plain
      if plain == PlainText.step { continue }
      let byte = place[0]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\"), case let decoded = Self.decoded(escape: place[1]), decoded != 0 {
        room[plain] = decoded
        length += 1
        place += 2
      } else if byte == UInt8(ascii: "\\"), place[1] == UInt8(ascii: "u"),
        let unit = Self.hexadecimalUnit(at: place + 2), unit & 0xF800 != 0xD800
      {
        length += Self.encode(unit, into: room + plain)
        place += 6
      } else if byte >= 0x80 {
        let end = PlainText.endOfUTF8(place)
        if end == place {
          tape.decoded.take(first)
          return scanGenerally(text, at: start, count)
        }
        tape.decoded.take(length)
        tape.decoded.append(from: place, count: end - place)
        length += end - place
        place = end
      } else {
        tape.decoded.take(first)
        return scanGenerally(text, at: start, count)
      }
    }
    tape.decoded.take(length)
    tape.entries.take(Int(count) + 1)
    tape.entries[Int(count)] = JSONEntry(
      decodedAt: first, length: length - first, end: Int(count) + 1, sourceOffset: start)
    return place - text.start + 1
  }

  /// The value of four hexadecimal digits, or nil; reads none past the first invalid one.
  private static func hexadecimalUnit(at text: UnsafePointer<UInt8>) -> UInt32? {
    var unit: UInt32 = 0
    for index in 0...3 {
      let decimal = text[index] &- UInt8(ascii: "0")
      let letter = (text[index] | 0x20) &- UInt8(ascii: "a")
      if decimal > 9, letter > 5 { return nil }
      unit = unit << 4 | UInt32(decimal <= 9 ? decimal : letter + 10)
    }
    return unit
  }

  /// Writes a character of at most 16 bits, not a surrogate, as UTF-8; returns its length.
  private static func encode(_ unit: UInt32, into room: UnsafeMutablePointer<UInt8>) -> Int {
    if unit < 0x80 {
      room[0] = UInt8(truncatingIfNeeded: unit)
      return 1
    }
    if unit < 0x800 {
      room[0] = UInt8(truncatingIfNeeded: 0xC0 | unit >> 6)
      room[1] = UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F)
      return 2
    }
    room[0] = UInt8(truncatingIfNeeded: 0xE0 | unit >> 12)
    room[1] = UInt8(truncatingIfNeeded: 0x80 | unit >> 6 & 0x3F)
    room[2] = UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F)
    return 3
  }

  private static func decoded(escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "/"): escape
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: 0
    }
  }

  /// Scans a string, a number or a word with the general scanner, to `count` of the tape; returns its end.
  @inline(never)
  mutating func scanGenerally(_ text: PaddedBytes, at start: Int, _ count: Int32) -> Int? {
    let integer = LongInteger(at: text.start + start)
    if integer.length > 0 {
      var tape = TapeWriter(entries: tape.entries.room, count: Int(count))
      let bits = UInt64(bitPattern: integer.value)
      tape.write(.integer, offset: start, length: integer.length, bits: bits)
      return start + integer.length
    }
    tape.entries.take(Int(count))
    var cursor = JSONCursor(text.slice, at: start)
    do throws(JSONFault) {
      switch cursor.current {
      case UInt8(ascii: "\""): try tape.scanString(&cursor, repairs: true)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try tape.scanNumber(&cursor)
      default: try tape.scanWord(&cursor)
      }
    } catch {
      return nil
    }
    return cursor.offset
  }

  @inline(never)
  mutating func fill(_ key: KeyForecast.Node, with value: TapeIndex) {
    let entry = tape.entries.room[Int(value)]
    let slot = Int(key.pointee.slot)
    switch entry.kind {
    case .string where slot == Int(Field.time.rawValue): fillTime(value)
    case .string where slot == Int(Field.severity.rawValue): fillSeverity(value)
    default: fill(slot, with: value, of: entry.kind)
    }
  }

  @inline(never)
  private mutating func fillTime(_ value: TapeIndex) {
    time = Timestamp(tape.text(of: tape.entries.room[Int(value)]), &day)
    note(Int(Field.time.rawValue), value, isAccepted: time != nil)
  }

  @inline(never)
  private mutating func fillSeverity(_ value: TapeIndex) {
    let isAccepted = Severity(word: tape.text(of: tape.entries.room[Int(value)])) != nil
    note(Int(Field.severity.rawValue), value, isAccepted: isAccepted)
  }

  @inline(never)
  private mutating func fill(_ slot: Int, with value: TapeIndex, of kind: JSONEntry.Kind) {
    let isAccepted: Bool
    switch kind {
    case .array, .object:
      // Its entry is still incomplete, but its kind is known.
      if slot == Int(Field.time.rawValue) { time = nil }
      isAccepted = false
    case .null, .false, .true, .integer, .decimal, .string:
      guard let field = Field(rawValue: UInt8(truncatingIfNeeded: slot)) else { return }
      tape.entries.take(Int(value) + 1)
      isAccepted = fill(Index(slot), with: value, as: field, of: .first)
      if isAccepted { return }
    }
    note(slot, value, isAccepted: isAccepted)
  }

  @inline(__always)
  private mutating func note(_ slot: Int, _ value: TapeIndex, isAccepted: Bool) {
    slots[slot] = isAccepted ? value : .nowhere
    if !isAccepted { wronglyTyped |= 1 << UInt64(slot) }
  }

  mutating func fillAgain() {
    slots.removeAll()
    slots.append(repeating: .nowhere, count: Field.count)
    time = nil
    wronglyTyped = fillSlots(from: .first, of: .first)
  }
}
