internal import Foundation

/// Describes any Swift value, even if it is large, deep or cyclic.
///
/// A type's own `description` is used if it has one. Other values are described here rather than by `print`,
/// so that members with secret names are hidden and depth is bounded.
struct ValueDescriber {
  let redaction: Redaction
  let limits: RecordingLimits

  /// Scalars, arrays and dictionaries as such, anything else as text.
  func json(_ value: Any, depth: Int = 1) -> JSONValue {
    if let scalar = scalar(value) { return scalar }
    let value = unwrapped(value)
    if depth < limits.depth {
      if let elements = elements(of: value) { return .array(elements.map { json($0, depth: depth + 1) }) }
      if let members = members(of: value) {
        return .object(members.map { JSONValue.Member($0.key, json($0.value, depth: depth + 1)) })
      }
    }
    return .string(text(value, depth: depth))
  }

  /// `[1, 2]`, `["id": 7]`, `Cart(items: 2, token: [redacted])`.
  func text(_ value: Any, depth: Int = 1) -> String {
    let value = unwrapped(value)
    if let words = words(value) { return words }
    if depth >= limits.depth { return "…" }
    if let elements = elements(of: value) {
      return "[" + elements.map { text($0, depth: depth + 1) }.joined(separator: ", ") + "]"
    }
    if let members = members(of: value) {
      let pairs = members.map { "\"\($0.key)\": " + member($0.key, $0.value, depth: depth) }
      return pairs.isEmpty ? "[:]" : "[" + pairs.joined(separator: ", ") + "]"
    }
    if let sealed = sealedText(value) { return sealed }
    if let described = value as? any CustomStringConvertible { return described.description }
    let mirror = Mirror(reflecting: value)
    let name = String(describing: type(of: value))
    switch mirror.displayStyle {
    case .struct: return name + list(mirror, depth: depth)
    case .tuple: return list(mirror, depth: depth)
    case .enum:
      // A case without values prints as its name; one with values is its only child's label.
      guard let child = mirror.children.first, let label = child.label else { return "\(value)" }
      let inner = Mirror(reflecting: child.value)
      if inner.displayStyle == .tuple { return label + list(inner, depth: depth) }
      return label + "(" + text(child.value, depth: depth + 1) + ")"
    default: return name
    }
  }

  /// Whether the value is shown by words that are neither its own description nor its members.
  func hasWords(_ value: Any) -> Bool { words(value) != nil }

  private func words(_ value: Any) -> String? {
    switch value {
    case let text as String: text
    case let type as Any.Type: qualifiedName(of: type)
    case let key as any CodingKey: key.stringValue
    case let context as DecodingError.Context: codingText(context.codingPath, context.debugDescription)
    case let context as EncodingError.Context: codingText(context.codingPath, context.debugDescription)
    case let error as NSError where type(of: value) is AnyObject.Type: "\(error.domain) \(error.code)"
    case let url as URL: url.absoluteString
    case let date as Date: timestamp(date)
    case let data as Data: "\(data.count) bytes"
    default: isNil(value) ? "nil" : nil
    }
  }

  /// A Foundation collection's own description would open it.
  private func sealedText(_ value: Any) -> String? {
    guard isSealed(value) else { return nil }
    return switch value as AnyObject {
    case let array as NSArray: "NSArray of \(array.count)"
    case let dictionary as NSDictionary: "NSDictionary of \(dictionary.count)"
    case let set as NSSet: "NSSet of \(set.count)"
    default: nil
    }
  }

  private func codingText(_ path: [any CodingKey], _ text: String) -> String {
    path.isEmpty
      ? text
      : path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") + ": \(text)"
  }

  private func list(_ mirror: Mirror, depth: Int) -> String {
    let parts = mirror.children.prefix(limits.members).map { child in
      guard let label = child.label, label.first != "." else { return text(child.value, depth: depth + 1) }
      return label + ": " + member(label, child.value, depth: depth)
    }
    return "(" + parts.joined(separator: ", ") + ")"
  }

  private func member(_ key: String, _ value: Any, depth: Int) -> String {
    redaction.hides(key: key) ? Redaction.mark : text(value, depth: depth + 1)
  }

  private func elements(of value: Any) -> [Any]? {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .set {
      // The order of a set changes from run to run.
      return mirror.children.prefix(limits.members).map { $0.value }.sorted { text($0) < text($1) }
    }
    return safeList(value).map { Array($0.prefix(limits.members)) }
  }

  private func members(of value: Any) -> [(key: String, value: Any)]? {
    guard !isSealed(value), let dictionary = value as? [AnyHashable: Any] else { return nil }
    let pairs = dictionary.map { (key: text($0.key.base), value: $0.value) }.sorted { $0.key < $1.key }
    return Array(pairs.prefix(limits.members))
  }
}

/// Nil for anything but a scalar. Integers beyond 64 bits become the nearest number.
func scalar(_ value: Any) -> JSONValue? {
  let value = unwrapped(value)
  if type(of: value) is AnyObject.Type, let number = value as? NSNumber {
    return Int64(exactly: number.doubleValue).map { .integer($0) } ?? .decimal(number.doubleValue)
  }
  switch value {
  case let string as String: return .string(string)
  case let bool as Bool: return .bool(bool)
  case let integer as any BinaryInteger: return number(integer)
  case let decimal as Double: return .decimal(decimal)
  case let decimal as Float: return .decimal(Double(decimal.description) ?? Double(decimal))
  case is NSNull: return .null
  default: return isNil(value) ? .null : nil
  }
}

/// Inside nested optionals; the value itself if it is not optional.
func unwrapped(_ value: Any) -> Any {
  var value = value
  while true {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let child = mirror.children.first else { return value }
    value = child.value
  }
}

private func isNil(_ value: Any) -> Bool {
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .optional && mirror.children.isEmpty
}

private func number(_ integer: some BinaryInteger) -> JSONValue {
  Int64(exactly: integer).map { .integer($0) } ?? .decimal(Double(integer))
}
