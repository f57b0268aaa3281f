import Replay
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that a command writes: a regular file is written beside and renamed once it is whole; standard
/// output (`-`), devices, pipes and links are written in place.
final class OutputFile: ReplayOutput {
  private let output: CheckedOutput
  private let descriptor: FileDescriptor?
  private let path: FilePath
  /// Where the text is until the file is whole, or nil where it is written in place.
  private let temporary: FilePath?

  /// Opens the file at `name`.
  init(_ name: String) throws {
    path = FilePath(name)
    guard name != "-" else {
      output = .standardOutput
      descriptor = nil
      temporary = nil
      return
    }
    var status = stat()
    let exists = lstat(name, &status) == 0
    let isRegular = !exists || status.st_mode & S_IFMT == S_IFREG
    do {
      if isRegular {
        let beside = FilePath("\(name).errctl-\(getpid())")
        descriptor = try .open(
          beside,
          .writeOnly,
          options: [.create, .exclusiveCreate],
          permissions: Self.permissions(exists, status)
        )
        temporary = beside
        OpenFiles.add(beside)
      } else {
        descriptor = try .open(path, .writeOnly)
        temporary = nil
      }
    } catch {
      throw WriteFailure(name: name, errno: error as? Errno ?? .ioError)
    }
    output = CheckedOutput(descriptor ?? .standardOutput, name: name)
  }

  /// Whether the file is standard output.
  var isStandardOutput: Bool { descriptor == nil }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try output.write(bytes)
  }

  /// Makes what was written the file.
  func close() throws {
    try output.flush()
    guard let descriptor else { return }
    do {
      try descriptor.close()
    } catch {
      throw WriteFailure(name: path.string, errno: error as? Errno ?? .ioError)
    }
    guard let temporary else { return }
    guard rename(temporary.string, path.string) == 0 else {
      throw WriteFailure(name: path.string, errno: Errno(rawValue: errno))
    }
    OpenFiles.remove(temporary)
  }

  private static func permissions(_ exists: Bool, _ status: stat) -> FilePermissions {
    exists
      ? FilePermissions(rawValue: CModeT(status.st_mode & 0o777)) : [.ownerReadWrite, .groupRead, .otherRead]
  }
}

/// Files that are being written, to be removed where a run ends before they are whole.
enum OpenFiles {
  nonisolated(unsafe) private static var paths: [FilePath] = []

  static func add(_ path: FilePath) {
    paths.append(path)
  }

  static func remove(_ path: FilePath) {
    paths.removeAll { $0 == path }
  }

  /// Removes what is not whole.
  static func removeAll() {
    for path in paths { unlink(path.string) }
    paths = []
  }
}
