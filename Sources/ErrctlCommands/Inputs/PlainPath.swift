/// Paths as reports and findings name them: without `./` in front, which GitHub and code scanning take for no path of
/// a repository.
enum PlainPath {
  /// A path that the user named, for the same file; only the folder `.` and a file called `-` keep their dot.
  static func of(_ named: String) -> String {
    guard named.utf8.starts(with: "./".utf8) else { return named }
    var rest = named.utf8.dropFirst(2)
    while true {
      if rest.first == UInt8(ascii: "/") {
        rest = rest.dropFirst()
      } else if rest.starts(with: "./".utf8) {
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    if rest.isEmpty { return "." }
    // Without its dot it would be standard input.
    return rest.elementsEqual("-".utf8) ? "./-" : String(decoding: rest, as: UTF8.self)
  }

  /// What lies in a folder, by its name.
  static func joined(_ folder: String, _ name: String) -> String {
    of(folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)")
  }
}
