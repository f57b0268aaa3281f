internal import Foundation

extension ErrorReader {
  mutating func payload(_ values: [EnumCase.Value], depth: Int, isCause: Bool) -> [JSONValue] {
    if values.count > policy.limits.members { cut.insert("payload") }
    return values.prefix(policy.limits.members).map { value in
      let json = associated(value.value, depth: depth, isCause: isCause)
      return hidden(json, key: value.label) ?? json
    }
  }

  /// A scalar as itself, an error as an object like a record, anything else as a description.
  private mutating func associated(_ value: Any, depth: Int, isCause: Bool) -> JSONValue {
    if let scalar = scalar(value) { return json(scalar) }
    guard let error = unwrapped(value) as? any Error else { return .string(text(describer.text(value))) }
    guard depth + 1 < policy.limits.depth, remainingNested > 0 else {
      cut.insert("payload")
      return .string(name(qualifiedName(of: type(of: error))))
    }
    remainingNested -= 1
    var record = read(error, depth: depth + 1, isCause: isCause)
    if !isCause { record.underlying = causes(of: error) }
    return record.json
  }

  /// Beyond an NSError's texts and causes, by name.
  mutating func details(of userInfo: [String: Any]) -> [JSONValue.Member] {
    let told: Set = [
      NSLocalizedDescriptionKey, NSLocalizedFailureReasonErrorKey, NSLocalizedRecoverySuggestionErrorKey,
      NSLocalizedRecoveryOptionsErrorKey, "NSRecoveryAttempter", NSUnderlyingErrorKey,
      "NSMultipleUnderlyingErrorsKey",
    ]
    let rest = userInfo.filter { !told.contains($0.key) }.sorted { $0.key < $1.key }
    return members(
      rest.prefix(policy.limits.members + 1).map { JSONValue.Member($0.key, describer.json($0.value)) }
    )
  }

  private var describer: ValueDescriber {
    ValueDescriber(redaction: policy.redaction, limits: policy.limits)
  }
}
