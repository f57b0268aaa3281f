/// The texts of a value, wherever they stand in it, found by reflection: a property that is new is found, too.
package enum HeldTexts {
  /// The paths to the texts that hold a text, with the texts; `fixed` names the properties that are passed over, each with
  /// all that is in it.
  package static func places(of text: String, in value: Any, except fixed: Set<String> = []) -> [String] {
    var places: [String] = []
    walk(value, "", fixed) { path, held in
      if held.contains(text) { places.append("\(path): \(held)") }
    }
    return places
  }

  private static func walk(
    _ value: Any,
    _ path: String,
    _ fixed: Set<String>,
    _ take: (String, String) -> Void
  ) {
    switch value {
    case let text as String: return take(path, text)
    case let text as Substring: return take(path, String(text))
    case let bytes as [UInt8]: return take(path, String(decoding: bytes, as: UTF8.self))
    default: break
    }
    for (index, child) in Mirror(reflecting: value).children.enumerated() {
      let label = child.label ?? "\(index)"
      if !fixed.contains(label) { walk(child.value, "\(path)/\(label)", fixed, take) }
    }
  }
}
