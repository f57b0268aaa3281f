#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

package enum FolderNames {
  /// Unordered, without `.` and `..`; nil if the folder can't be read.
  ///
  /// - Parameter limit: the number of names after which it stops.
  package static func names(in folder: String, limit: Int = .max) -> [String]? {
    guard let open = opendir(folder) else { return nil }
    defer { closedir(open) }
    var names: [String] = []
    errno = 0
    while names.count < limit, let entry = readdir(open) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    return errno == 0 ? names : nil
  }
}
