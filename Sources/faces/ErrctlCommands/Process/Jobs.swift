#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum Jobs {
  /// One per processor, bounded because each takes some megabytes.
  static var common: Int {
    min(8, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }

  /// So many, or one, which needs nothing, where the system gives no thread or no descriptors for more.
  static func possible(_ count: Int) -> Int { count > 1 && !SpareResources.suffice(threads: 1) ? 1 : count }
}
