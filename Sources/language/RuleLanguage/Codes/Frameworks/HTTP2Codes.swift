extension FrameworkCodes {
  /// The error codes of HTTP/2's frames RST_STREAM and GOAWAY, for errors that are recorded with the domain `http2`.
  /// Source: RFC 9113, section 7.
  static let http2 = FrameworkCodes(
    "http2", type: "", module: "", prefix: "",
    """
    NO_ERROR 0  PROTOCOL_ERROR 1  INTERNAL_ERROR 2  FLOW_CONTROL_ERROR 3  SETTINGS_TIMEOUT 4
    STREAM_CLOSED 5  FRAME_SIZE_ERROR 6  REFUSED_STREAM 7  CANCEL 8  COMPRESSION_ERROR 9
    CONNECT_ERROR 10  ENHANCE_YOUR_CALM 11  INADEQUATE_SECURITY 12  HTTP_1_1_REQUIRED 13
    """)
}
