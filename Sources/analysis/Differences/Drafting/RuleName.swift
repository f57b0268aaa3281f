internal import Source

/// The name of a drafted rule, in letters, digits and hyphens.
enum RuleName {
  /// The words of an error's members, as `http-error` and `503` of `HTTPError` with its status; then those of the whole type, too.
  static func words(of error: Node, _ head: String, _ details: [String]) -> [[String]] {
    let name = error[head]?.text ?? ""
    let last = name.split(separator: ".").last.map { String($0) } ?? name
    if let own = head == "case" ? name : details == ["case"] ? error["case"]?.text : nil {
      return [words(of: own), words(of: last) + words(of: own), words(of: name) + words(of: own)]
    }
    let numbers = details.flatMap { words(of: error[$0]?.text ?? "") }
    switch head {
    case "status": return [["status"] + words(of: name)]
    case "domain": return [words(of: withoutAffixes(last)) + numbers, words(of: name) + numbers]
    default: return [words(of: last) + numbers, words(of: name) + numbers]
    }
  }

  /// The first words of a message, without what varies; then all of them.
  static func words(ofText text: String) -> [[String]] {
    let parts = text.split { !$0.isLetter && $0 != "*" }.filter { !$0.contains("*") }
    let all = parts.flatMap { words(of: String($0)) }
    return [Array(all.prefix(5)), all]
  }

  /// The words of an identifier, in lower case: `api`, `status` and `error` of `APIStatusError`.
  static func words(of identifier: String) -> [String] {
    var found: [String] = [""]
    let scalars = Array(identifier.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      guard scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        found.append("")
        continue
      }
      if index > 0, scalar.properties.isUppercase {
        let isNext = index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
        let before = scalars[index - 1].properties
        if before.isLowercase || !before.isWhitespace && isNext {
          found.append("")
        }
      }
      found[found.count - 1] += String(scalar).lowercased()
    }
    return found.filter { !$0.isEmpty }
  }

  /// A name of the first words that are not taken; else one with a number.
  static func made(of words: [[String]], unlike taken: Set<String>) -> String {
    let names = words.map { joined($0) }
    if let free = names.first(where: { !taken.contains($0) }) { return free }
    return (2...).lazy.map { "\(names[0])-\($0)" }.first { !taken.contains($0) } ?? names[0]
  }

  private static func joined(_ words: [String]) -> String {
    var name = ""
    for word in words where name.isEmpty || name.count + word.count < 60 {
      name += name.isEmpty ? String(word.prefix(60)) : "-\(word)"
    }
    guard name.first?.isLetter != true else { return name }
    return name.isEmpty ? "draft" : "draft-\(name)"
  }

  /// The domain without what most of Apple's have: `POSIXError` of `NSPOSIXErrorDomain`.
  private static func withoutAffixes(_ domain: String) -> String {
    guard domain.hasPrefix("NS"), domain.hasSuffix("Domain"), domain.count > 8 else { return domain }
    return String(domain.dropFirst(2).dropLast(6))
  }
}
