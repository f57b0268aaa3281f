/// Follows the structure of a text up to its end, as YAML has it, without judging it.
struct CursorScan {
  private struct Frame {
    let isMapping: Bool
    /// The column of a block; nil between brackets.
    let column: Int?
    var key: String?
    /// Whether the cursor is after the colon.
    var isAtValue = false
    var index = -1
    var keys: [String] = []
    var values: [String: String] = [:]

    var step: CursorPlace.Step? {
      isMapping ? key.map { .key($0) } : .index(max(index, 0))
    }
  }

  private let bytes: [UInt8]
  private let isJSON: Bool
  private var index = 0
  private var lineStart = 0
  private var frames: [Frame] = []
  /// The column of the mapping whose value is a block scalar.
  private var blockScalar: Int?

  init(_ bytes: [UInt8], isJSON: Bool) {
    self.bytes = bytes
    self.isJSON = isJSON
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      index = 3
      lineStart = 3
    }
  }

  private var end: Int { bytes.count }
  private var isInFlow: Bool { frames.last.map { $0.column == nil } ?? false }

  mutating func place() -> CursorPlace? {
    if isJSON { return flow() }
    while true {
      let (start, indent) = lineIndent()
      if start == end {
        return blockScalar == nil || indent <= (blockScalar ?? 0) ? onEmptyLine(column: indent) : nil
      }
      if isLineBreak(at: start) {
        nextLine(from: start)
        continue
      }
      if let column = blockScalar {
        if indent > column {
          guard skipLine() else { return nil }
          continue
        }
        blockScalar = nil
      }
      if bytes[start] == UInt8(ascii: "#") || isMarker(at: start) {
        guard skipLine() else { return bytes[start] == UInt8(ascii: "#") ? nil : CursorPlace() }
        continue
      }
      index = start
      if let place = block(column: indent) { return place }
      if index >= end, !endsLine() { return nil }
    }
  }

  // MARK: - Lines

  /// The first byte of the line that is not a space, and its column.
  private func lineIndent() -> (start: Int, indent: Int) {
    var place = index
    while place < end, bytes[place] == 0x20 { place += 1 }
    return (place, place - lineStart)
  }

  private func isLineBreak(at place: Int) -> Bool {
    place < end && (bytes[place] == 0x0A || bytes[place] == 0x0D)
  }

  private func endsLine() -> Bool { lineStart == end }

  private func isMarker(at place: Int) -> Bool {
    place == lineStart && (bytes[place...].starts(with: "---".utf8) || bytes[place...].starts(with: "%".utf8))
      && frames.isEmpty
  }

  private mutating func nextLine(from place: Int) {
    index = place
    if index < end, bytes[index] == 0x0D { index += 1 }
    if index < end, bytes[index] == 0x0A { index += 1 }
    lineStart = index
  }

  /// False at the end of the text.
  private mutating func skipLine() -> Bool {
    while index < end, !isLineBreak(at: index) { index += 1 }
    guard index < end else { return false }
    nextLine(from: index)
    return true
  }

  // MARK: - Blocks

  /// Reads a line of a block from `index` on; the place if the text ends in it.
  private mutating func block(column: Int) -> CursorPlace? {
    var column = column
    close(to: column, isElement: isDash(at: index))
    while isDash(at: index) {
      if frames.last.map({ $0.isMapping || $0.column != column }) ?? true {
        frames.append(Frame(isMapping: false, column: column))
      }
      frames[frames.count - 1].index += 1
      index += 1
      let dash = index
      while index < end, bytes[index] == 0x20 { index += 1 }
      if index == end { return element(column: index > dash ? index - lineStart : column + 2, word: index) }
      if isLineBreak(at: index) {
        nextLine(from: index)
        return nil
      }
      column = index - lineStart
      if bytes[index] == UInt8(ascii: "#") { return skipLine() ? nil : outside() }
    }
    return content(column: column)
  }

  private func isDash(at place: Int) -> Bool {
    guard place < end, bytes[place] == UInt8(ascii: "-") else { return false }
    return place + 1 == end || bytes[place + 1] == 0x20 || isLineBreak(at: place + 1)
  }

  /// Leaves the blocks that a line at this column is not part of.
  private mutating func close(to column: Int, isElement: Bool) {
    while let last = frames.last {
      guard let own = last.column else { break }
      if own > column || own == column && !last.isMapping && !isElement {
        frames.removeLast()
      } else {
        break
      }
    }
  }

  /// A key with its value, or a value, at a column.
  private mutating func content(column: Int) -> CursorPlace? {
    let start = index
    guard let (text, quote, isClosed) = word() else {
      // The text ends inside it.
      return atWord(start, column: column)
    }
    if isClosed == nil, index == end { return atWord(start, column: column) }
    if index < end, bytes[index] == UInt8(ascii: ":"), quote != nil || !text.isEmpty,
      index + 1 == end || bytes[index + 1] == 0x20 || bytes[index + 1] == 0x09 || isLineBreak(at: index + 1)
    {
      index += 1
      enter(mapping: column, key: text)
      return value(column: column)
    }
    if text.isEmpty, quote == nil { return inlineValue(column: column) }
    return rest()
  }

  private mutating func enter(mapping column: Int, key: String) {
    if frames.last.map({ !$0.isMapping || $0.column != column }) ?? true {
      frames.append(Frame(isMapping: true, column: column))
    }
    let last = frames.count - 1
    frames[last].key = key
    frames[last].isAtValue = true
    frames[last].keys.append(key)
  }

  /// The place after the colon of a block's key.
  private mutating func value(column: Int) -> CursorPlace? {
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    if index == end {
      var place = CursorPlace()
      // Directly behind the colon a space is missing.
      guard bytes.last == 0x20 || bytes.last == 0x09 else { return outside() }
      place.valuePath = path()
      place.wordStart = end
      fill(&place)
      return place
    }
    if isLineBreak(at: index) {
      nextLine(from: index)
      return nil
    }
    return inlineValue(column: column)
  }

  private mutating func inlineValue(column: Int) -> CursorPlace? {
    skipProperties()
    guard index < end else { return outside() }
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if let place = flow() { return place }
      return rest()
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      blockScalar = frames.last { $0.column != nil }?.column ?? 0
      return skipLine() ? nil : outside()
    case UInt8(ascii: "#"): return skipLine() ? nil : outside()
    case 0x0A, 0x0D:
      nextLine(from: index)
      return nil
    default:
      let start = index
      guard let (text, quote, isClosed) = word(stopsAtColon: false), isClosed != nil || index < end else {
        var place = CursorPlace()
        place.valuePath = path()
        set(&place, word: start)
        fill(&place)
        return place
      }
      if quote == nil || !text.isEmpty, let last = frames.indices.last, let key = frames[last].key {
        frames[last].values[key] = text
      }
      return rest()
    }
  }

  /// Anchors and tags before a value.
  private mutating func skipProperties() {
    while index < end, bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!") {
      while index < end, bytes[index] != 0x20, !isLineBreak(at: index) { index += 1 }
      while index < end, bytes[index] == 0x20 { index += 1 }
    }
  }

  /// The rest of a line behind a value.
  private mutating func rest() -> CursorPlace? {
    skipLine() ? nil : outside()
  }

  /// A place where nothing is to be completed.
  private func outside() -> CursorPlace { CursorPlace() }

  // MARK: - Words

  /// A quoted or plain scalar; nil if the text ends inside quotes. `isClosed` is nil for a plain one.
  private mutating func word(stopsAtColon: Bool = true) -> (text: String, quote: UInt8?, isClosed: Bool?)? {
    guard index < end else { return ("", nil, nil) }
    let quote = bytes[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") && !isJSON {
      let start = index + 1
      index += 1
      while index < end {
        if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
          index += 2
          continue
        }
        if bytes[index] == quote {
          if quote == UInt8(ascii: "'"), index + 1 < end, bytes[index + 1] == quote {
            index += 2
            continue
          }
          let text = String(decoding: bytes[start..<index], as: UTF8.self)
          index += 1
          return (text, quote, true)
        }
        if isLineBreak(at: index) {
          nextLine(from: index)
        } else {
          index += 1
        }
      }
      index = end
      return nil
    }
    let start = index
    var last = index
    loop: while index < end, !isLineBreak(at: index) {
      switch bytes[index] {
      case UInt8(ascii: ":") where stopsAtColon:
        let next = index + 1
        if next == end || bytes[next] == 0x20 || bytes[next] == 0x09 || isLineBreak(at: next) { break loop }
        if isInFlow, ",]}[{".utf8.contains(bytes[next]) { break loop }
      case UInt8(ascii: "#") where index > start && (bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09):
        break loop
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{"):
        if isInFlow { break loop }
        if index == start, bytes[index] == UInt8(ascii: "[") || bytes[index] == UInt8(ascii: "{") {
          break loop
        }
      case UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: ">"):
        if index == start { break loop }
      default: break
      }
      if bytes[index] != 0x20, bytes[index] != 0x09 { last = index + 1 }
      index += 1
    }
    return (String(decoding: bytes[start..<max(start, last)], as: UTF8.self), nil, nil)
  }

  private func path() -> [CursorPlace.Step] { frames.compactMap { $0.step } }

  private func set(_ place: inout CursorPlace, word start: Int) {
    var start = start
    if start < end, bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") && !isJSON {
      place.quote = bytes[start]
      start += 1
    }
    place.word = String(decoding: bytes[start..<end], as: UTF8.self)
    place.wordStart = start
  }

  /// The keys beside the cursor, of the innermost mapping.
  private func fill(_ place: inout CursorPlace) {
    place.isFlow = isInFlow
    guard let mapping = frames.last(where: { $0.isMapping }) else { return }
    place.siblings = mapping.keys
    place.values = mapping.values
    place.column = mapping.column ?? 0
  }

  /// The place in a word at a column of a block: a key of the mapping there, of a new one, or a value.
  private func atWord(_ start: Int, column: Int) -> CursorPlace {
    var place = CursorPlace()
    set(&place, word: start)
    place.column = column
    if let last = frames.last, last.isMapping, last.column == column {
      place.keyPath = frames.dropLast().compactMap { $0.step }
      place.siblings = last.keys
      place.values = last.values
      return place
    }
    place.keyPath = path()
    place.valuePath = path()
    return place
  }

  private func element(column: Int, word start: Int) -> CursorPlace { atWord(start, column: column) }

  private mutating func onEmptyLine(column: Int) -> CursorPlace {
    while let own = frames.last?.column, own > column { frames.removeLast() }
    if let last = frames.last, !last.isMapping, last.column == column, frames.count > 1 {
      // Beside the dashes: a key of the mapping around the list, if the list is not indented.
      if frames[frames.count - 2].column == column { frames.removeLast() } else { return outside() }
    }
    if let last = frames.last, last.isMapping, let own = last.column, own < column, !last.isAtValue {
      return outside()
    }
    return atWord(end, column: column)
  }

  // MARK: - Brackets

  /// Reads from an opening bracket to its closing one; the place if the text ends between them.
  private mutating func flow() -> CursorPlace? {
    let depth = frames.count
    var start = index
    /// A word has begun and is not ended by a comma or a colon.
    var isInWord = false
    while index < end {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        frames.append(Frame(isMapping: byte == UInt8(ascii: "{"), column: nil, index: 0))
        index += 1
        isInWord = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if frames.count > depth { frames.removeLast() }
        index += 1
        isInWord = true
        start = index
        if frames.count == depth, !isJSON { return nil }
      case UInt8(ascii: ","):
        index += 1
        isInWord = false
        guard let last = frames.indices.last, frames.count > depth else { continue }
        frames[last].key = nil
        frames[last].isAtValue = false
        if !frames[last].isMapping { frames[last].index += 1 }
      case 0x0A, 0x0D: nextLine(from: index)
      case 0x20, 0x09: index += 1
      case UInt8(ascii: "#") where !isJSON && (index == 0 || bytes[index - 1] <= 0x20):
        guard skipLine() else { return outside() }
      case UInt8(ascii: ":"):
        index += 1
      case UInt8(ascii: "&"), UInt8(ascii: "!"):
        skipProperties()
        if index == end { return outside() }
      default:
        start = index
        let wasInWord = isInWord
        isInWord = true
        guard let (text, _, isClosed) = word() else { return inFlow(start, depth: depth) }
        if index == start { index += 1 }
        if index == end { return isClosed == nil ? inFlow(start, depth: depth) : outside() }
        guard let last = frames.indices.last, frames.count > depth, !wasInWord || !frames[last].isMapping
        else {
          continue
        }
        var next = index
        while next < end, bytes[next] == 0x20 { next += 1 }
        if frames[last].isMapping, !frames[last].isAtValue, next < end, bytes[next] == UInt8(ascii: ":") {
          frames[last].key = text
          frames[last].keys.append(text)
          frames[last].isAtValue = true
          index = next + 1
          isInWord = false
        } else if let key = frames[last].key {
          frames[last].values[key] = text
        }
      }
    }
    return isInWord ? outside() : inFlow(end, depth: depth)
  }

  private func inFlow(_ start: Int, depth: Int) -> CursorPlace {
    var place = CursorPlace()
    set(&place, word: start)
    guard let last = frames.last, frames.count > depth else {
      place.isFlow = isJSON
      return place
    }
    if last.isMapping, !last.isAtValue {
      place.keyPath = frames.dropLast().compactMap { $0.step }
      place.siblings = last.keys
      place.values = last.values
    } else {
      place.valuePath = path()
      let mapping = frames.last { $0.isMapping }
      place.siblings = mapping?.keys ?? []
      place.values = mapping?.values ?? [:]
    }
    place.isFlow = true
    return place
  }
}
