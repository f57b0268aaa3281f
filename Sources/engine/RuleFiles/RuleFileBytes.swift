#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The bytes of a rule file, read as a whole.
package struct RuleFileBytes {
  /// Changes with a file's contents, as far as the file system knows.
  package struct Stamp: Equatable, Sendable {
    let device: UInt64
    let file: UInt64
    let size: Int64
    /// The time in the system's format.
    let written: [UInt8]

    fileprivate init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      file = UInt64(truncatingIfNeeded: status.st_ino)
      size = Int64(status.st_size)
      #if canImport(Darwin)
        written = withUnsafeBytes(of: status.st_mtimespec) { Array($0) }
      #else
        written = withUnsafeBytes(of: status.st_mtim) { Array($0) }
      #endif
    }

    package init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }
  }

  package let bytes: [UInt8]
  package let stamp: Stamp

  /// Reads at most `limit` bytes, and one more to detect a longer file.
  ///
  /// A file that changes during the read is rejected, because a mixture of two texts may look like a rule
  /// file.
  package init(_ path: String, limit: Int) throws(Fault) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Fault(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Fault(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Fault(isFolder: status.st_mode & S_IFMT == S_IFDIR, "it is not a regular file")
    }
    let before = Stamp(status)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = chunk.withUnsafeMutableBytes { room in read(descriptor, room.baseAddress, room.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Fault(errno) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard fstat(descriptor, &status) == 0, Stamp(status) == before,
      bytes.count > limit || bytes.count == before.size
    else { throw Fault(isFolder: false, "it changed while it was read (write a new file, then rename it)") }
    self.bytes = bytes
    stamp = before
  }

  package struct Fault: Error {
    package let isMissing: Bool
    package let isFolder: Bool
    /// The rest of a sentence that begins with the file's name.
    package let reason: String

    init(_ code: Int32) {
      isMissing = code == ENOENT || code == ENOTDIR
      isFolder = code == EISDIR
      reason = isMissing ? "the file does not exist" : String(cString: strerror(code))
    }

    init(isFolder: Bool, _ reason: String) {
      isMissing = false
      self.isFolder = isFolder
      self.reason = isFolder ? "it is a folder" : reason
    }
  }

  /// The path with every link resolved; nil if the file does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
