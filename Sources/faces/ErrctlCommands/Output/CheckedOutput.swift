import Replay
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes every byte or fails the run with status 74.
final class CheckedOutput: ReplayOutput {
  // Commands write one at a time: on the main thread, or on a worker while the main thread waits for it.
  nonisolated(unsafe) static let standardOutput = CheckedOutput(.standardOutput, name: "standard output")
  nonisolated(unsafe) static let standardError = CheckedOutput(.standardError, name: "standard error")

  let descriptor: FileDescriptor
  private let name: String
  private var pending: [UInt8] = []
  private static let capacity = 1 << 16

  init(_ descriptor: FileDescriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    if pending.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try writeAll(bytes)
    } else {
      pending.append(contentsOf: bytes)
    }
  }

  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }

  func flush() throws {
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    try bytes.withUnsafeBytes { try writeAll($0) }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      do {
        let count = try descriptor.write(rest)
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } catch Errno.resourceTemporarilyUnavailable {
        // The descriptor was handed over in non-blocking mode; wait for it.
        var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
        _ = poll(&polled, 1, -1)
      } catch {
        throw WriteFailure(name: name, errno: error as? Errno ?? .ioError)
      }
    }
  }
}

struct WriteFailure: Error, CustomStringConvertible {
  let name: String
  let errno: Errno

  /// Whether the reader closed the pipe, as `head` does when it has read enough.
  var isClosedPipe: Bool { errno == .brokenPipe && name == "standard output" }

  var description: String { "\(name) could not be written: \(errno.description)." }
}
