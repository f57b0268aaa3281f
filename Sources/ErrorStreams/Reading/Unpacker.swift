internal import Bytes

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// zlib or libzstd, opened at run time: errctl is built without either.
///
/// What keeps it safe: the stream's memory is allocated here and freed in `deinit`, where the library's own end is called
/// first; the library writes no further than the room it is told, and reads no further than the input. The layouts are those
/// of zlib.h (`z_stream`, 64-bit, since 1.0) and zstd.h (`ZSTD_inBuffer`, `ZSTD_outBuffer`, since 1.0), which are frozen.
final class Unpacker {
  enum Kind {
    case gzip, zstd

    /// The kind that the first bytes say (RFC 1952 section 2.3.1, RFC 8878 section 3.1.1), or nil.
    init?(_ bytes: ByteSlice) {
      if bytes.count >= 3, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 {
        self = .gzip
      } else if bytes.count >= 4, bytes[0] == 0x28, bytes[1] == 0xB5, bytes[2] == 0x2F, bytes[3] == 0xFD {
        self = .zstd
      } else {
        return nil
      }
    }

    var name: String { self == .gzip ? "gzip" : "zstd" }

    /// What the library is called, the newest name first.
    fileprivate var libraries: [String] {
      #if canImport(Darwin)
        self == .gzip
          ? ["libz.1.dylib", "libz.dylib"]
          : ["libzstd.1.dylib", "/opt/homebrew/lib/libzstd.1.dylib", "/usr/local/lib/libzstd.1.dylib"]
      #else
        self == .gzip ? ["libz.so.1"] : ["libzstd.so.1"]
      #endif
    }

    fileprivate var package: String {
      #if canImport(Darwin)
        self == .gzip ? "zlib" : "zstd (brew install zstd)"
      #else
        self == .gzip ? "zlib1g" : "libzstd1"
      #endif
    }
  }

  /// What came of some input.
  struct Step {
    var taken = 0
    var given = 0
    var isDamaged = false
  }

  let kind: Kind
  /// Whether a member or frame is open.
  private(set) var isInside = true
  private let library: UnsafeMutableRawPointer
  /// A `z_stream`, or room for a `ZSTD_outBuffer` and a `ZSTD_inBuffer`.
  private let memory: UnsafeMutableRawPointer
  private static let memorySize = 112
  private var zstd: UnsafeMutableRawPointer?
  private let run: UnsafeMutableRawPointer
  private let isError: UnsafeMutableRawPointer?
  private let reset: UnsafeMutableRawPointer?
  private let end: UnsafeMutableRawPointer

  private typealias Inflate = @convention(c) (UnsafeMutableRawPointer, CInt) -> CInt
  private typealias OnStream = @convention(c) (UnsafeMutableRawPointer) -> CInt
  private typealias Begin =
    @convention(c) (UnsafeMutableRawPointer, CInt, UnsafePointer<CChar>?, CInt) -> CInt
  private typealias Version = @convention(c) () -> UnsafePointer<CChar>?
  private typealias Create = @convention(c) () -> UnsafeMutableRawPointer?
  private typealias Decompress =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
  private typealias IsError = @convention(c) (Int) -> CUnsignedInt
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Int

