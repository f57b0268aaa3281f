/// A path without a leading `./`, which GitHub and code scanning don't accept.
enum PlainPath {
  /// Only the folder `.` and a file called `-` keep their dot.
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
    // Without the dot it would stand for standard input.
    return rest.elementsEqual("-".utf8) ? "./-" : String(decoding: rest, as: UTF8.self)
  }

  static func joined(_ folder: String, _ name: String) -> String {
    of(folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)")
  }
}
