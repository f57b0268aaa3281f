#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process to which the system gives no more memory: Swift's runtime aborts it where an allocation fails, and then it ends with
/// a sentence and a status of its own.
enum MemoryShortage {
  private static let sentence: StaticString =
    "errctl: The system gives no more memory, so nothing more was done. Raise the limit (ulimit -v, a container's memory), or name fewer files.\n"

  static func prepare() {
    signal(SIGABRT) { number in
      // The failed allocation has left its error; whatever else aborts has not.
      if errno == ENOMEM {
        _ = write(2, MemoryShortage.sentence.utf8Start, MemoryShortage.sentence.utf8CodeUnitCount)
        _exit(ExitStatus.unusableInput.rawValue)
      }
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
