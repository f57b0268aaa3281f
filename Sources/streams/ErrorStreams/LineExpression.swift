/// Regular expressions of texts.
enum LineExpression {
  /// One that matches the text alone.
  static func literal(_ text: String) -> String {
    var expression = ""
    for character in text {
      if character == "\t" {
        expression += #"\t"#
        continue
      }
      if #"\.+*?()|[]{}^$"#.contains(character) { expression.append("\\") }
      expression.append(character)
    }
    return expression
  }
}
