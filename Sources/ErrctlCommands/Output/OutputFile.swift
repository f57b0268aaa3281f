import Replay
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A regular file is written to a temporary file and renamed when complete; standard output (`-`), devices,
/// pipes and links are written in place.
final class OutputFile: ReplayOutput {
  private let output: CheckedOutput
  private let descriptor: FileDescriptor?
  let name: String
  private(set) var isGivenUp = false
  /// Nil if the output is written in place.
  private let temporary: FilePath?

  init(_ name: String) throws {
    self.name = name
    guard name != "-" else {
      output = .standardOutput
      descriptor = nil
      temporary = nil
      return
    }
    WatchedFiles.noteOutput(name)
    let kind = try? FileKind(of: name, followsLinks: false)
    do {
      if kind?.isRegular ?? true {
        let beside = FilePath("\(name).errctl-\(getpid())")
        // From here on an interruption must clean up.
        Interruption.endInOrder()
        descriptor = try .open(
          beside,
          .writeOnly,
          options: [.create, .exclusiveCreate],
          permissions: kind?.permissions ?? Self.permissions
        )
        temporary = beside
        OpenFiles.add(beside)
      } else {
        let options: FileDescriptor.OpenOptions = kind?.isLink == true ? [.create, .truncate] : []
        descriptor = try .open(FilePath(name), .writeOnly, options: options, permissions: Self.permissions)
        temporary = nil
      }
    } catch {
      throw WriteFailure(name: name, errno: error as? Errno ?? .ioError)
    }
    output = CheckedOutput(descriptor ?? .standardOutput, name: name)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try output.write(bytes)
  }

  func flush() throws {
    try output.flush()
  }

  func close() throws {
    try output.flush()
    guard let descriptor else { return }
    do {
      try descriptor.close()
    } catch {
      throw WriteFailure(name: name, errno: error as? Errno ?? .ioError)
    }
    guard let temporary else { return }
    guard rename(temporary.string, name) == 0 else {
      throw WriteFailure(name: name, errno: Errno(rawValue: errno))
    }
    OpenFiles.remove(temporary)
  }

  /// Output written in place stays as it is.
  func giveUp() throws {
    guard let temporary else { return try close() }
    isGivenUp = true
    try? descriptor?.close()
    unlink(temporary.string)
    OpenFiles.remove(temporary)
  }

  private static let permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
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
