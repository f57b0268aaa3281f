#if !hasFeature(Embedded)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #else
    internal import Darwin
  #endif

  /// A thread of its own for work that waits or takes long.
  ///
  /// Memory safety: the body is retained for the new thread, which takes it over; if there is no thread, it is released at once.
  package enum BackgroundThread {
    /// The stack size that the main thread usually has: recursive code is written for it.
    private static let stackSize = 8 << 20

    private final class Body {
      let run: @Sendable () -> Void

      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// False if the system gives no thread.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      defer { attributes.deallocate() }
      guard pthread_attr_init(attributes) == 0 else { return false }
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, stackSize)
      pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      let held = Unmanaged.passRetained(Body(body))
      #if canImport(Darwin)
        var thread: pthread_t?
        let result = pthread_create(
          &thread,
          attributes,
          { argument in
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
            return nil
          },
          held.toOpaque()
        )
      #else
        var thread = pthread_t()
        let result = pthread_create(
          &thread,
          attributes,
          { argument in
            guard let argument else { return nil }
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
            return nil
          },
          held.toOpaque()
        )
      #endif
      if result != 0 { held.release() }
      return result == 0
    }
  }
#endif
