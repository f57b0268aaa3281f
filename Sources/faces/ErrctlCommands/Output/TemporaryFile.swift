import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A new file beside another one, whose place it takes when it is complete.
///
/// Its name is random, so a file that a killed run left is in nobody's way.
struct TemporaryFile {
  let path: FilePath
  let descriptor: FileDescriptor

  init(beside target: String, permissions: FilePermissions) throws {
    // From here on an interruption must clean up.
    Interruption.endInOrder()
    while true {
      let random = String(UInt64.random(in: 0..<(1 << 40)), radix: 36)
      let path = FilePath("\(target).errctl-\(random)")
      do {
        descriptor = try .open(
          path, .writeOnly, options: [.create, .exclusiveCreate], permissions: permissions)
      } catch Errno.fileExists {
        continue
      }
      self.path = path
      OpenFiles.add(path)
      return
    }
  }

  /// Closes the file, with its bytes on the disk.
  func close() throws {
    try descriptor.closeAfter {
      // Pipes and the like, and some file systems, know no such request.
      guard fsync(descriptor.rawValue) == 0 || errno == EINVAL else { throw Errno(rawValue: errno) }
    }
  }

  /// Takes the place of a file, or makes it, after ``close()``.
  func replace(_ target: String) throws {
    guard rename(path.string, target) == 0 else { throw Errno(rawValue: errno) }
    OpenFiles.remove(path)
    Self.syncFolder(of: target)
  }

  /// Changes places with a file, after ``close()``; false where the system or its file system can't.
  func exchange(with target: String) -> Bool {
    #if canImport(Darwin)
      return renamex_np(path.string, target, UInt32(RENAME_SWAP)) == 0
    #else
      // Linux 3.15 has it, but no header that Swift reads.
      typealias Rename =
        @convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt) -> CInt
      guard let symbol = dlsym(nil, "renameat2") else { return false }
      let renameExchange: CUnsignedInt = 2
      let rename = unsafeBitCast(symbol, to: Rename.self)
      return rename(AT_FDCWD, path.string, AT_FDCWD, target, renameExchange) == 0
    #endif
  }

  /// Makes a file that does not exist yet: the whole of it, or none of it.
  static func make(_ target: String, of bytes: [UInt8]) throws {
    let file = try TemporaryFile(
      beside: target, permissions: [.ownerReadWrite, .groupRead, .otherRead])
    defer { file.remove() }
    do {
      _ = try file.descriptor.writeAll(bytes)
    } catch {
      try? file.descriptor.close()
      throw error
    }
    try file.close()
    if link(file.path.string, target) != 0 {
      // A file system without hard links; somebody else's new file is not replaced.
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno), access(target, F_OK) != 0 else {
        throw Errno(rawValue: errno)
      }
      guard rename(file.path.string, target) == 0 else { throw Errno(rawValue: errno) }
    }
    syncFolder(of: target)
  }

  func remove() {
    unlink(path.string)
    OpenFiles.remove(path)
  }

  /// So that the new name is on the disk, too.
  static func syncFolder(of file: String) {
    let folder = FilePath(file).removingLastComponent()
    guard let descriptor = try? FileDescriptor.open(folder.isEmpty ? "." : folder, .readOnly) else { return }
    _ = fsync(descriptor.rawValue)
    try? descriptor.close()
  }
}

/// Temporary files to remove if the run ends early.
enum OpenFiles {
  // Commands open and close their files one after the other, between their suspension points.
  nonisolated(unsafe) private static var paths: [FilePath] = []

  static func add(_ path: FilePath) {
    paths.append(path)
  }

  static func remove(_ path: FilePath) {
    paths.removeAll { $0 == path }
  }

  static func removeAll() {
    for path in paths { unlink(path.string) }
    paths = []
  }
}
