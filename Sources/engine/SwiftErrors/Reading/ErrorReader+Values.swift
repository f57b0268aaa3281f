internal import Foundation

extension ErrorReader {
  mutating func payload(_ values: [LabelledValue], depth: Int, isCause: Bool) -> [JSONValue] {
    if values.count > policy.limits.members { cut.insert("payload") }
    return values.prefix(policy.limits.members).map { value in
      let json = associated(value.value, depth: depth, isCause: isCause)
      return hidden(json, key: value.label) ?? json
    }
  }

  /// A scalar as itself, an error as an object like a record, another enum or struct by its type, case and values,
  /// anything else as a description.
  private mutating func associated(_ value: Any, depth: Int, isCause: Bool) -> JSONValue {
    if let scalar = scalar(value) { return json(scalar) }
    let value = unwrapped(value)
    if let error = value as? any Error {
      guard takesNested(depth: depth) else { return typeName(of: value) }
      var record = read(error, depth: depth + 1, isCause: isCause)
      if !isCause { record.underlying = causes(of: error) }
      return record.json
    }
    if let value = value as? JSONValue { return json(value) }
    guard let (caseName, values) = parts(of: value) else { return .string(text(describer.text(value))) }
    guard takesNested(depth: depth) else { return typeName(of: value) }
    var members = [JSONValue.Member("type", typeName(of: value))]
    if let caseName { members.append(JSONValue.Member("case", .string(caseName))) }
    let payload = payload(values, depth: depth + 1, isCause: isCause)
    if !payload.isEmpty { members.append(JSONValue.Member("payload", .array(payload))) }
    return .object(members)
  }

  /// The parts of an enum, or of a struct without a description of its own; nil for any other value.
  private func parts(of value: Any) -> (caseName: String?, values: [LabelledValue])? {
    guard !describer.hasWords(value) else { return nil }
    if let enumCase = EnumCase(value) { return (enumCase.name, enumCase.values) }
    guard !(value is any CustomStringConvertible), let properties = storedProperties(of: value) else {
      return nil
    }
    return (nil, properties)
  }

  /// False if the record is full.
  private mutating func takesNested(depth: Int) -> Bool {
    guard depth + 1 < policy.limits.depth, remainingNested > 0 else {
      cut.insert("payload")
      return false
    }
    remainingNested -= 1
    return true
  }

  private mutating func typeName(of value: Any) -> JSONValue {
    .string(name(qualifiedName(of: type(of: value))))
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
      rest.prefix(policy.limits.members + 1).map { JSONValue.Member($0.key, describer.json($0.value)) })
  }

  private var describer: ValueDescriber {
    ValueDescriber(redaction: policy.redaction, limits: policy.limits)
  }
}
