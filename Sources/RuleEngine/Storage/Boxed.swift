/// One plain value in memory of its own, read in place: a copy of the box is a copy of the pointer.
///
/// What keeps it safe: as for ``Table``, the memory belongs to the chain that made it, which frees it when it ends and
/// never changes it before. Whoever holds a box holds the chain too.
struct Boxed<Value: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  let pointer: UnsafePointer<Value>

  /// A copy of the value in memory of its own, until ``free()``.
  init(_ value: Value) {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    memory.initialize(to: value)
    pointer = UnsafePointer(memory)
  }

  var value: Value {
    @inline(__always) unsafeAddress { pointer }
  }

  /// Gives the memory back; no copy of the box may be used after.
  func free() {
    UnsafeMutablePointer(mutating: pointer).deallocate()
  }
}
