#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A value that one thread at a time may use.
///
/// A POSIX mutex: on Linux, `Synchronization.Mutex` waits on a futex inside a library that the thread
/// sanitizer does not instrument, so it reports races under such a lock, also in apps' tests
/// (`docs/adr/0009-locks.md`).
///
/// Memory safety: the value is in memory of the lock's own, reached only by `withLock`, freed with the lock.
@usableFromInline
package struct Lock<Value>: ~Copyable {
  @usableFromInline let mutex: LockMutex
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = LockMutex()
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  /// Uses the value exclusively. `body` must be short, must not wait, and must not take this lock again.
  @inlinable
  package borrowing func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
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

#if hasFeature(Embedded)
  /// A mutex for builds with one thread, where nobody waits.
  @usableFromInline
  package struct LockMutex {
    @usableFromInline
    package init() {}

    @usableFromInline
    package func lock() {}

    @usableFromInline
    package func unlock() {}

    @usableFromInline
    package func destroy() {}
  }
#else
  /// A POSIX mutex at a fixed address.
  @usableFromInline
  package struct LockMutex {
    private let address: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
    package init() {
      address = .allocate(capacity: 1)
      address.initialize(to: pthread_mutex_t())
      // With default attributes it fails only without memory, and then an earlier allocation would have failed.
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
#endif
