extension ExpressionParser {
  /// Reads `*`, `+`, `?` or `{n,m}` with an optional `?`, and rejects a second one.
  mutating func parseRepetition() throws(PatternError) {
    let start = source.position
    let repetition = try takeRepetition(from: start)
    let second = source.position
    if let next = source.next, "*+?".unicodeScalars.contains(next) || (next == "{" && countAhead() != nil) {
      _ = try takeRepetition(from: second)
      let text = source.text(from: start)
      throw source.error("“\(text)” repeats a repetition. Put the inner one in “(?:…)”.", from: start)
    }
    let frame = frames.count - 1
    guard let item = frames[frame].items.popLast() else {
      let text = source.text(from: start)
      throw source.error("“\(text)” has nothing to repeat. Write “\\\(text)” for the character.", from: start)
    }
    frames[frame].items.append(try repeated(item, repetition, from: start))
  }

  private func repeated(_ item: Item, _ counted: Counted, from start: Int) throws(PatternError) -> Item {
    let repetition = counted.repetition
    let node = SyntaxNode.repetition(item.node, repetition)
    guard counted.hasNumbers else { return Item(node: node, product: item.product) }
    let times = max(repetition.most ?? repetition.least, 1)
    let (product, overflow) = item.product.multipliedReportingOverflow(by: times)
    if times >= 2, overflow || product > limits.repetition {
      throw source.error(
        "Nested counted repetitions exceed \(limits.repetition), the limit “repetition”.", from: start,
        limit: .repetition)
    }
    return Item(node: node, product: product)
  }

  /// A repetition, with whether it was written as `{…}`.
  private struct Counted {
    let repetition: SyntaxNode.Repetition
    let hasNumbers: Bool
  }

  private mutating func takeRepetition(from start: Int) throws(PatternError) -> Counted {
    var least = 0
    var most: Int?
    var hasNumbers = false
    switch source.next {
    case "*": source.skip(1)
    case "+":
      source.skip(1)
      least = 1
    case "?":
      source.skip(1)
      most = 1
    default:
      guard let count = countAhead() else { break }
      source.skip(count.length)
      (least, most, hasNumbers) = (count.least, count.most, true)
      if let most, most < least {
        throw source.error("The maximum count is less than the minimum. Swap them.", from: start)
      }
      if max(least, most ?? 0) > limits.repetition {
        throw source.error(
          "The count is greater than \(limits.repetition), the limit “repetition”.", from: start,
          limit: .repetition)
      }
    }
    let isReluctant = source.take("?")
    return Counted(
      repetition: SyntaxNode.Repetition(least: least, most: most, isGreedy: isReluctant == flags.swapsGreed),
      hasNumbers: hasNumbers)
  }

  /// The count `{n}`, `{n,}` or `{n,m}` ahead, without taking it; nil if the brace is literal.
  func countAhead() -> (least: Int, most: Int?, length: Int)? {
    var length = 1
    guard source.next == "{", let least = number(at: &length) else { return nil }
    var most: Int? = least
    if source.peek(length) == "," {
      length += 1
      most = nil
      if source.peek(length) != "}" {
        guard let second = number(at: &length) else { return nil }
        most = second
      }
    }
    guard source.peek(length) == "}" else { return nil }
    return (least, most, length + 1)
  }

  /// A decimal number without leading zeros, below 1,000,000,000 as in RE2; moves `distance` past it.
  private func number(at distance: inout Int) -> Int? {
    let first = distance
    var value = 0
    while let digit = source.peek(distance), ("0"..."9").contains(digit) {
      if value >= 100_000_000 { return nil }
      value = value * 10 + Int(digit.value - 0x30)
      distance += 1
    }
    guard distance > first, distance == first + 1 || source.peek(first) != "0" else { return nil }
    return value
  }
}
