#if !hasFeature(Embedded)
  internal import Synchronization

  /// Tells a job on another thread that its result is no longer needed.
  package final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    package init() {}

    package func cancel() { flag.store(true, ordering: .relaxed) }

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }
  }
#endif
