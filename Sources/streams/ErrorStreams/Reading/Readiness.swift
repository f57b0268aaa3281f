internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

enum Readiness {
  /// Returns on bytes, the end or an error.
  ///
  /// - Throws: `Errno.interrupted` as soon as `wake` is readable.
  static func wait(for descriptor: FileDescriptor, orFor wake: FileDescriptor?) throws(Errno) {
    let descriptors = [descriptor, wake].compactMap { $0 }
    var polled = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
    while poll(&polled, nfds_t(polled.count), -1) < 0 {
      guard errno == EINTR || errno == EAGAIN else { return }
    }
    if wake != nil, polled[polled.count - 1].revents != 0 { throw .interrupted }
  }
}
