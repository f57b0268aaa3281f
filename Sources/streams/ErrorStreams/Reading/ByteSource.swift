internal import Bytes
internal import SystemPackage

/// Unpacked if the first bytes are gzip's or zstd's, whatever the name.
struct ByteSource: ~Copyable {
  private let stored: StoredBytes
  private let followed: FollowedFile?
  private var unpacking: UnpackingThread?
  private var isAtStart = true
  private var isAtEnd = false
  /// The first bytes, from `first` on, until they are passed on.
  private var beginning = Buffer<UInt8>()
  private var first = 0
  private var storedRead = 0
  private var ownFault: StreamFault?

  init(_ descriptor: FileDescriptor, wake: FileDescriptor?) {
    stored = StoredBytes(descriptor: descriptor, wake: wake)
    followed = nil
  }

  /// The current end of a growing file is not final.
  init(following file: FollowedFile) {
    stored = StoredBytes(descriptor: .standardInput, wake: nil)
    followed = file
    isAtStart = false
  }

  var bytesRead: Int { unpacking?.bytesRead ?? storedRead }
  var fault: StreamFault? { unpacking?.fault ?? ownFault }
  var goesOn: Bool { followed.map { !$0.isAtEnd } ?? false }

  /// 0 at the end.
  ///
  /// - Throws: `Errno.resourceTemporarilyUnavailable` if a followed file has no more bytes yet.
  mutating func read(into room: UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int {
    if let followed {
      let count = try followed.read(into: room)
      storedRead += count
      return count
    }
    if isAtStart { try begin() }
    if let unpacking { return try unpacking.read(into: room) }
    if first < beginning.count {
      let count = min(room.count, beginning.count - first)
      UnsafeMutableRawBufferPointer(room).copyMemory(from: beginning.slice(first..<first + count).buffer)
      first += count
      return count
    }
    guard !isAtEnd else { return 0 }
    let count = try stored.read(into: room)
    storedRead += count
    isAtEnd = count == 0
    return count
  }

  private mutating func begin() throws(Errno) {
    isAtStart = false
    while !isAtEnd, beginning.count < 4 || OtherPacking.mayBegin(beginning.slice) {
      var more = Buffer<UInt8>()
      swap(&more, &beginning)
      defer { swap(&more, &beginning) }
      let count = try more.append(upTo: Self.firstSize) { room throws(Errno) -> Int in
        try stored.read(into: room)
      }
      storedRead += count
      isAtEnd = count == 0
    }
    guard let kind = PackedKind(beginning.slice) else {
      if let packing = OtherPacking(beginning.slice) { end(with: .packedOtherwise(packing)) }
      return
    }
    let unpacker: any Unpacker
    do {
      unpacker = try kind.unpacker()
    } catch {
      return end(with: error)
    }
    // Its own descriptor, because the unpacking thread may still read when the stream is closed here.
    let descriptor: FileDescriptor
    do {
      descriptor = try stored.descriptor.duplicate()
    } catch {
      throw error as? Errno ?? .ioError
    }
    let source = PackedSource(
      StoredBytes(descriptor: descriptor, wake: stored.wake), unpacker, beginning: beginning.slice,
      isAll: isAtEnd)
    beginning.removeAll()
    unpacking = UnpackingThread(source, closing: descriptor)
  }

  /// Nothing of the stream is passed on.
  private mutating func end(with fault: StreamFault) {
    ownFault = fault
    isAtEnd = true
    first = beginning.count
  }

  private static let firstSize = 1 << 17
}

package enum StreamFault: Error, Sendable, Equatable {
  case truncated(String)
  /// The data is damaged from about this byte on.
  case damaged(String, at: Int)
  /// The unpacked data is more than a thousand times as large as the packed.
  case ratio
  case notBuiltIn(String)
  case packedOtherwise(OtherPacking)
  /// A file without a byte, whose name says how it is packed.
  case empty(String)
  case outOfMemory
  /// Its end may be missing.
  case openArray

  package var message: String {
    switch self {
    case .truncated(let kind): "The \(kind) data is truncated. The rest of the stream is missing."
    case .damaged(let kind, let place):
      "The \(kind) data is damaged near byte \(place). The rest of the stream is missing."
    case .ratio:
      "The stream unpacks to more than a thousand times its size, past the first 16 MiB. The rest was not read."
    case .notBuiltIn(let kind):
      "The stream is packed with \(kind), but this errctl was built without the trait Compression. Unpack it first: \(kind) -dc FILE | errctl … -"
    case .packedOtherwise(let packing):
      "The stream is packed with \(packing.name), which errctl does not read. Unpack it first: \(packing.command) | errctl … -"
    case .empty(let kind):
      "The \(kind) data is truncated: the file is empty."
    case .openArray: "The array of records is never closed. The rest of the stream may be missing."
    case .outOfMemory: "There is not enough memory to unpack the stream."
    }
  }

  package var isFatal: Bool {
    switch self {
    case .notBuiltIn, .packedOtherwise, .outOfMemory, .ratio: true
    case .truncated, .damaged, .empty, .openArray: false
    }
  }
}
