#if canImport(CZstd)
  import CZstd
  internal import Bytes

  /// zstd, unpacked with libzstd. This is the one file that uses it.
  ///
  /// Memory safety: the library's stream is freed in `deinit`; it writes only into the given room, and reads
  /// only the input.
  final class ZstdDecoder: Unpacker {
    let kind = PackedKind.zstd
    private(set) var isInside = true
    private let stream: OpaquePointer

    init?() {
      guard let stream = ZSTD_createDStream() else { return nil }
      self.stream = stream
    }

    deinit { ZSTD_freeDStream(stream) }

    func step(_ input: ByteSlice, into room: UnsafeMutableBufferPointer<UInt8>) -> UnpackerStep {
      // Without input there may be output left; between frames there is none.
      guard isInside || !input.isEmpty else { return UnpackerStep() }
      var output = ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
      var source = ZSTD_inBuffer(src: input.buffer.baseAddress, size: input.count, pos: 0)
      let result = ZSTD_decompressStream(stream, &output, &source)
      // 0 means that a frame is complete; more input begins the next one.
      isInside = result != 0
      let isStuck = source.pos == 0 && output.pos == 0 && !input.isEmpty
      let isDamaged = ZSTD_isError(result) != 0 || isStuck
      return UnpackerStep(taken: source.pos, given: output.pos, isDamaged: isDamaged)
    }
  }
#endif
