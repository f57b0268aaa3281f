import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file without a name, whose contents each input replaces.
struct MemoryFile {
  let descriptor: FileDescriptor

  init() {
    let path = "/dev/shm/errctl-fuzz-\(getpid())-\(UInt64.random(in: 0..<(1 << 40)))"
    let folder = access("/dev/shm", W_OK) == 0 ? path : "/tmp/" + path.dropFirst("/dev/shm/".count)
    guard
      let opened = try? FileDescriptor.open(
        FilePath(folder), .readWrite, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    else { exit(74) }
    unlink(folder)
    descriptor = opened
  }

  /// Ready to be read from its beginning.
  func hold(_ bytes: [UInt8]) {
    ftruncate(descriptor.rawValue, 0)
    lseek(descriptor.rawValue, 0, SEEK_SET)
    let count = bytes.withUnsafeBytes { try? descriptor.writeAll($0) }
    guard count == bytes.count else { exit(74) }
    lseek(descriptor.rawValue, 0, SEEK_SET)
  }
}