  /// Opens the library.
  init(_ kind: Kind) throws(StreamFault) {
    let missing = StreamFault.noLibrary(kind.name, library: kind.libraries[0], package: kind.package)
    var opened: UnsafeMutableRawPointer?
    for name in kind.libraries where opened == nil { opened = dlopen(name, RTLD_NOW) }
    guard let library = opened else { throw missing }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.memorySize, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.memorySize)
    switch kind {
    case .gzip:
      guard let version = dlsym(library, "zlibVersion"), let begin = dlsym(library, "inflateInit2_"),
        let run = dlsym(library, "inflate"), let reset = dlsym(library, "inflateReset"),
        let end = dlsym(library, "inflateEnd"),
        // 15 bits of window, 16 for gzip's header and check sum.
        unsafeBitCast(begin, to: Begin.self)(
          memory,
          31,
          unsafeBitCast(version, to: Version.self)(),
          CInt(Self.memorySize)
        ) == 0
      else {
        memory.deallocate()
        throw missing
      }
      (self.run, self.reset, self.end, isError) = (run, reset, end, nil)
    case .zstd:
      guard let create = dlsym(library, "ZSTD_createDStream"),
        let run = dlsym(library, "ZSTD_decompressStream"),
        let isError = dlsym(library, "ZSTD_isError"), let end = dlsym(library, "ZSTD_freeDStream"),
        let stream = unsafeBitCast(create, to: Create.self)()
      else {
        memory.deallocate()
        throw missing
      }
      zstd = stream
      (self.run, reset, self.end, self.isError) = (run, nil, end, isError)
    }
    self.kind = kind
    self.library = library
    self.memory = memory
  }

  deinit {
    if let zstd {
      _ = unsafeBitCast(end, to: Free.self)(zstd)
    } else {
      _ = unsafeBitCast(end, to: OnStream.self)(memory)
    }
    memory.deallocate()
    // The library stays open: another stream may need it, and closing saves nothing.
  }

  /// Unpacks some of `input`.
  func step(_ input: ByteSlice, into room: UnsafeMutableBufferPointer<UInt8>) -> Step {
    // Without input there may yet be output that there was no room for; between members there is none.
    guard let output = room.baseAddress, isInside || !input.isEmpty else { return Step() }
    return kind == .gzip ? inflate(input, output, room.count) : decompress(input, output, room.count)
  }

  private func inflate(_ input: ByteSlice, _ output: UnsafeMutablePointer<UInt8>, _ count: Int) -> Step {
    var step = Step()
    if !isInside {
      // Behind a member stands another one, or padding of zeros as tapes have it.
      if input[0] == 0 { return Step(taken: input.count) }
      guard input[0] == 0x1F else { return Step(taken: input.count, isDamaged: true) }
      if let reset { _ = unsafeBitCast(reset, to: OnStream.self)(memory) }
      isInside = true
    }
    let available = min(input.count, 1 << 30)
    memory.storeBytes(of: input.buffer.baseAddress, toByteOffset: 0, as: UnsafeRawPointer?.self)
    memory.storeBytes(of: CUnsignedInt(available), toByteOffset: 8, as: CUnsignedInt.self)
    memory.storeBytes(of: output, toByteOffset: 24, as: UnsafeMutablePointer<UInt8>.self)
    memory.storeBytes(of: CUnsignedInt(min(count, 1 << 30)), toByteOffset: 32, as: CUnsignedInt.self)
    let result = unsafeBitCast(run, to: Inflate.self)(memory, 0)
    step.taken = available - Int(memory.load(fromByteOffset: 8, as: CUnsignedInt.self))
    step.given = min(count, 1 << 30) - Int(memory.load(fromByteOffset: 32, as: CUnsignedInt.self))
    switch result {
    case 1: isInside = false
    case 0: break
    case -5: step.isDamaged = step.taken == 0 && step.given == 0 && !input.isEmpty
    default: step.isDamaged = true
    }
    return step
  }

  private func decompress(_ input: ByteSlice, _ output: UnsafeMutablePointer<UInt8>, _ count: Int) -> Step {
    guard let zstd, let isError else { return Step(isDamaged: true) }
    let source = memory + 24
    memory.storeBytes(of: output, toByteOffset: 0, as: UnsafeMutablePointer<UInt8>.self)
    memory.storeBytes(of: count, toByteOffset: 8, as: Int.self)
    memory.storeBytes(of: 0, toByteOffset: 16, as: Int.self)
    source.storeBytes(of: input.buffer.baseAddress, toByteOffset: 0, as: UnsafeRawPointer?.self)
    source.storeBytes(of: input.count, toByteOffset: 8, as: Int.self)
    source.storeBytes(of: 0, toByteOffset: 16, as: Int.self)
    let result = unsafeBitCast(run, to: Decompress.self)(zstd, memory, source)
    var step = Step()
    step.given = memory.load(fromByteOffset: 16, as: Int.self)
    step.taken = source.load(fromByteOffset: 16, as: Int.self)
    step.isDamaged =
      unsafeBitCast(isError, to: IsError.self)(result) != 0
      || step.taken == 0 && step.given == 0 && !input.isEmpty
    // 0 says that a frame is whole; more input begins the next one.
    isInside = result != 0
    return step
  }
}
