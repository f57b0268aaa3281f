extension [String] {
  /// The texts one after the other, with `separator` between them.
  ///
  /// The same as the standard library's for any collection, which looks the types of this one up by their names when it
  /// is first asked: among all conformances of the program, which takes a thirtieth of a small replay.
  package func joined(separator: String = "") -> String {
    var text = ""
    for index in indices {
      if index > 0 { text += separator }
      text += self[index]
    }
    return text
  }
}
