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
  /// The name as the user gave it.
  let name: String
  /// Whether what was written is not whole, and was taken away.
  private(set) var isGivenUp = false
  /// Where the text is until the file is whole, or nil where it is written in place.
  private let temporary: FilePath?

  /// Opens the file at `name`.
  init(_ name: String) throws {
    self.name = name
    guard name != "-" else {
      output = .standardOutput
      descriptor = nil
      temporary = nil
      return
    }
    let kind = try? FileKind(of: name, followsLinks: false)
    do {
      if kind?.isRegular ?? true {
        let beside = FilePath("\(name).errctl-\(getpid())")
        // From here on a signal has something to put in order.
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

  /// Hands over what was written so far.
  func flush() throws {
    try output.flush()
  }

  /// Makes what was written the file.
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

  /// Ends where what was written is not whole: a file is taken away, what is written in place has what it has.
  func giveUp() throws {
    guard let temporary else { return try close() }
    isGivenUp = true
    try? descriptor?.close()
    unlink(temporary.string)
    OpenFiles.remove(temporary)
  }

  private static let permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
}

/// Files that are being written, to be removed where a run ends before they are whole.
enum OpenFiles {
  // Commands open and close their files themselves, one after the other, between the steps that they wait for.
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
