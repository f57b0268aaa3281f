internal import Bytes
internal import Records

extension Evaluator {
  /// The recovery option at a position; nil after the last one. An option without a title does not count.
  func option(_ position: Int, of errorNode: ErrorNodeIndex) -> RecoveryOption? {
    var left = position
    return firstOption(of: errorNode) { _ in
      left -= 1
      return left < 0
    }?.option
  }

  func firstOption(of errorNode: ErrorNodeIndex, where isWanted: (RecoveryOption) -> Bool) -> (
    position: Index<RecoveryOption>, option: RecoveryOption
  )? {
    let options = inputs.matcher.record.value(.options, of: errorNode).index
    var element = 0
    var position = Index<RecoveryOption>.first
    while let index = inputs.matcher.record.element(element, of: options) {
      element += 1
      guard let option = option(at: index) else { continue }
      if isWanted(option) { return (position, option) }
      position += 1
    }
    return nil
  }

  private func option(at index: TapeIndex) -> RecoveryOption? {
    let value = inputs.matcher.record.tape.value(at: index)
    if value.kind == .string { return RecoveryOption(title: value.text, recovers: false) }
    guard value.kind == .object else { return nil }
    let title = inputs.matcher.record.member(ByteSlice("title"), below: index)
    guard title.kind == .string else { return nil }
    return RecoveryOption(
      title: title.text,
      recovers: inputs.matcher.record.member(ByteSlice("recovers"), below: index).bool == true)
  }

  func appendOptionTitles(of errorNode: ErrorNodeIndex, to text: inout Buffer<UInt8>) {
    text.append("[")
    var isFirst = true
    _ = firstOption(of: errorNode) { option in
      if !isFirst { text.append(UInt8(ascii: ",")) }
      JSONText.append(string: option.title, to: &text)
      isFirst = false
      return false
    }
    if isFirst { text.append("\"OK\"") }
    text.append("]")
  }
}
