/// A text with blanks before it where it is shorter than its column.
package func padded(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
