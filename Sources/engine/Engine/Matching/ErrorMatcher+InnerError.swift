internal import Bytes
internal import Records

extension ErrorMatcher {
  /// Whether the error has the payload or cause that `unwrap` names.
  mutating func hasInner(_ verdict: CompiledVerdict) -> Bool {
    if verdict.kind == .unwrapCause { return !record.causes(of: error).isEmpty }
    guard let index = payload(at: verdict.operand) else { return false }
    return record.tape[index].kind == .object
  }

  /// Replaces the error by its payload or cause that `unwrap` names; false if there is none.
  mutating func unwrap(_ verdict: CompiledVerdict) -> Bool {
    let isCause = verdict.kind == .unwrapCause
    let inner =
      isCause
      ? record.causes(of: error).first
      : payload(at: verdict.operand).flatMap { record.nestedErrorNode(at: $0) }
    guard let inner else { return false }
    change(to: record.unwrap(inner, from: error, isCause: isCause))
    return true
  }

  private func payload(at position: Int32) -> TapeIndex? {
    record.element(Int(position), of: record.value(.payload, of: error).index)
  }
}
