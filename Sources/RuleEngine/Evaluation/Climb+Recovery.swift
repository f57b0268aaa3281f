internal import Bytes
internal import Records

extension Climb {
  /// The recovery option at a position; nil after the last one. An option without a title does not count.
  func option(_ position: Int, of frame: FrameIndex) -> RecoveryOption? {
    var left = position
    return firstOption(of: frame) { _ in
      left -= 1
      return left < 0
    }?.option
  }

  func firstOption(
    of frame: FrameIndex,
    where isWanted: (RecoveryOption) -> Bool
  ) -> (position: Index<RecoveryOption>, option: RecoveryOption)? {
    let options = inquiry.matcher.record.value(.options, of: frame).index
    var element = 0
    var position = Index<RecoveryOption>.first
    while let index = inquiry.matcher.record.element(element, of: options) {
      element += 1
      guard let option = option(at: index) else { continue }
      if isWanted(option) { return (position, option) }
      position += 1
    }
    return nil
  }

  private func option(at index: TapeIndex) -> RecoveryOption? {
    let value = inquiry.matcher.record.tape.value(at: index)
    if value.kind == .string { return RecoveryOption(title: value.text, recovers: false) }
    guard value.kind == .object else { return nil }
    let title = inquiry.matcher.record.member(ByteSlice("title"), below: index)
    guard title.kind == .string else { return nil }
    return RecoveryOption(
      title: title.text,
      recovers: inquiry.matcher.record.member(ByteSlice("recovers"), below: index).bool == true
    )
  }

  func appendOptionTitles(of frame: FrameIndex, to text: inout Buffer<UInt8>) {
    text.append("[")
    var isFirst = true
    _ = firstOption(of: frame) { option in
      if !isFirst { text.append(UInt8(ascii: ",")) }
      JSONText.append(string: option.title, to: &text)
      isFirst = false
      return false
    }
    if isFirst { text.append("\"OK\"") }
    text.append("]")
  }
}
