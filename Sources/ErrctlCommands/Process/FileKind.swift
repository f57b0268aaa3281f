import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct FileKind {
  private let status: stat

  /// Inspects the file at `path`, or by default a link's target.
  init(of path: String, followsLinks: Bool = true) throws(Errno) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
      throw Errno(rawValue: errno)
    }
    self.status = status
  }

  init(of descriptor: FileDescriptor) throws(Errno) {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
    self.status = status
  }

  /// Throws if an output would overwrite one of its inputs.
  static func reject(_ output: String, of option: String, inPlaceOf inputs: [FileKind]) throws(CommandFailure)
  {
    guard output != "-", let kind = try? FileKind(of: output), inputs.contains(where: { $0.isSame(as: kind) })
    else { return }
    throw CommandFailure(.usage, "\(option) \(output) would overwrite an input. Name another file.")
  }

  var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
  var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
  var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
  /// The size in bytes of a regular file, or 0.
  var size: Int { isRegular ? Int(status.st_size) : 0 }
  var permissions: FilePermissions { FilePermissions(rawValue: CModeT(status.st_mode & 0o777)) }
  /// The permissions with the set-id and sticky bits.
  var mode: mode_t { status.st_mode & 0o7777 }
  var owner: (user: uid_t, group: gid_t) { (status.st_uid, status.st_gid) }
  var isWritable: Bool { status.st_mode & 0o222 != 0 }

  /// The device and inode number.
  struct Identity: Hashable {
    let device: UInt64
    let file: UInt64
  }

  var identity: Identity {
    Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      file: UInt64(truncatingIfNeeded: status.st_ino)
    )
  }

  /// Whether both are the same regular file, by whatever path.
  func isSame(as other: FileKind) -> Bool {
    isRegular && other.isRegular && status.st_ino == other.status.st_ino
      && status.st_dev == other.status.st_dev
  }
}
