#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many threads work at the same time.
enum Jobs {
  /// A thread for each processor, within reason: each takes some megabytes.
  static var common: Int {
    min(8, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }
}
