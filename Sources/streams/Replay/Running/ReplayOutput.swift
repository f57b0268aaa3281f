/// Implementations check every write.
package protocol ReplayOutput: AnyObject {
  func write(_ bytes: UnsafeRawBufferPointer) throws
}
