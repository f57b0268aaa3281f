#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif
internal import Records
internal import SystemPackage

struct FileState: Equatable {
  /// Whatever the file's name.
  struct Identity: Hashable {
    let device: UInt64
    let file: UInt64
  }

  let identity: Identity
  let size: Int
  let isRegular: Bool
  let changed: Timestamp

  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The open file; nil if the system does not tell.
  init?(of descriptor: FileDescriptor) {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    changed = Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }
}
