import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The only folder whose files a command may open, if the variable `ERRCTL_ROOT` names one: `errctl mcp` sets it for the commands
/// that it runs for a client.
enum Confinement {
  static let variable = "ERRCTL_ROOT"

  /// The folder with all links resolved, and a slash at the end.
  private static let inside: String? = {
    guard let named = getenv(variable) else { return nil }
    guard let path = realpath(named, nil) else { return "\(String(cString: named))/" }
    defer { free(path) }
    let text = String(cString: path)
    return text.hasSuffix("/") ? text : "\(text)/"
  }()

  static var folder: String? { inside.map { $0 == "/" ? $0 : String($0.dropLast()) } }

  /// The error for a path that leads out of the folder.
  static let fault = Errno.improperLink

  static var reason: String {
    "It is outside the folder \(folder ?? "/"), which is all that can be read here."
  }

  /// - Parameter path: of a file or folder, which need not exist. Its links are followed.
  static func check(_ path: String) throws(Errno) {
    guard let inside else { return }
    guard "\(resolved(path))/".utf8.starts(with: inside.utf8) else { throw fault }
  }

  /// The resolved path; for one that does not exist, that of the folder that would hold it.
  private static func resolved(_ path: String) -> String {
    if let whole = realpath(path, nil) {
      defer { free(whole) }
      return String(cString: whole)
    }
    let parent = FilePath(path).removingLastComponent().string
    // Nothing is left: a relative path of one component, or the root.
    guard parent != path else { return path }
    let name = FilePath(path).lastComponent?.string ?? ""
    guard name != "..", name != "." else { return "/" }
    // A link that leads nowhere may lead out.
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { return "/" }
    let folder = resolved(parent.isEmpty ? "." : parent)
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}
