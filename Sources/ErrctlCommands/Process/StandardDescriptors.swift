#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard input, output and error as they were handed over.
enum StandardDescriptors {
  /// Takes the places of those that are closed, with something that fails all the same: else the next file that
  /// is opened would be taken for standard output.
  static func guardPlaces() {
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) < 0 {
      // The lowest free place is this one. What is open for the other direction fails with EBADF.
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
