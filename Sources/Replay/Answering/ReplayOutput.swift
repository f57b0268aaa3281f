/// Where a replay's text goes. Every write is checked by whoever implements it.
package protocol ReplayOutput: AnyObject {
  /// Writes all bytes, or throws.
  func write(_ bytes: UnsafeRawBufferPointer) throws
}
