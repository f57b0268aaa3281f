#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A value that one thread at a time may use.
///
/// A POSIX mutex, not `Synchronization.Mutex`: on Linux that one waits on a futex inside a library which the thread
/// sanitizer does not see into, so that it takes all that stands under such a lock for races, in the tests of apps too
/// (`docs/adr/0009-locks.md`).
///
/// What keeps it safe: the value lies in memory of the lock's own, which nobody reaches but `withLock`, and which goes when
/// the lock does.
@usableFromInline
package struct Lock<Value>: ~Copyable {
  @usableFromInline let mutex: LockMutex
  @usableFromInline let value: UnsafeMutablePointer<Value>

  /// A lock that holds a value.
  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = LockMutex()
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  /// Uses the value, once nobody else does. To be short, never to wait, and never to come here again.
  @inlinable
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value.pointee)
  }

  @inlinable
  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    mutex.destroy()
  }
}

extension Lock: @unchecked Sendable {}

/// A POSIX mutex at an address of its own, as it must not move.
@usableFromInline
package struct LockMutex {
  private let address: UnsafeMutablePointer<pthread_mutex_t>

  @usableFromInline
  package init() {
    address = .allocate(capacity: 1)
    address.initialize(to: pthread_mutex_t())
    // With the default attributes it fails for want of memory only, which an allocation before it would have met.
    pthread_mutex_init(address, nil)
  }

  @usableFromInline
  package func lock() { pthread_mutex_lock(address) }

  @usableFromInline
  package func unlock() { pthread_mutex_unlock(address) }

  @usableFromInline
  package func destroy() {
    pthread_mutex_destroy(address)
    address.deinitialize(count: 1)
    address.deallocate()
  }
}
