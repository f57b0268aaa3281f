/// Numbers as people read them.
package enum GroupedNumber {
  /// Digits in groups of three.
  package static func text(_ count: Int) -> String {
    var groups: [String] = []
    var digits = Substring("\(count)")
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits = digits.dropLast(3)
    }
    return ([String(digits)] + groups).joined(separator: ",")
  }
}
