#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum StandardDescriptors {
  /// Closed standard descriptors get ones that fail, so that the next file opened is not taken for standard
  /// output.
  static func guardPlaces() {
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one. A descriptor opened for the other direction fails with EBADF.
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
