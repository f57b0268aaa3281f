internal import Bytes
internal import SystemPackage

/// Reads the frames of a file from an offset on, each as a whole.
struct FrameReader {
  struct Frame {
    let kind: PartialFrame.Kind
    /// The offsets of the frame, of its contents, and of the next frame.
    let start: Int64
    let contents: Int64
    let end: Int64

    var count: Int { Int(end - contents) - 8 }
  }

  private let descriptor: FileDescriptor
  var offset: Int64
  let size: Int64
  private let window = Window()

  init(descriptor: FileDescriptor, offset: Int64, size: Int64) {
    self.descriptor = descriptor
    self.offset = offset
    self.size = size
  }

  var isAtEnd: Bool { offset == size }

  /// The next frame's bounds.
  mutating func next() throws(PartialFault) -> Frame {
    var start = try read(offset, Int(min(11, size - offset)))
    guard start.count > 1, let kind = PartialFrame.Kind(rawValue: start[0]) else {
      throw start.count > 1 ? .damaged(offset: offset) : .cut
    }
    start.removeFirst(1)
    var (length, shift, place) = (UInt64(0), UInt64(0), 0)
    while place < start.count, shift < 63 {
      length |= UInt64(start[place] & 0x7F) << shift
      place += 1
      if start[place - 1] < 0x80 { break }
      shift += 7
    }
    let contents = offset + 1 + Int64(place)
    guard length < 1 << 40 else { throw .damaged(offset: offset) }
    let frame = Frame(kind: kind, start: offset, contents: contents, end: contents + Int64(length) + 8)
    guard frame.end <= size else { throw .cut }
    offset = frame.end
    return frame
  }

  /// A frame's contents, whose checksum is right.
  func contents(of frame: Frame) throws(PartialFault) -> Buffer<UInt8> {
    var bytes = try read(frame.contents, frame.count + 8)
    let expected = bytes.slice.word(at: frame.count)
    bytes.removeLast(8)
    guard PartialFrame.checksum(frame.kind, bytes.slice) == expected else {
      throw .damaged(offset: frame.start)
    }
    return bytes
  }

  /// Decodes a frame's contents, which are exactly what is read.
  func decode(_ frame: Frame, _ code: (inout ByteCoder) -> Void) throws(PartialFault) {
    var coder = ByteCoder(try contents(of: frame))
    code(&coder)
    guard coder.isDone else { throw .damaged(offset: frame.start) }
  }

  func checksum(of frame: Frame) throws(PartialFault) -> UInt64 {
    let bytes = try read(frame.end - 8, 8)
    return bytes.slice.word(at: 0)
  }

  func read(_ offset: Int64, _ count: Int) throws(PartialFault) -> Buffer<UInt8> {
    var bytes = Buffer<UInt8>(capacity: max(1, count))
    if count <= Window.size {
      if !window.holds(offset, count) {
        window.bytes.removeAll()
        window.start = offset
        try fill(&window.bytes, from: offset, upTo: Int(min(Int64(Window.size), size - offset)))
      }
      guard window.holds(offset, count) else { throw .cut }
      bytes.append(from: window.bytes.slice.start + Int(offset - window.start), count: count)
    } else {
      try fill(&bytes, from: offset, upTo: count)
      guard bytes.count == count else { throw .cut }
    }
    return bytes
  }

  private func fill(_ bytes: inout Buffer<UInt8>, from offset: Int64, upTo count: Int) throws(PartialFault) {
    do {
      while bytes.count < count {
        let place = offset + Int64(bytes.count)
        let added = try bytes.append(upTo: count - bytes.count) { room in
          try descriptor.read(fromAbsoluteOffset: place, into: UnsafeMutableRawBufferPointer(room))
        }
        if added == 0 { break }
      }
    } catch {
      throw .unreadable((error as? Errno)?.description ?? "\(error)")
    }
  }

  /// The window of the bytes read last and those after them: frames are small and follow each other.
  private final class Window {
    static let size = 1 << 15
    var bytes = Buffer<UInt8>(capacity: size)
    var start: Int64 = 0

    func holds(_ offset: Int64, _ count: Int) -> Bool {
      offset >= start && offset + Int64(count) <= start + Int64(bytes.count)
    }
  }
}
