internal import RuleLanguage

extension CodeTable.Code {
  /// The code, or the numbers of both platforms.
  var text: String {
    switch self {
    case .integer(let number): return "\(number)"
    case .string(let text): return text
    case .errno(let darwin, let linux):
      if darwin == linux, let darwin { return "\(darwin)" }
      let numbers = [("Darwin", darwin), ("Linux", linux)].compactMap { platform, number in
        number.map { "\($0) on \(platform)" }
      }
      return numbers.joined(separator: ", ")
    }
  }
}
