/// The case an enum error stands at, and its associated values.
struct EnumCase {
  /// An associated value.
  struct Value {
    /// Its label, as declared.
    let label: String?
    let value: Any
  }

  let name: String
  let values: [Value]

  /// The case of an error, or nil where it is no Swift enum.
  init?(_ error: some Error) {
    guard let name = caseName(error) else { return nil }
    self.name = name
    let mirror = Mirror(reflecting: error)
    // A custom mirror shows what it likes; only the enum's own has its case as the one label.
    guard mirror.displayStyle == .enum, let child = mirror.children.first, child.label == name else {
      values = []
      return
    }
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple else {
      values = [Value(label: nil, value: child.value)]
      return
    }
    values = payload.children.map { child in
      Value(label: child.label?.first == "." ? nil : child.label, value: child.value)
    }
  }
}

/// The case's name as declared, whatever the type's own `description` says.
///
/// The runtime function behind `print(someCase)`, exported and unchanged since Swift 3; it gives nil for
/// anything that is no enum with reflection metadata. The string it points to lives as long as the program.
@_silgen_name("swift_EnumCaseName")
private func swiftEnumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?

/// Whether an error is a Swift enum whose cases have names.
package func isEnum(_ error: some Error) -> Bool { swiftEnumCaseName(error) != nil }

/// Which of its cases an enum error stands at: a number that differs for different cases, whatever code it says it has; found
/// in a tenth of the time that its name takes.
package func caseNumber(_ error: some Error) -> Int { _getDefaultErrorCode(error) }

private func caseName<T>(_ value: T) -> String? {
  swiftEnumCaseName(value).map { String(cString: $0) }
}
