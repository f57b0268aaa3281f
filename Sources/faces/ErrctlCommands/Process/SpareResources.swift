import SystemPackage
internal import Bytes

/// The threads and descriptors that the system still gives. Swift's concurrency waits for ever for a thread that it does not
/// get, and ends with SIGILL without descriptors.
enum SpareResources {
  /// The descriptors that concurrency, or a server, opens for itself.
  private static let descriptors = 16

  /// Whether so many threads can run at the same time.
  static func suffice(threads: Int) -> Bool { hasDescriptors() && hasThreads(threads) }

  private static func hasDescriptors() -> Bool {
    var opened: [FileDescriptor] = []
    defer { for descriptor in opened { try? descriptor.close() } }
    while opened.count < descriptors {
      guard let descriptor = try? FileDescriptor.open("/dev/null", .readOnly) else { return false }
      opened.append(descriptor)
    }
    return true
  }

  private static func hasThreads(_ count: Int) -> Bool {
    let gate = Lock<Void>(())
    // They wait until all of them are there.
    return gate.withLock { _ in
      (0..<count).allSatisfy { _ in BackgroundThread.start { gate.withLock { _ in } } }
    }
  }
}
