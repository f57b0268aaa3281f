/// Puts comments into a rule file wherever YAML has room for one.
enum StrewnComments {
  /// The text with comments; it may rarely mean something else, where a quoted text holds what looks like YAML.
  static func text(_ text: String, seed: UInt64) -> String {
    var random = SplitMix(seed)
    var count = 0
    func comment() -> String {
      count += 1
      return "# strewn \(count): “a”, [b] {c}"
    }
    var result = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let indentation = String(line.prefix { $0 == " " })
      if random.next(12) == 0 { result += indentation + comment() + "\n" }
      if random.next(40) == 0 { result += comment() + "\n" }
      if random.next(30) == 0 { result += "\n   \n" }
      var rest = line[...]
      let hasComment = rest.contains("#")
      var isQuoted = false
      while let character = rest.popFirst() {
        result.append(character)
        if character == "\"" || character == "'" { isQuoted.toggle() }
        let isMark = character == "," || character == "{" || character == "[" || character == "]"
        if isMark, !isQuoted, !hasComment, rest.first == " ", random.next(14) == 0 {
          result += " \(comment())\n\(indentation)   "
        }
      }
      result += !hasComment && random.next(8) == 0 ? "   \(comment())\n" : "\n"
    }
    return result + (random.next(3) == 0 ? comment() : "")
  }
}
