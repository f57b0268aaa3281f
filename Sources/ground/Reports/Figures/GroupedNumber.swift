package enum GroupedNumber {
  /// `1,204`
  package static func text(_ count: Int) -> String {
    let digits = "\(count)".utf8
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }
}
