internal import Bytes
package import SystemPackage

/// Divides a stream into chunks of whole lines in constant memory, however a pipe or a file delivers it.
package struct ChunkReader: ~Copyable {
  private var source: ByteSource
  private let chunkSize: Int
  private let lineLimit: Int
  /// The incomplete line at the end of the previous chunk.
  private var carry = Buffer<UInt8>()
  private var isAtStart = true
  private var lineEnd = LineEnd.unknown
  /// Everything up to here is white space; whole lines of it are counted and dropped.
  private var isBlank = true
  private var blankLines = 0
  private(set) var isAtEnd = false
  /// Up to the next line feed: a line over the limit.
  private var isSkipping = false
  package var bytesRead: Int { source.bytesRead }
  package var fault: StreamFault? { source.fault ?? (isAtEnd && framer.hasOpenArray ? .openArray : nil) }
  package private(set) var shape = StreamShape()
  private var framer: DocumentFramer
  /// Text of such a stream, and the offset of its beginning.
  private var uncut = Buffer<UInt8>()
  private var firstUncut = 0
  /// Lengths of the text read, and of the documents passed on.
  private var textRead = 0
  private var documentsGiven = 0

  /// A reader from the descriptor's current position on.
  ///
  /// - Parameters:
  ///   - lineLimit: bytes; longer lines are skipped.
  ///   - chunkSize: the bytes read at once.
  ///   - wake: a descriptor that becomes readable when the reader is to stop waiting.
  package init(
    _ descriptor: FileDescriptor, lineLimit: Int, chunkSize: Int = 1 << 18, wake: FileDescriptor? = nil
  ) {
    source = ByteSource(descriptor, wake: wake)
    self.lineLimit = lineLimit
    self.chunkSize = chunkSize
    framer = DocumentFramer(limit: lineLimit)
  }

  init(following file: FollowedFile, lineLimit: Int, chunkSize: Int) {
    source = ByteSource(following: file)
    self.lineLimit = lineLimit
    self.chunkSize = chunkSize
    framer = DocumentFramer(limit: lineLimit)
  }

  /// False at the end of the stream.
  ///
  /// - Throws: `Errno.interrupted` if `wake` is readable, `Errno.resourceTemporarilyUnavailable` if a
  ///   followed file has no whole line more yet.
  package mutating func read(into chunk: inout Chunk) throws(Errno) -> Bool {
    while true {
      if isAtEnd, source.goesOn { beginAnew() }
      if try readOn(into: &chunk) { return true }
      guard source.goesOn else { return false }
    }
  }

  /// Incomplete text is not continued by the file that replaced the one that ended.
  private mutating func beginAnew() {
    isAtEnd = false
    isAtStart = true
    lineEnd = .unknown
    isSkipping = false
    carry.removeAll()
  }

  private mutating func readOn(into chunk: inout Chunk) throws(Errno) -> Bool {
    chunk.removeAll()
    if shape.kind == .documents { return try readDocuments(into: &chunk) }
    chunk.bytes.append(carry.slice)
    carry.removeAll()
    // No line ends before it: a long line is searched once, however many reads it takes.
    var searched = 0
    while !isAtEnd {
      let before = chunk.bytes.count
      do throws(Errno) {
        try fill(&chunk.bytes)
      } catch {
        // An incomplete line waits for its rest.
        carry.append(chunk.bytes.slice)
        chunk.removeAll()
        throw error
      }
      var seen = before
      if isAtStart {
        guard skipByteOrderMark(&chunk.bytes) else { continue }
        seen = 0
      }
      if findLineEnd(&chunk.bytes, from: seen) {
        shape = StreamShape()
        seen = 0
      }
      if isBlank {
        dropBlankLines(&chunk.bytes)
        seen = 0
      }
      shape.look(at: chunk.bytes.slice(seen..<chunk.bytes.count))
      if shape.kind == .documents {
        framer.skipLines(blankLines)
        blankLines = 0
        uncut.append(chunk.bytes.slice)
        chunk.bytes.removeAll()
        return try readDocuments(into: &chunk)
      }
      // The shape of an undecided first line determines how the stream is divided.
      if !shape.isDecided, !isAtEnd {
        if chunk.bytes.count <= lineLimit { continue }
        shape.settle()
      }
      if seen == 0 || isSkipping { searched = 0 }
      if isSkipping { skipLongLine(&chunk.bytes) }
      guard let end = chunk.bytes.slice.lastIndex(of: UInt8(ascii: "\n"), from: searched) else {
        searched = chunk.bytes.count
        if chunk.bytes.count > lineLimit { return passOver(&chunk) }
        continue
      }
      giveBlankLines(to: &chunk)
      chunk.position = textRead - chunk.bytes.count
      carry.append(chunk.bytes.slice((end + 1)..<chunk.bytes.count))
      chunk.bytes.removeLast(chunk.bytes.count - end - 1)
      if carry.count > lineLimit {
        carry.removeAll()
        chunk.precedesLongLine = true
        isSkipping = true
      }
      return true
    }
    chunk.endsInsideLine = !chunk.bytes.isEmpty
    giveBlankLines(to: &chunk)
    chunk.position = textRead - chunk.bytes.count
    return !chunk.bytes.isEmpty || chunk.blankLines > 0
  }

  private enum LineEnd {
    case unknown, feed
    /// Line ends as old programs write them.
    case carriageReturn
  }

  /// Carriage returns end lines if there is no line feed up to the limit of a line, or to the stream's end. They become
  /// line feeds.
  ///
  /// - Returns: whether that was decided now, and text that was looked at changed.
  private mutating func findLineEnd(_ bytes: inout Buffer<UInt8>, from start: Int) -> Bool {
    switch lineEnd {
    case .feed: return false
    case .carriageReturn:
      Self.replaceReturns(of: &bytes, from: start)
      return false
    case .unknown:
      let line = bytes.slice[0..<min(bytes.count, lineLimit + 1)]
      if line.firstIndex(of: UInt8(ascii: "\n"), from: min(start, line.count)) != nil {
        lineEnd = .feed
        return false
      }
      guard isAtEnd || bytes.count > lineLimit else { return false }
      guard let place = line.firstIndex(of: UInt8(ascii: "\r")), place + 1 < line.count else {
        lineEnd = .feed
        return false
      }
      lineEnd = .carriageReturn
      Self.replaceReturns(of: &bytes, from: 0)
      return true
    }
  }

  private static func replaceReturns(of bytes: inout Buffer<UInt8>, from start: Int) {
    for index in start..<bytes.count where bytes[index] == UInt8(ascii: "\r") {
      bytes[index] = UInt8(ascii: "\n")
    }
  }

  private mutating func giveBlankLines(to chunk: inout Chunk) {
    chunk.blankLines = blankLines
    blankLines = 0
  }

  /// A stream may begin with more of them than memory holds.
  private mutating func dropBlankLines(_ bytes: inout Buffer<UInt8>) {
    let text = bytes.slice
    var end = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "\n") {
        blankLines += 1
        end = index
      } else if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t"), byte != UInt8(ascii: "\r") {
        isBlank = false
        break
      }
    }
    if end == text.count { bytes.removeAll() } else if end > 0 { bytes.removeFirst(end) }
  }

  /// Reads the documents that end in the next bytes.
  private mutating func readDocuments(into chunk: inout Chunk) throws(Errno) -> Bool {
    chunk.position = documentsGiven
    defer { documentsGiven += chunk.bytes.count }
    while chunk.numbers.count == 0, !chunk.precedesLongLine {
      if firstUncut < uncut.count {
        firstUncut = framer.take(uncut.slice, from: firstUncut, into: &chunk)
        continue
      }
      uncut.removeAll()
      firstUncut = 0
      if isAtEnd {
        framer.end(into: &chunk)
        return chunk.numbers.count > 0 || chunk.precedesLongLine
      }
      var more = Buffer<UInt8>()
      swap(&more, &uncut)
      defer { swap(&more, &uncut) }
      try fill(&more)
    }
    return true
  }

  private mutating func fill(_ bytes: inout Buffer<UInt8>) throws(Errno) {
    let count = try append(&bytes)
    isAtEnd = count == 0
  }

  private mutating func append(_ bytes: inout Buffer<UInt8>) throws(Errno) -> Int {
    let count = try bytes.append(upTo: chunkSize) { room throws(Errno) -> Int in try source.read(into: room) }
    textRead += count
    return count
  }

  /// False while more of it may follow.
  private mutating func skipByteOrderMark(_ bytes: inout Buffer<UInt8>) -> Bool {
    let mark = ByteSlice("\u{FEFF}")
    if bytes.slice.hasPrefix(mark) {
      bytes.removeFirst(mark.count)
    } else if !isAtEnd, bytes.count < mark.count, mark.hasPrefix(bytes.slice) {
      return false
    }
    isAtStart = false
    return true
  }

  private mutating func passOver(_ chunk: inout Chunk) -> Bool {
    chunk.bytes.removeAll()
    giveBlankLines(to: &chunk)
    chunk.precedesLongLine = true
    isSkipping = true
    return true
  }

  /// The rest of a long line ends at the first line feed.
  private mutating func skipLongLine(_ bytes: inout Buffer<UInt8>) {
    guard let end = bytes.slice.firstIndex(of: UInt8(ascii: "\n")) else {
      bytes.removeAll()
      return
    }
    bytes.removeFirst(end + 1)
    isSkipping = false
  }
}
