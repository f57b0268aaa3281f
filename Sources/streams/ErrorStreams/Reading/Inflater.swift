#if canImport(CZlib)
  import CZlib
  internal import Bytes

  /// gzip, unpacked with zlib. This is the one file that uses zlib.
  ///
  /// Memory safety: the stream is at a fixed address and freed in `deinit`, after the library's own end; the
  /// library writes only into the given room, and reads only the input.
  final class Inflater: Unpacker {
    let kind = PackedKind.gzip
    private(set) var isInside = true
    private let stream: UnsafeMutablePointer<z_stream>
    private static let most = 1 << 30

    init?() {
      stream = .allocate(capacity: 1)
      stream.initialize(to: z_stream())
      // 15 bits of window, plus 16 for gzip's header and checksum.
      guard inflateInit2_(stream, 31, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
        stream.deallocate()
        return nil
      }
    }

    deinit {
      inflateEnd(stream)
      stream.deallocate()
    }

    func step(_ input: ByteSlice, into room: UnsafeMutableBufferPointer<UInt8>) -> UnpackerStep {
      // Without input there may be output left; between members there is none.
      guard isInside || !input.isEmpty else { return UnpackerStep() }
      if !isInside {
        // A member may be followed by another one, or by zeros, as on tapes.
        if input[0] == 0 { return UnpackerStep(taken: input.count) }
        guard input[0] == 0x1F else { return UnpackerStep(taken: input.count, isDamaged: true) }
        inflateReset(stream)
        isInside = true
      }
      let (available, free) = (min(input.count, Self.most), min(room.count, Self.most))
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: input.buffer.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.pointee.avail_in = CUnsignedInt(available)
      stream.pointee.next_out = room.baseAddress
      stream.pointee.avail_out = CUnsignedInt(free)
      let result = inflate(stream, Z_NO_FLUSH)
      var step = UnpackerStep()
      step.taken = available - Int(stream.pointee.avail_in)
      step.given = free - Int(stream.pointee.avail_out)
      switch result {
      case Z_STREAM_END: isInside = false
      case Z_OK: break
      case Z_BUF_ERROR: step.isDamaged = step.taken == 0 && step.given == 0 && !input.isEmpty
      default: step.isDamaged = true
      }
      return step
    }
  }
#endif
