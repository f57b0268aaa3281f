import ErrorStreams
import Testing

/// Tracebacks of programs on a GPU, as PyTorch, CuPy and JAX write them.
@Suite("Traces of GPU programs")
struct GPUTraceTests {
  private func read(_ text: String) throws -> [String] { try ReadStream(Array(text.utf8)).records }

  private func trace(_ error: String) -> String {
    "Traceback (most recent call last):\n  File \"/srv/train.py\", line 3, in <module>\n    main()\n\(error)\n"
  }

  @Test(
    "The number of CUDA's or JAX's error is the code, by name or sentence",
    arguments: [
      ("torch.AcceleratorError: CUDA error: device-side assert triggered", 710),
      ("torch.AcceleratorError: CUDA error: out of memory", 2),
      ("torch.AcceleratorError: CUDA error: invalid device ordinal", 101),
      (
        "cupy_backends.cuda.api.runtime.CUDARuntimeError: cudaErrorIllegalAddress: an illegal memory access",
        700
      ),
      (
        "cupy_backends.cuda.api.driver.CUDADriverError: CUDA_ERROR_MISALIGNED_ADDRESS: misaligned address",
        716
      ),
      ("jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 1GiB", 8),
    ]
  )
  func codes(line: String, code: Int) throws {
    let records = try read(trace(line))
    #expect(records.count == 1)
    #expect(records.first?.contains("\"code\":\(code)") == true)
  }

  @Test(
    "Other errors have no code",
    arguments: [
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 MiB.",
      "ValueError: RESOURCE_EXHAUSTED: no",
      "RuntimeError: CUDA error: something new",
    ]
  )
  func noCode(line: String) throws {
    let records = try read(trace(line))
    #expect(records.count == 1)
    #expect(records.first?.contains("\"code\"") == false)
  }

  private func assertion(_ thread: Int) -> String {
    "/src/cuda/Indexing.cu:1515: operator(): block: [0,0,0], thread: [\(thread),0,0] Assertion `i < n` failed.\n"
  }

  @Test("Assertions of a kernel belong to the error that follows, with their number")
  func assertions() throws {
    let text =
      (0..<40).map(assertion).joined()
      + trace("torch.AcceleratorError: CUDA error: device-side assert triggered")
    let stream = try ReadStream(Array(text.utf8))
    #expect(stream.records.count == 1 && stream.rejected.isEmpty)
    let record = try #require(stream.records.first)
    #expect(record.contains("\"type\":\"torch.AcceleratorError\"") && record.contains("\"code\":710"))
    #expect(record.contains("\"assertions\":40") && record.contains("thread: [0,0,0]"))
    #expect(!record.contains("thread: [1,0,0]"))
  }

  @Test("Assertions without an error behind them are one error")
  func assertionsAlone() throws {
    let stream = try ReadStream(Array((0..<3).map(assertion).joined().utf8))
    #expect(stream.records.count == 1 && stream.rejected.isEmpty)
    #expect(stream.records.first?.contains("\"assertions\":3") == true)
  }

  @Test("A traceback's heading behind another one is not an error of its own")
  func twoHeadings() throws {
    let text = "Traceback (most recent call last):\n" + trace("ValueError: bad row")
    let records = try read(text + text)
    #expect(records.count == 2)
    #expect(records.allSatisfy { $0.contains("\"type\":\"ValueError\"") })
  }
}
