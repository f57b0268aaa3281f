internal import Bytes

/// The statuses of HTTP in the texts of its clients and servers in Python.
enum HTTPTexts {
  static func status(in text: ByteSlice, of package: ByteSlice) -> ByteSlice {
    for (packages, before, behind) in texts where packages.contains(where: { package == ByteSlice($0) }) {
      var index = 0
      if before.utf8CodeUnitCount > 0 {
        guard let mark = text.firstIndex(of: ByteSlice(before)) else { continue }
        index = mark + before.utf8CodeUnitCount
      }
      let end = index + 3
      guard end <= text.count, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(text[index]),
        text[index + 1].isDigit, text[index + 2].isDigit,
        text[end..<text.count].hasPrefix(ByteSlice(behind))
      else { continue }
      return text[index..<end]
    }
    return ByteSlice("")
  }

  /// The packages that write a status between two texts.
  private static let texts: [(packages: [StaticString], before: StaticString, behind: StaticString)] = [
    // `Error code: 429 - {'error': …}`
    (["openai", "anthropic", "groq", "together", "cerebras"], "Error code: ", ""),
    // `Failed with http status code: 429 (TooManyRequestsError). Details: …`
    (["ai21"], "http status code: ", " ("),
    // `ReplicateError Details:`, then a line for each member of the problem
    (["replicate"], "\nstatus: ", ""),
    // `503 Server Error: Service Unavailable for url: …`
    (["requests", "huggingface_hub"], "", " Server Error: "),
    (["requests", "huggingface_hub"], "", " Client Error: "),
    // `Server error '503 Service Unavailable' for url '…'`
    (["httpx", "httpx2"], "error '", " "),
    // `HTTP Error 503: Service Unavailable`
    (["urllib"], "HTTP Error ", ": "),
    // `503, message='Service Unavailable', url='…'`
    (["aiohttp"], "", ", message="),
    // `503 Service Unavailable: The server is temporarily unable …`, `503 failed to connect`
    (["werkzeug", "google"], "", " "),
    (["starlette", "fastapi"], "", ": "),
    (["tornado"], "HTTP ", ": "),
    // `NotFoundError(404, 'index_not_found_exception', …)`
    (["elasticsearch", "opensearchpy", "elastic_transport"], "Error(", ","),
  ]
}
