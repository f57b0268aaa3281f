import Replay
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A stream for one replay, in a file without a name: nothing is left of it, however the run ends.
struct ScratchStream: ~Copyable {
  private let descriptor: FileDescriptor

  init(_ bytes: [UInt8]) throws { descriptor = try Self.open(bytes) }

  private static func open(_ bytes: [UInt8]) throws -> FileDescriptor {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let name = FilePath("\(folder)/errctl-\(String(UInt64.random(in: 0..<(1 << 60)), radix: 36))")
    do {
      let descriptor = try FileDescriptor.open(
        name, .readWrite, options: [.create, .exclusiveCreate], permissions: [.ownerReadWrite])
      unlink(name.string)
      _ = try descriptor.writeAll(bytes)
      _ = try descriptor.seek(offset: 0, from: .start)
      return descriptor
    } catch {
      throw WriteFailure(name: name.string, errno: error as? Errno ?? .ioError)
    }
  }

  deinit { try? descriptor.close() }

  func stream(named name: String) -> Replayer.Stream {
    Replayer.Stream(name: name, source: .descriptor(descriptor))
  }
}
