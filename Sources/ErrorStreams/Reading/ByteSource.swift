internal import Bytes
internal import SystemPackage

/// The bytes of a stream, unpacked where they are gzip or zstd: what they are their first bytes say, never a name.
struct ByteSource: ~Copyable {
  private let stored: StoredBytes
  /// The file where it is followed as it grows.
  private let followed: FollowedFile?
  private var unpacking: UnpackingThread?
  private var isAtStart = true
  private var isAtEnd = false
  /// The first bytes, until they are handed on, from `first` on.
  private var beginning = Buffer<UInt8>()
  private var first = 0
  private var storedRead = 0
  private var ownFault: StreamFault?

  init(_ descriptor: FileDescriptor, wake: FileDescriptor?) {
    stored = StoredBytes(descriptor: descriptor, wake: wake)
    followed = nil
  }

  /// Bytes of a file that grows: to have read them all is no end.
  init(following file: FollowedFile) {
    stored = StoredBytes(descriptor: .standardInput, wake: nil)
    followed = file
    isAtStart = false
  }

  /// Bytes read of what is stored.
  var bytesRead: Int { unpacking?.bytesRead ?? storedRead }
  /// How the stream ended, where it did not as it should.
  var fault: StreamFault? { unpacking?.fault ?? ownFault }
  /// Whether what was read ended, and something else begins behind it.
  var goesOn: Bool { followed.map { !$0.isAtEnd } ?? false }

  /// Reads up to as many bytes as there is room for; 0 at the end.
  ///
  /// - Throws: `Errno.resourceTemporarilyUnavailable` where a file that is followed has no more yet.
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

  /// Looks at the first bytes.
  private mutating func begin() throws(Errno) {
    isAtStart = false
    while beginning.count < 4, !isAtEnd {
      var more = Buffer<UInt8>()
      swap(&more, &beginning)
      defer { swap(&more, &beginning) }
      let count = try more.append(upTo: Self.firstSize) { room throws(Errno) -> Int in
        try stored.read(into: room)
      }
      storedRead += count
      isAtEnd = count == 0
    }
    guard let kind = PackedKind(beginning.slice) else { return }
    let unpacker: any Unpacker
    do {
      unpacker = try kind.unpacker()
    } catch {
      ownFault = error
      isAtEnd = true
      first = beginning.count
      return
    }
    // Of its own: the thread that unpacks may read on when the stream is closed here.
    let descriptor: FileDescriptor
    do {
      descriptor = try stored.descriptor.duplicate()
    } catch {
      throw error as? Errno ?? .ioError
    }
    let source = PackedSource(
      StoredBytes(descriptor: descriptor, wake: stored.wake),
      unpacker,
      beginning: beginning.slice,
      isAll: isAtEnd
    )
    beginning.removeAll()
    unpacking = UnpackingThread(source, closing: descriptor)
  }

  private static let firstSize = 1 << 17
}

/// Why a stream ended before what is packed in it did.
package enum StreamFault: Error, Sendable, Equatable {
  /// The packed data end inside.
  case truncated(String)
  /// The packed data are damaged, from about this byte on.
  case damaged(String, at: Int)
  /// What is unpacked is more than a thousand times as much as what is packed.
  case ratio
  /// Nothing in this build unpacks this kind.
  case notBuiltIn(String)
  /// There is no memory to unpack in.
  case outOfMemory

  /// One sentence for people.
  package var message: String {
    switch self {
    case .truncated(let kind): "The \(kind) data is truncated. The rest of the stream is missing."
    case .damaged(let kind, let place):
      "The \(kind) data is damaged near byte \(place). The rest of the stream is missing."
    case .ratio:
      "The stream unpacks to more than a thousand times its size, past the first 16 MiB. The rest was not read."
    case .notBuiltIn(let kind):
      "The stream is packed with \(kind), but this errctl was built without the trait Compression. Unpack it first: \(kind) -dc FILE | errctl … -"
    case .outOfMemory: "There is not enough memory to unpack the stream."
    }
  }

  /// Whether nothing of the stream can be used.
  package var isFatal: Bool {
    switch self {
    case .notBuiltIn, .outOfMemory, .ratio: true
    case .truncated, .damaged: false
    }
  }
}
