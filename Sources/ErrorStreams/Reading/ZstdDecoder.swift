#if canImport(CZstd)
  import CZstd
  internal import Bytes

  /// zstd, unpacked with libzstd: the one file that touches it.
  ///
  /// What keeps it safe: the library's stream is freed in `deinit`; it writes no further than the room it is told, and reads
  /// no further than the input.
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
      // Without input there may yet be output that there was no room for; between frames there is none.
      guard isInside || !input.isEmpty else { return UnpackerStep() }
      var output = ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
      var source = ZSTD_inBuffer(src: input.buffer.baseAddress, size: input.count, pos: 0)
      let result = ZSTD_decompressStream(stream, &output, &source)
      // 0 says that a frame is whole; more input begins the next one.
      isInside = result != 0
      let isStuck = source.pos == 0 && output.pos == 0 && !input.isEmpty
      let isDamaged = ZSTD_isError(result) != 0 || isStuck
      return UnpackerStep(taken: source.pos, given: output.pos, isDamaged: isDamaged)
    }
  }
#endif
