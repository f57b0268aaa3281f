#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The processors of this machine.
enum Processors {
  /// A thread for each of them, within reason: each takes some megabytes.
  static var jobs: Int { min(8, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }
}
