/// The properties in the order of their declaration; nil for anything but a struct, and for one with a mirror of its
/// own making, whose labels say nothing about secrets.
func storedProperties(of value: Any) -> [LabelledValue]? {
  guard !(value is any CustomReflectable) else { return nil }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .struct else { return nil }
  return mirror.children.map { LabelledValue(label: $0.label, value: $0.value) }
}

/// The stored properties that a record of the error shows as its payload.
///
/// None of Foundation's structs, which stand for an NSError, and of a problem: these are recorded as such.
func ownProperties(of error: any Error) -> [LabelledValue] {
  guard !(error is any ProblemError), !String(reflecting: type(of: error)).hasPrefix("Foundation") else {
    return []
  }
  return storedProperties(of: error)?.filter { $0.label != "_nsError" } ?? []
}

/// Whether errors of the same type may have different payloads although they are no enums.
package func hasOwnProperties(_ error: any Error) -> Bool { !ownProperties(of: error).isEmpty }
