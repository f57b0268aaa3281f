internal import Bytes
internal import Source

/// An element of `imports` as written: a path relative to its file.
struct ImportDeclaration {
  let path: String
  let range: SourceRange

  /// Nil if the path is invalid, which is reported.
  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard let path = node.string else {
      diagnostics.report(.wrongType(node, expected: "the path of a rule file, such as common/network.yaml"))
      return nil
    }
    if let fault = Self.fault(path) {
      diagnostics.report(Diagnostic("wrong-import", fault, at: node.range))
      return nil
    }
    self.path = path
    range = node.range
  }

  private static func fault(_ path: String) -> String? {
    if path.isEmpty { return "This import is empty. Write the path of a rule file, or delete the import." }
    if path.firstRange(of: "://") != nil {
      return
        "“\(path)” is a URL, but errctl does not download files. Save a copy beside this file and import the copy."
    }
    if path.contains(where: { "*?[".contains($0) }) {
      return "“\(path)” is a pattern. Write one import for each file."
    }
    if isAbsolute(path) {
      return "“\(path)” is an absolute path. Write a path relative to this file."
    }
    if path.unicodeScalars.contains("\0") {
      return "A path can't contain a zero byte. Write the path of a rule file."
    }
    if path.hasSuffix("/") { return nil }
    guard SourceReader.knowsKind(of: path) else {
      return "The format of “\(path)” is unknown. Import a file whose name ends in .yaml, .yml or .json."
    }
    return nil
  }

  private static func isAbsolute(_ path: String) -> Bool {
    let beginning = Array(path.utf8.prefix(3))
    if path.hasPrefix("/") || path.hasPrefix("~/") || path.hasPrefix("\\\\") { return true }
    guard beginning.count == 3, beginning[1] == UInt8(ascii: ":") else { return false }
    let isLetter = (0x61...0x7A).contains(beginning[0] | 0x20)
    return isLetter && [UInt8(ascii: "/"), UInt8(ascii: "\\")].contains(beginning[2])
  }
}
