internal import RuleEngine
internal import SystemPackage

/// The bytes of a stream, unpacked where they are gzip or zstd: what they are their first bytes say, never a name.
struct ByteSource: ~Copyable {
  private let descriptor: FileDescriptor
  private let wake: FileDescriptor?
  private var unpacker: Unpacker?
  private var isAtStart = true
  private var isAtEnd = false
  /// Bytes that were read and not handed on yet, from `first` on.
  private var packed = Buffer<UInt8>()
  private var first = 0
  /// Bytes read of what is stored, and handed on.
  private(set) var bytesRead = 0
  private var bytesGiven = 0
  /// Whether the last room was too small, perhaps, for what there was.
  private var wasFilled = false
  /// How the stream ended, where it did not as it should.
  private(set) var fault: StreamFault?
  private static let blockSize = 1 << 17
  /// What may be unpacked whatever its ratio, and the ratio from there on.
  private static let freeBytes = 16 << 20
  private static let ratio = 1_000

  init(_ descriptor: FileDescriptor, wake: FileDescriptor?) {
    self.descriptor = descriptor
    self.wake = wake
  }

  /// Reads up to as many bytes as there is room for; 0 at the end.
  mutating func read(into room: UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int {
    if isAtStart { try begin() }
    guard unpacker != nil else {
      if first < packed.count {
        let count = min(room.count, packed.count - first)
        for index in 0..<count { room[index] = packed[first + index] }
        first += count
        return count
      }
      guard !isAtEnd else { return 0 }
      let count = try readStored(room)
      bytesRead += count
      isAtEnd = count == 0
      return count
    }
    return try unpack(into: room)
  }

  /// Looks at the first bytes.
  private mutating func begin() throws(Errno) {
    isAtStart = false
    while packed.count < 4, !isAtEnd { try readPacked() }
    guard let kind = Unpacker.Kind(packed.slice) else { return }
    do {
      unpacker = try Unpacker(kind)
    } catch {
      fault = error
      isAtEnd = true
      first = packed.count
    }
  }

  private mutating func readPacked() throws(Errno) {
    if first > 0 {
      packed.removeFirst(first)
      first = 0
    }
    var more = Buffer<UInt8>()
    swap(&more, &packed)
    defer { swap(&more, &packed) }
    let count = try more.append(upTo: Self.blockSize) { room throws(Errno) -> Int in try readStored(room) }
    bytesRead += count
    isAtEnd = count == 0
  }

  private mutating func unpack(into room: UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int {
    while fault == nil {
      if first == packed.count, !isAtEnd {
        packed.removeAll()
        first = 0
        try readPacked()
      }
      let input = packed.slice(first..<packed.count)
      if input.isEmpty, isAtEnd, !wasFilled {
        if unpacker?.isInside == true { fault = .truncated(unpacker?.kind.name ?? "") }
        return 0
      }
      guard let step = unpacker?.step(input, into: room) else { return 0 }
      first += step.taken
      bytesGiven += step.given
      wasFilled = step.given == room.count
      if bytesGiven > Self.freeBytes, bytesGiven / Self.ratio > bytesRead {
        fault = .ratio
        return 0
      }
      if step.isDamaged {
        fault = .damaged(unpacker?.kind.name ?? "", at: bytesRead - (packed.count - first))
      }
      if step.given > 0 { return step.given }
    }
    return 0
  }

  private func readStored(_ room: UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int {
    var isPatient = wake == nil
    while true {
      if !isPatient { try Readiness.wait(for: descriptor, orFor: wake) }
      do {
        return try descriptor.read(into: UnsafeMutableRawBufferPointer(room), retryOnInterrupt: false)
      } catch Errno.interrupted {
        continue
      } catch Errno.resourceTemporarilyUnavailable {
        isPatient = false
      } catch {
        throw error as? Errno ?? .ioError
      }
    }
  }
}

/// Why a stream ended before what is packed in it did.
package enum StreamFault: Error, Sendable, Equatable {
  /// The packed data end inside.
  case truncated(String)
  /// The packed data are damaged, from about this byte on.
  case damaged(String, at: Int)
  /// What is unpacked is more than a thousand times as much as what is packed.
  case ratio
  /// The system has no library that unpacks this kind.
  case noLibrary(String, library: String, package: String)

  /// One sentence for people.
  package var message: String {
    switch self {
    case .truncated(let kind): "the \(kind) data end before they are whole; what comes after is missing"
    case .damaged(let kind, let place):
      "the \(kind) data are damaged near byte \(place); what comes after is missing"
    case .ratio:
      "this unpacks to more than a thousand times its size, past the first 16 MiB; what comes after was not read"
    case .noLibrary(let kind, let library, let package):
      "this is \(kind), and there is no \(library) to unpack it: install \(package)"
    }
  }

  /// Whether nothing of the stream can be used.
  package var isFatal: Bool {
    switch self {
    case .noLibrary, .ratio: true
    case .truncated, .damaged: false
    }
  }
}
