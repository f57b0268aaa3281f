import Replay
import SystemPackage
internal import Shards

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Partial results as `merge` names them, opened. Their shards are read several times, each at its place, so what can be read
/// once only is copied to a temporary file without a name.
enum PartialInput {
  static func set(_ names: [String]) throws -> PartialSet {
    var set = PartialSet()
    for name in names {
      let shown = InputFile.shown(name)
      do {
        try set.add(shown, open(name))
      } catch let fault as PartialFault {
        throw CommandFailure(.unusableInput, fault.message(of: shown))
      } catch let errno as Errno {
        throw CommandFailure(.unusableInput, "\(shown): \(InputFile.reason(errno))")
      }
    }
    if let message = set.settle() { throw CommandFailure(.unusableInput, message) }
    return set
  }

  private static func open(_ name: String) throws -> FileDescriptor {
    let descriptor = try InputFile.open(name)
    let kind = try FileKind(of: descriptor)
    if kind.isFolder { throw Errno.isDirectory }
    if name != "-", kind.isRegular { return descriptor }
    defer { if name != "-" { try? descriptor.close() } }
    return try copy(of: descriptor)
  }

  private static func copy(of descriptor: FileDescriptor) throws -> FileDescriptor {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let file = try TemporaryFile(beside: "\(folder)/merge", permissions: [.ownerReadWrite])
    defer { file.remove() }
    let copy = try FileDescriptor.open(file.path, .readOnly)
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { block.deallocate() }
    while case let count = try descriptor.read(into: block), count > 0 {
      _ = try file.descriptor.writeAll(UnsafeRawBufferPointer(rebasing: block[..<count]))
    }
    try file.descriptor.close()
    return copy
  }
}
