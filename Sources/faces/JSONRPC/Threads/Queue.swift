#if !hasFeature(Embedded)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #else
    internal import Darwin
  #endif

  /// Elements that some threads add and one takes, in order.
  ///
  /// `@unchecked Sendable`: everything is used under the mutex. The memory of both is freed with the queue, which its threads
  /// hold.
  package final class Queue<Element: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let added = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var elements: [Element] = []
    /// The index of the first element; those before it are taken.
    private var first = 0

    package init() {
      mutex.initialize(to: pthread_mutex_t())
      added.initialize(to: pthread_cond_t())
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(added, nil)
    }

    deinit {
      pthread_cond_destroy(added)
      pthread_mutex_destroy(mutex)
      added.deinitialize(count: 1)
      mutex.deinitialize(count: 1)
      added.deallocate()
      mutex.deallocate()
    }

    package func add(_ element: Element) {
      pthread_mutex_lock(mutex)
      elements.append(element)
      pthread_cond_signal(added)
      pthread_mutex_unlock(mutex)
    }

    /// The first element; waits for one, at most for a number of milliseconds if there is a limit.
    package func take(atMost milliseconds: Int? = nil) -> Element? {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      if let milliseconds {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_nsec += milliseconds % 1_000 * 1_000_000
        end.tv_sec += milliseconds / 1_000 + end.tv_nsec / 1_000_000_000
        end.tv_nsec %= 1_000_000_000
        while first == elements.count {
          if pthread_cond_timedwait(added, mutex, &end) == ETIMEDOUT { break }
        }
      } else {
        while first == elements.count { pthread_cond_wait(added, mutex) }
      }
      guard first < elements.count else { return nil }
      defer {
        first += 1
        if first == elements.count {
          elements.removeAll(keepingCapacity: true)
          first = 0
        }
      }
      return elements[first]
    }
  }
#endif
