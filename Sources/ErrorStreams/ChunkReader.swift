internal import RuleEngine
package import SystemPackage

/// Cuts a stream into chunks of whole lines in constant memory, whatever it holds.
package struct ChunkReader: ~Copyable {
  private let descriptor: FileDescriptor
  private let chunkSize: Int
  private let lineLimit: Int
  /// The beginning of a line that the chunk before ended in.
  private var carry = Buffer<UInt8>()
  private var isAtStart = true
  private var isAtEnd = false
  /// Whether the bytes up to the next line feed belong to a line that is too long.
  private var isSkipping = false
  /// Bytes read so far.
  package private(set) var bytesRead = 0

  /// Reads `descriptor` from where it stands; lines longer than `lineLimit` bytes are passed over.
  package init(_ descriptor: FileDescriptor, lineLimit: Int, chunkSize: Int = 1 << 20) {
    self.descriptor = descriptor
    self.lineLimit = lineLimit
    self.chunkSize = chunkSize
  }

  /// Fills `chunk` with the next lines; false at the end of the stream.
  package mutating func read(into chunk: inout Chunk) throws(Errno) -> Bool {
    chunk.bytes.removeAll()
    chunk.precedesLongLine = false
    chunk.endsInsideLine = false
    chunk.bytes.append(carry.slice)
    carry.removeAll()
    while !isAtEnd {
      let before = chunk.bytes.count
      try fill(&chunk.bytes)
      if isSkipping { skipLongLine(&chunk.bytes) }
      guard
        let end = chunk.bytes.slice.lastIndex(of: UInt8(ascii: "\n"), from: min(before, chunk.bytes.count))
      else {
        if chunk.bytes.count > lineLimit { return passOver(&chunk) }
        continue
      }
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
    return !chunk.bytes.isEmpty
  }

  private mutating func fill(_ bytes: inout Buffer<UInt8>) throws(Errno) {
    let descriptor = descriptor
    let count = try bytes.append(upTo: chunkSize) { room throws(Errno) -> Int in
      do {
        return try descriptor.read(into: UnsafeMutableRawBufferPointer(room))
      } catch {
        throw error as? Errno ?? .ioError
      }
    }
    bytesRead += count
    isAtEnd = count == 0
    if isAtStart, bytes.count >= 3 {
      isAtStart = false
      // A byte order mark before the first record says nothing.
      if bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { bytes.removeFirst(3) }
    }
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
