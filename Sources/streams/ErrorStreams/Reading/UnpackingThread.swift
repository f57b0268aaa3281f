internal import Bytes
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Unpacks a few blocks ahead, so that unpacking and evaluation overlap.
///
/// If the reader ends early, the thread ends after its current read.
final class UnpackingThread {
  private let ring: BlockRing

  init(_ source: PackedSource, closing descriptor: FileDescriptor) {
    ring = BlockRing(source, closing: descriptor)
    ring.start()
  }

  deinit { ring.abandon() }

  var bytesRead: Int { ring.bytesRead }
  /// Once everything before it was passed on.
  var fault: StreamFault? { ring.fault }

  /// 0 at the end.
  func read(into room: UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int { try ring.take(into: room) }
}

/// Blocks of unpacked text between the producing and the consuming thread.
///
/// `@unchecked Sendable` and memory safety: `source` belongs to the filling thread. A block is written by
/// that thread while it is not `filled`, and read by the other one while it is; everything else changes under
/// the lock. The memory is freed once neither holds the ring.
private final class BlockRing: @unchecked Sendable {
  private static let blocks = 4
  private static let blockSize = 1 << 18

  private let source: PackedSource
  private let descriptor: FileDescriptor
  private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: blocks * blockSize)
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// The length of each block, and the stored bytes read once it was filled.
  private var counts = [Int](repeating: 0, count: blocks)
  private var stored = [Int](repeating: 0, count: blocks)
  /// The first filled block, the filled blocks, and the bytes taken from the first.
  private var first = 0
  private var filled = 0
  private var taken = 0
  private var isFinished = false
  private var isAbandoned = false
  private var failure: Errno?
  private var isThreaded = false
  /// Stored bytes of the blocks taken so far.
  private(set) var bytesRead = 0
  private(set) var fault: StreamFault?

  init(_ source: PackedSource, closing descriptor: FileDescriptor) {
    self.source = source
    self.descriptor = descriptor
    memory.initialize(repeating: 0, count: Self.blocks * Self.blockSize)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
    memory.deallocate()
    // It was only read, so an error on closing is irrelevant.
    try? descriptor.close()
  }

  /// Starts the thread; without one, blocks are filled on demand.
  func start() { isThreaded = BackgroundThread.start { self.fill() } }

  func abandon() {
    pthread_mutex_lock(lock)
    isAbandoned = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
  }

  private func fill() {
    var block = 0
    while waitForRoom() {
      let room = UnsafeMutableBufferPointer(start: memory + block * Self.blockSize, count: Self.blockSize)
      var count = 0
      var failure: Errno?
      do throws(Errno) {
        count = try source.read(into: room)
      } catch {
        failure = error
      }
      pthread_mutex_lock(lock)
      counts[block] = count
      stored[block] = source.bytesRead
      if count > 0 {
        filled += 1
      } else {
        isFinished = true
        self.failure = failure
      }
      pthread_cond_signal(changed)
      pthread_mutex_unlock(lock)
      if count == 0 { return }
      block = (block + 1) % Self.blocks
    }
  }

  /// False once the reader has ended.
  private func waitForRoom() -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while filled == Self.blocks, !isAbandoned { pthread_cond_wait(changed, lock) }
    return !isAbandoned
  }

  func take(into room: UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int {
    guard isThreaded else {
      let count = try source.read(into: room)
      bytesRead = source.bytesRead
      fault = source.fault
      return count
    }
    pthread_mutex_lock(lock)
    while filled == 0, !isFinished { pthread_cond_wait(changed, lock) }
    let available = filled == 0 ? 0 : counts[first] - taken
    pthread_mutex_unlock(lock)
    guard available > 0 else {
      // The thread is done with the source.
      bytesRead = source.bytesRead
      fault = source.fault
      if let failure { throw failure }
      return 0
    }
    let count = min(room.count, available)
    if let target = room.baseAddress {
      target.update(from: memory + first * Self.blockSize + taken, count: count)
    }
    taken += count
    guard count == available else { return count }
    pthread_mutex_lock(lock)
    bytesRead = stored[first]
    first = (first + 1) % Self.blocks
    filled -= 1
    taken = 0
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
    return count
  }
}
