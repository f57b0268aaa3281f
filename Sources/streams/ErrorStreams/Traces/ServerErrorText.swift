internal import Bytes

/// An error of a package for servers in Swift, as its own description or Swift prints it:
///
/// - a struct: `CancellationError()`, `NIOConnectionError(host: "db", …)`, `PSQLError(code: server, serverInfo: [sqlState: 23505, …])`;
/// - a type before its words: `ServiceGroupError: errorCode: …`, `PSQLError – Generic description …`;
/// - the code of gRPC Swift: `unavailable: "shop is down"`;
/// - a call of SwiftNIO: `read(descriptor:pointer:size:): Connection reset by peer (errno: 104)`.
enum ServerErrorText {
  static func error(_ text: ByteSlice) -> ErrorTexts.Error? {
    guard text.count > 8, text.count <= 65_536, text[0].isLetter else { return nil }
    return text[0] < UInt8(ascii: "a") ? typed(text) : remote(text) ?? system(text)
  }

  private static func typed(_ text: ByteSlice) -> ErrorTexts.Error? {
    var end = 0
    while end < text.count, end <= 256,
      text[end].isLetter || text[end].isDigit || text[end] == UInt8(ascii: ".")
        || text[end] == UInt8(ascii: "_")
    {
      end += 1
    }
    let type = text[0..<end]
    let isStatus = type == "GRPCStatus"
    guard isStatus || type.count > 5 && type.hasSuffix(ByteSlice("Error")), end < text.count else {
      return nil
    }
    var error = ErrorTexts.Error(type: type, message: text)
    let rest = text[end..<text.count]
    if rest.hasPrefix(ByteSlice(": ")) || rest.hasPrefix(ByteSlice(" – ")) { return error }
    guard SwiftErrorText.isPayload(rest) else { return nil }
    if isStatus || type.hasSuffix(ByteSlice("RPCError")), rest.hasPrefix(ByteSlice("(code: ")) {
      let code = rest[7..<rest.count]
      let word = code[0..<(code.firstIndex(of: UInt8(ascii: ",")) ?? 0)]
      if let number = number(ofStatus: word) { (error.domain, error.code) = (ByteSlice("grpc"), number) }
    }
    if let code = sqlState(rest) {
      error.code = code
      error.isCodeText = true
    }
    if type == "NIOConnectionError", let cause = system(rest) {
      (error.domain, error.code, error.platform) = (cause.domain, cause.code, cause.platform)
    }
    return error
  }

  /// The five letters and digits behind `sqlState: `.
  private static func sqlState(_ text: ByteSlice) -> ByteSlice? {
    guard let mark = text.firstIndex(of: ByteSlice("sqlState: ")), mark + 15 < text.count else { return nil }
    let code = text[(mark + 10)..<(mark + 15)]
    for index in 0..<code.count where !code[index].isDigit && !code[index].isLetter { return nil }
    return code
  }

  private static func remote(_ text: ByteSlice) -> ErrorTexts.Error? {
    guard let mark = text[0..<min(text.count, 32)].firstIndex(of: ByteSlice(": \"")),
      let number = number(ofStatus: text[0..<mark])
    else { return nil }
    let rest = text[(mark + 3)..<text.count]
    guard let close = rest.firstIndex(of: ByteSlice("\" (cause: ")) ?? rest.lastIndex(of: UInt8(ascii: "\""))
    else {
      return nil
    }
    return ErrorTexts.Error(domain: ByteSlice("grpc"), code: number, message: rest[0..<close])
  }

  /// Darwin's numbers end at 107; a lower one is of the record's platform.
  private static func system(_ text: ByteSlice) -> ErrorTexts.Error? {
    guard let mark = text.firstIndex(of: ByteSlice("(errno: ")),
      text.firstIndex(of: ByteSlice("(descriptor:")) != nil
        || text.firstIndex(of: ByteSlice("(error set): ")) != nil
    else { return nil }
    let first = mark + 8
    let end = AppleErrorText.integerEnd(text, from: first)
    guard let number = text[first..<end].wholeNumber, end < text.count, text[end] == UInt8(ascii: ")") else {
      return nil
    }
    var error = ErrorTexts.Error(
      domain: ByteSlice("NSPOSIXErrorDomain"), code: text[first..<end], message: text)
    if number > 107 { error.platform = ByteSlice("linux") }
    return error
  }

  private static func number(ofStatus name: ByteSlice) -> ByteSlice? {
    statuses.first { name == $0.name }.map { ByteSlice($0.number) }
  }

  /// The names of gRPC Swift 2.4, `Status.Code`; older ones differ in `internal`.
  private static let statuses: [(name: StaticString, number: StaticString)] = [
    ("cancelled", "1"), ("unknown", "2"), ("invalidArgument", "3"), ("deadlineExceeded", "4"),
    ("notFound", "5"), ("alreadyExists", "6"), ("permissionDenied", "7"), ("resourceExhausted", "8"),
    ("failedPrecondition", "9"), ("aborted", "10"), ("outOfRange", "11"), ("unimplemented", "12"),
    ("internalError", "13"), ("unavailable", "14"), ("dataLoss", "15"), ("unauthenticated", "16"),
  ]
}
