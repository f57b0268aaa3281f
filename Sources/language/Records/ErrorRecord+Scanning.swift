internal import Bytes

extension ErrorRecord {
  /// Scans one object onto the tape and fills the slots of its fields. Returns the length of the line, or -1
  /// for anything but one valid JSON object within the limits.
  ///
  /// Memory safety. Reading: `place` only moves past bytes that were examined and never past a line feed,
  /// which is part of no token and not skipped as white space. One ends the text, and wide loads from before
  /// it (32 bytes at most) end in the padding. Writing: before each member or element there is room on the
  /// tape for a key and a value; there are slots for the fields, the registered members and one more
  /// (``ErrorRecord/request(_:)``).
  @inline(never)
  mutating func scanLine(_ text: PaddedBytes, depthLimit: Int, valueLimit: Int) -> Int {
    let line = text.start
    guard line[0] == UInt8(ascii: "{") else { return -1 }
    let lastWithRoom = Int32(truncatingIfNeeded: min(valueLimit, tape.entries.capacity, 1 << 30) - 2)
    if lastWithRoom < 0 { return -1 }
    let slots = slots.room
    // Kept out of the loop's registers, because only containers need it.
    nesting = LineNesting(owner: forecast.unknown, depthLeft: depthLimit)
    var tape = TapeWriter(entries: tape.entries.room)
    var place = line
    var key = forecast.root

    value: while true {
      let byte = place[0]
      scalar: do {
        let kind: JSONEntry.Kind
        if byte == UInt8(ascii: "\"") {
          let end = PlainText.end(of: place + 1)
          let start = place - line
          if end[0] == UInt8(ascii: "\"") {
            tape.write(.string, offset: start &+ 1, length: end - place &- 1)
            place = end + 1
          } else {
            guard let end = scanString(text, at: start, until: end, tape.count) else { return -1 }
            place = line + end
            tape.took()
          }
          kind = .string
        } else if byte <= UInt8(ascii: "9"), case let integer = ShortInteger(at: place), integer.length > 0 {
          let bits = UInt64(bitPattern: integer.value)
          let start = place - line
          tape.write(.integer, offset: start, length: integer.length, bits: bits)
          place += integer.length
          kind = .integer
        } else if byte == UInt8(ascii: "{") {
          guard open(.object, at: place - line, key, &tape) else { return -1 }
          if tape.count > lastWithRoom { return -1 }
          var first = key.pointee.inside.likely
          var isExpected = first.pointee.pattern.matches(afterFirst: place)
          if !isExpected {
            first = key.pointee.inside.other
            isExpected = first.pointee.pattern.matches(afterFirst: place)
            if isExpected {
              key.pointee.inside.wasOther()
            } else {
              first = forecast.candidate(behind: place, of: key)
              isExpected = first.pointee.pattern.matches(afterFirst: place)
            }
          }
          if isExpected {
            tape.write(key: first, at: place - line &+ 1)
            place += first.pointee.pattern.length
            if place[0] == 0x20 { place += 1 }
            key = first
            continue value
          }
          place = (place + 1).skippingBlanks
          if place[0] == UInt8(ascii: "}") {
            key = forecast.unknown
            break scalar
          }
          guard let member = readKey(text, at: place - line, tape.count, after: nil) else { return -1 }
          key = member.key
          place = line + member.value
          tape.took()
          continue value
        } else if byte == UInt8(ascii: "[") {
          guard open(.array, at: place - line, key, &tape) else { return -1 }
          if tape.count > lastWithRoom { return -1 }
          key = forecast.elements(of: key)
          place = (place + 1).skippingBlanks
          if place[0] == UInt8(ascii: "]") { break scalar }
          continue value
        } else if byte <= 0x20 {
          let next = place.skippingBlanks
          if next == place { return -1 }
          place = next
          continue value
        } else {
          guard let end = scanGenerally(text, at: place - line, tape.count) else { return -1 }
          place = line + end
          kind = tape.next.pointee.kind
          tape.took()
        }
        if key.pointee.accepts(kind) {
          slots[Int(key.pointee.slot)] = tape.last
        } else {
          fill(key, with: tape.last)
        }
      }

      // A value ended: close containers, up to the next value.
      while true {
        var next = key.pointee.next.likely
        var isExpected = next.pointee.pattern.matches(place)
        // Usually its object ends instead.
        if !isExpected, place[0] == UInt8(ascii: ",") {
          next = key.pointee.next.other
          isExpected = next.pointee.pattern.matches(place)
          if isExpected {
            key.pointee.next.wasOther()
          } else {
            next = forecast.candidate(behind: place, of: nesting.owner)
            isExpected = next.pointee.pattern.matches(place)
          }
        }
        if isExpected {
          if tape.count > lastWithRoom { return -1 }
          tape.write(key: next, at: place - line &+ 1)
          place += next.pointee.pattern.length
          key = next
          continue value
        }
        place = place.skippingBlanks
        let byte = place[0]
        if byte == (nesting.inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          place += 1
          key = close(at: place - line, tape.count)
          if nesting.container < 0 { break value }
          continue
        }
        guard byte == UInt8(ascii: ","), tape.count <= lastWithRoom else { return -1 }
        let behindComma = place + 1
        place = behindComma.skippingBlanks
        if nesting.inObject {
          // White space before it, as Python writes it, does not change the key.
          if place != behindComma {
            next = key.pointee.next.likely
            isExpected = next.pointee.pattern.matches(afterFirst: place - 1)
            if !isExpected {
              next = key.pointee.next.other
              isExpected = next.pointee.pattern.matches(afterFirst: place - 1)
              if isExpected {
                key.pointee.next.wasOther()
              } else {
                next = forecast.candidate(behind: place - 1, of: nesting.owner)
                isExpected = next.pointee.pattern.matches(afterFirst: place - 1)
              }
            }
          }
          if isExpected {
            tape.write(key: next, at: place - line)
            place += next.pointee.pattern.length &- 1
            // And one after it.
            if place[0] == 0x20 { place += 1 }
            key = next
            continue value
          }
          guard let member = readKey(text, at: place - line, tape.count, after: key) else { return -1 }
          key = member.key
          place = line + member.value
          tape.took()
        }
        continue value
      }
    }

    place = place.skippingBlanks
    guard place[0] == UInt8(ascii: "\n") else { return -1 }
    self.tape.entries.take(Int(tape.count))
    if nesting.needsFilling { fillAgain() }
    return place - line
  }
}

/// The open containers of a line.
struct LineNesting: BitwiseCopyable {
  /// The innermost open container on the tape, or -1.
  var container: Int32 = -1
  var inObject = false
  var surprises: Int32 = 0
  var owner: KeyForecast.Node
  var depthLeft = 0
  /// Whether a key may be a field although its node does not say so.
  var needsFilling = false
  /// Whether a key may be a registered member although its node does not say so.
  var hasUnknownKeys = false
}
