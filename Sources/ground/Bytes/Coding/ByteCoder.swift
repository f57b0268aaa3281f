/// Reads or writes a sequence of values by the same calls, so that both agree: `code` takes the value when it writes, and
/// gives it when it reads.
///
/// Whole numbers are LEB128: seven bits a byte, the lowest first; signed ones zigzag. Texts and lists have their length
/// before them. What cannot be read leaves ``isFaulty``, and every further value empty.
package struct ByteCoder: ~Copyable {
  package let isReading: Bool
  package var bytes: Buffer<UInt8>
  private var place = 0
  /// A value was cut off, or out of its range.
  package private(set) var isFaulty = false

  /// Writes.
  package init() {
    isReading = false
    bytes = Buffer(capacity: 1 << 12)
  }

  /// Reads.
  package init(_ bytes: consuming Buffer<UInt8>) {
    isReading = true
    self.bytes = bytes
  }

  package var isWriting: Bool { !isReading }

  /// Whether all was read, without a fault.
  package var isDone: Bool { !isFaulty && place == bytes.count }

  package mutating func fail() { isFaulty = true }

  package mutating func code(_ number: inout UInt64) {
    guard isReading else { return append(number) }
    number = next()
  }

  package mutating func code(_ number: inout Int64) {
    guard isReading else { return append(UInt64(bitPattern: number << 1 ^ number >> 63)) }
    let word = next()
    number = Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1)
  }

  package mutating func code(_ number: inout Int) {
    var long = Int64(number)
    code(&long)
    number = Int(long)
  }

  /// Codes a number from 0 to less than 2^50, so that sums and shares of some do not overflow.
  package mutating func code(natural number: inout Int) {
    var word = UInt64(clamping: number)
    code(natural: &word)
    number = Int(clamping: word)
  }

  package mutating func code(natural number: inout UInt64) {
    guard isReading else { return append(number) }
    let word = next()
    guard word < 1 << 50 else { return fail() }
    number = word
  }

  package mutating func code(_ number: inout Int32) {
    var long = Int64(number)
    code(&long)
    guard let short = Int32(exactly: long) else { return fail() }
    number = short
  }

  package mutating func code(_ flag: inout Bool) {
    var word: UInt64 = flag ? 1 : 0
    code(&word)
    if word > 1 { fail() }
    flag = word == 1
  }

  /// Codes a number by its bits.
  package mutating func code(_ number: inout Double) {
    var bits = number.bitPattern
    code(fixed: &bits)
    number = Double(bitPattern: bits)
  }

  /// Eight bytes: for hashes, which are no shorter than that.
  package mutating func code(fixed word: inout UInt64) {
    guard isReading else {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
      return
    }
    guard bytes.count - place >= 8 else { return fail() }
    word = bytes.slice.word(at: place)
    place += 8
  }

  /// The number of elements of a list, each at least a byte long.
  package mutating func code(count: Int) -> Int {
    var count = count
    code(natural: &count)
    guard isReading else { return count }
    guard !isFaulty, count <= bytes.count - place else {
      fail()
      return 0
    }
    return count
  }

  /// An index below a bound, or from -1 on if there may be none.
  package mutating func code<Element>(_ index: inout Index<Element>, below bound: Int, orNone: Bool = false) {
    var raw = index.raw
    code(&raw)
    guard raw >= (orNone ? -1 : 0), Int(raw) < bound else { return fail() }
    index = Index(raw)
  }

  package mutating func code(_ buffer: inout Buffer<UInt8>) {
    guard isReading else {
      _ = code(count: buffer.count)
      return bytes.append(buffer.slice)
    }
    buffer.removeAll()
    let count = code(count: 0)
    buffer.append(bytes.slice[place..<(place + count)])
    place += count
  }

  package mutating func code(_ text: inout String) {
    guard isReading else {
      _ = code(count: text.utf8.count)
      bytes.append(contentsOf: Array(text.utf8))
      return
    }
    text = String(bytes.slice[take()])
  }

  package mutating func code(_ array: inout [UInt8]) {
    guard isReading else {
      _ = code(count: array.count)
      bytes.append(contentsOf: array)
      return
    }
    array = Array(bytes.slice[take()].buffer)
  }

  private mutating func take() -> Range<Int> {
    let count = code(count: 0)
    defer { place += count }
    return place..<(place + count)
  }

  package mutating func code(_ texts: inout [String]) {
    code(list: &texts, empty: "") { $0.code(&$1) }
  }

  package mutating func code<Element>(
    list: inout [Element], empty: Element, _ body: (inout ByteCoder, inout Element) -> Void
  ) {
    let count = code(count: list.count)
    if isReading { list = Array(repeating: empty, count: count) }
    for index in 0..<count { body(&self, &list[index]) }
  }

  package mutating func code<Element>(
    buffer: inout Buffer<Element>, empty: Element, _ body: (inout ByteCoder, inout Element) -> Void
  ) {
    let count = code(count: buffer.count)
    if isReading {
      buffer.removeAll()
      buffer.append(repeating: empty, count: count)
    }
    for index in 0..<count {
      var element = buffer[index]
      body(&self, &element)
      if isReading { buffer[index] = element }
    }
  }

  /// Ascending numbers: the first, and the steps to the others, in the largest of 1, 1,000 and 1,000,000 that divides all of them.
  package mutating func code(ascending numbers: inout Buffer<Int64>) {
    let count = code(count: numbers.count)
    if isReading { numbers.removeAll() }
    guard count > 0 else { return }
    var first = isWriting ? numbers[0] : 0
    code(&first)
    var unit = isWriting ? Self.unit(ofStepsBetween: numbers) : 1
    code(natural: &unit)
    guard isReading else {
      switch unit {
      case 1_000_000: return append(stepsBetween: numbers, unit: 1_000_000)
      case 1_000: return append(stepsBetween: numbers, unit: 1_000)
      default: return append(stepsBetween: numbers, unit: 1)
      }
    }
    numbers.append(first)
    for _ in 1..<count {
      let (step, isLarge) = next().multipliedReportingOverflow(by: UInt64(unit))
      guard let distance = Int64(exactly: step), !isLarge else { return fail() }
      let (number, isBeyond) = first.addingReportingOverflow(distance)
      guard !isBeyond else { return fail() }
      first = number
      numbers.append(number)
    }
  }

  private static func unit(ofStepsBetween numbers: borrowing Buffer<Int64>) -> Int {
    var (isThousands, isMillions) = (true, true)
    for index in 1..<numbers.count where isThousands {
      let step = numbers[index] &- numbers[index - 1]
      isThousands = step % 1_000 == 0
      isMillions = isMillions && step % 1_000_000 == 0
    }
    return isThousands ? isMillions ? 1_000_000 : 1_000 : 1
  }

  /// A division by a constant takes a fraction of another one's time.
  @inline(__always)
  private mutating func append(stepsBetween numbers: borrowing Buffer<Int64>, unit: UInt64) {
    for index in 1..<numbers.count { append(UInt64(bitPattern: numbers[index] &- numbers[index - 1]) / unit) }
  }

  package mutating func code<Value>(
    optional: inout Value?, empty: Value, _ body: (inout ByteCoder, inout Value) -> Void
  ) {
    var isThere = optional != nil
    code(&isThere)
    guard isThere else { return optional = nil }
    var value = optional ?? empty
    body(&self, &value)
    optional = value
  }

  /// Codes the counters that are not zero, each after the number of zeros before it. On reading, the number of counters
  /// stays.
  package mutating func code(_ counters: inout Counters) {
    var used = 0
    if isWriting { for place in 0..<counters.count where counters[place] != 0 { used += 1 } }
    used = code(count: used)
    var place = 0
    for _ in 0..<used {
      var gap = 0
      if isWriting { while counters[place + gap] == 0 { gap += 1 } }
      code(natural: &gap)
      guard gap < counters.count - place else { return fail() }
      place += gap
      code(natural: &counters[place])
      place += 1
    }
  }

  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func next() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while !isFaulty, place < bytes.count, shift < 64 {
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    fail()
    return 0
  }
}

extension ByteSlice {
  /// FNV-1a, 64 bits (Fowler, Noll, Vo), after bytes with another one.
  package func checksum(after value: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    var value = value
    for byte in buffer { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return value
  }
}
