/// Nil for anything but a Swift array.
///
/// Foundation on Linux bridges an NSArray or NSDictionary with all its contents at first access, and
/// overflows the stack on one that contains itself. So they are not opened there.
func safeList(_ value: Any?) -> [Any]? {
  guard let value, !isSealed(value) else { return nil }
  return value as? [Any]
}

/// An object, on Linux, must not be opened.
func isSealed(_ value: Any) -> Bool {
  #if canImport(Darwin)
    false
  #else
    type(of: value) is AnyObject.Type
  #endif
}
