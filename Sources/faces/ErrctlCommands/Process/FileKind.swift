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

  /// The kind of a file, by default that of a link's target.
  init(of path: String, followsLinks: Bool = true) throws(Errno) {
    // A link itself is where it stands.
    try Confinement.check(followsLinks ? path : Self.folder(of: path))
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
      let error = Errno(rawValue: errno)
      WatchedFiles.note(path, nil)
      throw error
    }
    self.status = status
    // A link's target is noted when it is read.
    if !isLink { WatchedFiles.note(path, State(status)) }
  }

  private static func folder(of path: String) -> String {
    let folder = FilePath(path).removingLastComponent().string
    return folder.isEmpty ? "." : folder
  }

  init(of descriptor: FileDescriptor) throws(Errno) {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
    self.status = status
  }

  /// Rejects outputs of one command that go to the same file; standard output is not a file, and a device takes several.
  static func rejectSame(_ outputs: [(option: String, name: String?)]) throws {
    let named = outputs.compactMap { option, name in name.map { (option: option, name: $0) } }.filter {
      $0.name != "-"
    }
    for (index, one) in named.enumerated() {
      for other in named[..<index] {
        var isSame = one.name == other.name
        if let left = try? FileKind(of: one.name), let right = try? FileKind(of: other.name) {
          isSame = left.isSame(as: right) || isSame && left.isRegular
        }
        guard isSame else { continue }
        let which = one.option == other.option ? "Two of \(one.option)" : "\(other.option) and \(one.option)"
        throw CommandFailure(.usage, "\(which) cannot go to the same file.")
      }
    }
  }

  /// Throws if an output would overwrite one of its inputs.
  static func reject(_ output: String, of option: String, inPlaceOf inputs: [FileKind]) throws(CommandFailure)
  {
    guard output != "-", let kind = try? FileKind(of: output), inputs.contains(where: { $0.isSame(as: kind) })
    else { return }
    throw CommandFailure(.usage, "\(option) \(output) would overwrite an input. Name another file.")
  }

  /// Changes when a file is written, replaced or removed, or a folder's list of files changes.
  struct State: Equatable {
    let identity: Identity
    let size: Int64
    let seconds: Int
    let nanoseconds: Int
    let isFolder: Bool
    /// Not a device or pipe, whose times change with every use.
    let isLasting: Bool

    fileprivate init(_ status: stat) {
      identity = FileKind.identity(of: status)
      size = Int64(status.st_size)
      #if canImport(Darwin)
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
      #else
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      #endif
      isFolder = status.st_mode & S_IFMT == S_IFDIR
      isLasting = isFolder || status.st_mode & S_IFMT == S_IFREG
    }
  }

  static func state(of descriptor: FileDescriptor) -> State? {
    var status = stat()
    return fstat(descriptor.rawValue, &status) == 0 ? State(status) : nil
  }

  /// The state of a link's target; nil if there is no file.
  static func state(of path: String) -> State? {
    guard (try? Confinement.check(path)) != nil else { return nil }
    var status = stat()
    return stat(path, &status) == 0 ? State(status) : nil
  }

  var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
  var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
  var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
  /// The noun for what is neither a file nor a folder: opening it may block, and reading it may never end.
  var specialNoun: String? {
    switch status.st_mode & S_IFMT {
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: nil
    }
  }
  /// The size in bytes; 0 unless it is a regular file.
  var size: Int { isRegular ? Int(status.st_size) : 0 }
  var permissions: FilePermissions { FilePermissions(rawValue: CModeT(status.st_mode & 0o777)) }
  /// Permissions with the set-id and sticky bits.
  var mode: mode_t { status.st_mode & 0o7777 }
  var owner: (user: uid_t, group: gid_t) { (status.st_uid, status.st_gid) }
  var isWritable: Bool { status.st_mode & 0o222 != 0 }

  struct Identity: Hashable {
    let device: UInt64
    let file: UInt64
  }

  var identity: Identity { Self.identity(of: status) }

  private static func identity(of status: stat) -> Identity {
    Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// The same regular file, by whatever path.
  func isSame(as other: FileKind) -> Bool {
    isRegular && other.isRegular && status.st_ino == other.status.st_ino
      && status.st_dev == other.status.st_dev
  }
}
