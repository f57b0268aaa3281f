internal import Bytes
package import SystemPackage

/// Cuts a stream into chunks of whole lines in constant memory, whatever it holds.
///
/// What is done with a line depends on the line alone, never on where a chunk happens to end: a pipe that
/// delivers in small pieces and a file give the same.
package struct ChunkReader: ~Copyable {
  private var source: ByteSource
  private let chunkSize: Int
  private let lineLimit: Int
  /// The beginning of a line that the chunk before ended in.
  private var carry = Buffer<UInt8>()
  private var isAtStart = true
  private var isAtEnd = false
  /// Whether the bytes up to the next line feed belong to a line that is too long.
  private var isSkipping = false
  /// Bytes read so far, as they are stored.
  package var bytesRead: Int { source.bytesRead }
  /// Why the stream ended before what is packed in it did.
  package var fault: StreamFault? { source.fault }
  /// What the stream's beginning says that it is.
  package private(set) var shape = StreamShape()
  /// Cuts documents, once the stream is known to have them.
  private var framer: DocumentFramer
  /// What was read of such a stream and not cut yet, from the place on where that begins.
  private var uncut = Buffer<UInt8>()
  private var firstUncut = 0
  /// How much text was read, and how much of documents handed on.
  private var textRead = 0
  private var documentsGiven = 0

  /// Reads `descriptor` from where it stands.
  ///
  /// - Parameters:
  ///   - lineLimit: lines longer than so many bytes are passed over.
  ///   - chunkSize: how many bytes are read at once.
  ///   - wake: where something to read stands once the reader shall wait no longer.
  package init(
    _ descriptor: FileDescriptor,
    lineLimit: Int,
    chunkSize: Int = 1 << 18,
    wake: FileDescriptor? = nil
  ) {
    source = ByteSource(descriptor, wake: wake)
    self.lineLimit = lineLimit
    self.chunkSize = chunkSize
    framer = DocumentFramer(limit: lineLimit)
  }

  /// Reads a file as it grows.
  init(following file: FollowedFile, lineLimit: Int, chunkSize: Int) {
    source = ByteSource(following: file)
    self.lineLimit = lineLimit
    self.chunkSize = chunkSize
    framer = DocumentFramer(limit: lineLimit)
  }

  /// Fills `chunk` with the next lines; false at the end of the stream.
  ///
  /// - Throws: `Errno.interrupted` where `wake` says so, `Errno.resourceTemporarilyUnavailable` where a file that is
  ///   followed has no whole line more yet.
  package mutating func read(into chunk: inout Chunk) throws(Errno) -> Bool {
    while true {
      if isAtEnd, source.goesOn { beginAnew() }
      if try readOn(into: &chunk) { return true }
      guard source.goesOn else { return false }
    }
  }

  /// Goes on with a file that took the place of the one that ended; what is open there is no part of it.
  private mutating func beginAnew() {
    isAtEnd = false
    isAtStart = true
    isSkipping = false
    carry.removeAll()
  }

  private mutating func readOn(into chunk: inout Chunk) throws(Errno) -> Bool {
    chunk.removeAll()
    if shape.kind == .documents { return try readDocuments(into: &chunk) }
    chunk.bytes.append(carry.slice)
    carry.removeAll()
    while !isAtEnd {
      let before = chunk.bytes.count
      do throws(Errno) {
        try fill(&chunk.bytes)
      } catch {
        // What there is of a line waits for its rest.
        carry.append(chunk.bytes.slice)
        chunk.removeAll()
        throw error
      }
      if isAtStart {
        guard skipByteOrderMark(&chunk.bytes) else { continue }
        shape.look(at: chunk.bytes.slice)
      } else {
        shape.look(at: chunk.bytes.slice(before..<chunk.bytes.count))
      }
      if shape.kind == .documents {
        uncut.append(chunk.bytes.slice)
        chunk.bytes.removeAll()
        return try readDocuments(into: &chunk)
      }
      // A first line that is not known yet to be one: what it is decides how it is cut.
      if !shape.isDecided, !isAtEnd {
        if chunk.bytes.count <= lineLimit { continue }
        shape.settle()
      }
      if isSkipping { skipLongLine(&chunk.bytes) }
      guard let end = chunk.bytes.slice.lastIndex(of: UInt8(ascii: "\n")) else {
        if chunk.bytes.count > lineLimit { return passOver(&chunk) }
        continue
      }
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
    chunk.position = textRead - chunk.bytes.count
    return !chunk.bytes.isEmpty
  }

  /// Fills `chunk` with the documents that end in what is read next.
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

  /// Takes a byte order mark away, which says nothing before the first record; false while more of it may come.
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

  /// Nothing but the beginning of a line that is too long stands in the chunk.
  private mutating func passOver(_ chunk: inout Chunk) -> Bool {
    chunk.bytes.removeAll()
    chunk.precedesLongLine = true
    isSkipping = true
    return true
  }

  /// The rest of a long line ends at the first line feed; what follows are lines again.
  private mutating func skipLongLine(_ bytes: inout Buffer<UInt8>) {
    guard let end = bytes.slice.firstIndex(of: UInt8(ascii: "\n")) else {
      bytes.removeAll()
      return
    }
    bytes.removeFirst(end + 1)
    isSkipping = false
  }
}
