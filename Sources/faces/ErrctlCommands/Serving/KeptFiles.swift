import Bytes
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Texts for the editor to show, and the first records of streams, in a folder that only the user may read.
final class KeptFiles: Sendable {
  private struct Contents {
    var folder: FilePath?
    var files: Set<String> = []
  }

  private let contents = Lock<Contents>(Contents())

  /// The path; nil if it can't be written.
  func write(_ text: some Sequence<UInt8>, _ name: String) -> String? {
    let name = String(
      name.unicodeScalars.map { scalar in
        let isPlain =
          scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
        return isPlain ? Character(scalar) : "-"
      }
    )
    return contents.withLock { contents in
      contents.folder = contents.folder ?? Self.newFolder()
      guard let path = contents.folder?.appending(name) else { return nil }
      do {
        let file = try FileDescriptor.open(
          path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
        defer { try? file.close() }
        try file.writeAll(text)
      } catch {
        return nil
      }
      contents.files.insert(name)
      return path.string
    }
  }

  func remove() {
    contents.withLock { contents in
      guard let folder = contents.folder else { return }
      for name in contents.files { unlink(folder.appending(name).string) }
      rmdir(folder.string)
      contents = Contents()
    }
  }

  private static func newFolder() -> FilePath? {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array(FilePath(parent).appending("errctl-XXXXXX").string.utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return FilePath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
