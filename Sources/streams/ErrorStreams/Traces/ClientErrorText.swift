internal import Bytes

/// Texts in which clients of models, of AWS and of HTTP tell a status, a code, a delay or their tries, whatever class they raise:
///
/// - `Error code: 429 - {'error': {'code': 'insufficient_quota', …}}` (openai, anthropic, groq, together), `error code: 520`
///   (Cloudflare's answer);
/// - `429 RESOURCE_EXHAUSTED. {'error': {…}}` (google-genai);
/// - `status_code: 429, model_name: …, body: {…}` (pydantic-ai), `headers: {…}, status_code: 429, body: {…}` (cohere);
/// - `API error occurred: Status 429. Body: {…}` (mistralai);
/// - `model not found (status code: 404)` (ollama);
/// - `Server error '503 Service Unavailable' for url '…'`, `429 Too Many Requests for url: …` (httpx, huggingface_hub);
/// - `(RateLimitReached) Slow down.` above `Code: RateLimitReached`, `Operation returned an invalid status 'Too Many Requests'`
///   (azure-core);
/// - `An error occurred (ThrottlingException) when calling the Converse operation (reached max retries: 2): …` (botocore);
/// - `Retrying request to /v1/messages in 3.0 seconds (retry 1 of 2)` (openai, anthropic): the first try has failed;
/// - the object that an API answered, alone.
enum ClientErrorText {
  /// Whether a text may be one of them, by its beginning and its end.
  static func mayBe(_ text: ByteSlice) -> Bool {
    guard text.count > 8 else { return false }
    if hasStatusAtEnd(text) { return true }
    switch text[0] {
    case UInt8(ascii: "A"): return text.hasPrefix(answer) || text.hasPrefix(service)
    case UInt8(ascii: "C"): return text.hasPrefix(ByteSlice("Client error '"))
    case UInt8(ascii: "E"): return text.hasPrefix(mark)
    case UInt8(ascii: "O"): return text.hasPrefix(invalid)
    case UInt8(ascii: "R"): return text.hasPrefix(again)
    case UInt8(ascii: "S"): return text.hasPrefix(ByteSlice("Server error '"))
    case UInt8(ascii: "e"): return text.hasPrefix(edge)
    case UInt8(ascii: "h"): return text.hasPrefix(ByteSlice("headers: {"))
    case UInt8(ascii: "l"): return text.hasPrefix(wrapper)
    case UInt8(ascii: "s"): return text.hasPrefix(member)
    case UInt8(ascii: "("): return text.contains("\n")
    case UInt8(ascii: "{"): return text[1] == UInt8(ascii: "'") || text[1] == UInt8(ascii: "\"")
    case UInt8(ascii: "1")...UInt8(ascii: "5"): return text[3] == UInt8(ascii: " ")
    default: return false
    }
  }

  private static func hasStatusAtEnd(_ text: ByteSlice) -> Bool {
    text[text.count - 1] == UInt8(ascii: ")") && text.contains("(status code: ")
  }

  /// Reads what the error's message tells and the error lacks.
  static func complete(_ error: inout ErrorTexts.Error) {
    let text = error.message
    guard mayBe(text) else { return }
    if text.hasPrefix(service) { return readService(&error) }
    if text[0] == UInt8(ascii: "R") {
      error.attempt = behind(text, "(retry ")?.leadingNumber ?? 0
      return
    }
    let (status, body) = status(in: text)
    if error.status.isEmpty { error.status = status }
    guard !status.isEmpty || text[0] == UInt8(ascii: "{") || text[0] == UInt8(ascii: "l") else {
      if text[0] == UInt8(ascii: "(") { readCode(&error) }
      return
    }
    if let open = body.firstIndex(of: UInt8(ascii: "{")) {
      var answer = AnswerText()
      answer.read(body[open..<body.count])
      if error.status.isEmpty { error.status = answer.status }
      if error.code.isEmpty, let code = answer.word { error.code = code }
      if error.retryAfter.isEmpty { error.retryAfter = answer.delay }
    }
    if error.retryAfter.isEmpty { error.retryAfter = delay(in: text) }
    if let tries = behind(text, "LiteLLM Retried: ")?.leadingNumber { error.attempt = tries + 1 }
  }

  /// The text's status, empty if it has none, and the text behind it.
  private static func status(in text: ByteSlice) -> (ByteSlice, ByteSlice) {
    let place: Int?
    switch hasStatusAtEnd(text) ? 0 : text[0] {
    case UInt8(ascii: "A"): place = answer.count
    case UInt8(ascii: "C"), UInt8(ascii: "S"): place = 14
    case UInt8(ascii: "E"), UInt8(ascii: "e"): place = mark.count
    case UInt8(ascii: "h"): place = text.firstIndex(of: ByteSlice(", status_code: ")).map { $0 + 15 }
    case UInt8(ascii: "l"): place = text.firstIndex(of: mark).map { $0 + mark.count }
    case UInt8(ascii: "s"): place = member.count
    case UInt8(ascii: "O"):
      let reason = text[invalid.count..<text.count]
      for (name, status) in reasons where reason.hasPrefix(name) { return (status, reason) }
      return (ByteSlice(""), text)
    case UInt8(ascii: "{"): return (ByteSlice(""), text)
    case UInt8(ascii: "("): return statusOfLine(in: text)
    case UInt8(ascii: "1")...UInt8(ascii: "5"):
      let line = text.firstLine
      let isLine = line.contains(". {") || line.contains(" for url: ")
      place = isLine ? 0 : nil
    default: place = text.firstIndex(of: ByteSlice("(status code: ")).map { $0 + 14 }
    }
    guard let place, let status = status(at: place, text) else {
      return (ByteSlice(""), text[0] == UInt8(ascii: "l") ? text : ByteSlice(""))
    }
    return (status, text[(place + 3)..<text.count])
  }

  /// The status at the beginning of a later line, behind the number of a request, or in the first line's parentheses.
  private static func statusOfLine(in text: ByteSlice) -> (ByteSlice, ByteSlice) {
    if let status = status(at: 1, text), text.count > 4, text[4] == UInt8(ascii: ")") {
      return (status, ByteSlice(""))
    }
    for line in text.lines.prefix(4) where line.contains(" for url: ") {
      if let status = status(at: 0, line) { return (status, ByteSlice("")) }
    }
    return (ByteSlice(""), text)
  }

  private static func status(at place: Int, _ text: ByteSlice) -> ByteSlice? {
    let end = place + 3
    guard end <= text.count, (UInt8(ascii: "4")...UInt8(ascii: "5")).contains(text[place]),
      text[place + 1].isDigit, text[place + 2].isDigit, end == text.count || !text[end].isDigit
    else { return nil }
    return text[place..<end]
  }

  /// `(RateLimitReached) …` with a line `Code: RateLimitReached`.
  private static func readCode(_ error: inout ErrorTexts.Error) {
    let text = error.message
    guard error.code.isEmpty, let close = text.firstLine.firstIndex(of: UInt8(ascii: ")")),
      text.contains("\nCode: ")
    else { return }
    let code = text[1..<close]
    if !code.isEmpty, code.firstIndex(of: UInt8(ascii: " ")) == nil { error.code = code }
  }

  /// botocore's text: the code, and the number of retries before this try.
  private static func readService(_ error: inout ErrorTexts.Error) {
    let text = error.message
    guard let close = text.firstIndex(of: UInt8(ascii: ")"), from: service.count),
      text[close..<text.count].hasPrefix(ByteSlice(") when calling the "))
    else { return }
    let code = text[service.count..<close]
    // A service that has no code answers with its status.
    if code.count == 3, error.status.isEmpty, let status = status(at: service.count, text) {
      error.status = status
    }
    if error.code.isEmpty, code.firstIndex(of: UInt8(ascii: " ")) == nil { error.code = code }
    if let retries = behind(text.firstLine, "(reached max retries: ")?.leadingNumber {
      error.attempt = retries + 1
    }
  }

  /// The seconds in `Please try again in 20s`, `Please retry in 32.4s`.
  private static func delay(in text: ByteSlice) -> ByteSlice {
    guard let rest = behind(text, "try again in ") ?? behind(text, "retry in ") else { return ByteSlice("") }
    var end = 0
    while end < rest.count, rest[end].isDigit || rest[end] == UInt8(ascii: ".") { end += 1 }
    guard end > 0, end < rest.count, rest[end] == UInt8(ascii: "s"), rest[0].isDigit,
      rest[end - 1].isDigit
    else { return ByteSlice("") }
    return rest[0..<end]
  }

  private static func behind(_ text: ByteSlice, _ mark: StaticString) -> ByteSlice? {
    let mark = ByteSlice(mark)
    return text.firstIndex(of: mark).map { text[($0 + mark.count)..<text.count] }
  }

  private static let answer = ByteSlice("API error occurred: Status ")
  private static let service = ByteSlice("An error occurred (")
  private static let mark = ByteSlice("Error code: ")
  private static let again = ByteSlice("Retrying request ")
  /// Cloudflare's answer in place of a server's.
  private static let edge = ByteSlice("error code: ")
  private static let invalid = ByteSlice("Operation returned an invalid status '")
  private static let wrapper = ByteSlice("litellm.")
  private static let member = ByteSlice("status_code: ")

  /// The reasons of RFC 9110 that stand for an error, as Python's `http.HTTPStatus` has them.
  private static let reasons: [(ByteSlice, ByteSlice)] = [
    (ByteSlice("Bad Request'"), ByteSlice("400")), (ByteSlice("Unauthorized'"), ByteSlice("401")),
    (ByteSlice("Payment Required'"), ByteSlice("402")), (ByteSlice("Forbidden'"), ByteSlice("403")),
    (ByteSlice("Not Found'"), ByteSlice("404")), (ByteSlice("Method Not Allowed'"), ByteSlice("405")),
    (ByteSlice("Request Timeout'"), ByteSlice("408")), (ByteSlice("Conflict'"), ByteSlice("409")),
    (ByteSlice("Gone'"), ByteSlice("410")), (ByteSlice("Request Entity Too Large'"), ByteSlice("413")),
    (ByteSlice("Content Too Large'"), ByteSlice("413")),
    (ByteSlice("Unprocessable Entity'"), ByteSlice("422")),
    (ByteSlice("Unprocessable Content'"), ByteSlice("422")), (ByteSlice("Locked'"), ByteSlice("423")),
    (ByteSlice("Failed Dependency'"), ByteSlice("424")),
    (ByteSlice("Too Many Requests'"), ByteSlice("429")),
    (ByteSlice("Internal Server Error'"), ByteSlice("500")),
    (ByteSlice("Not Implemented'"), ByteSlice("501")), (ByteSlice("Bad Gateway'"), ByteSlice("502")),
    (ByteSlice("Service Unavailable'"), ByteSlice("503")),
    (ByteSlice("Gateway Timeout'"), ByteSlice("504")), (ByteSlice("Time-out'"), ByteSlice("504")),
  ]
}

/// The object that an API answered, in JSON's notation or in that of Python's dictionaries: `{'error': {'code': …}}`.
struct AnswerText {
  private(set) var status = ByteSlice("")
  /// The seconds of Google's `RetryInfo`.
  private(set) var delay = ByteSlice("")
  private var code = ByteSlice("")
  private var state = ByteSlice("")
  private var type = ByteSlice("")

  /// The code; else the word for it, as Google has it in `status`, or the error's type.
  var word: ByteSlice? {
    for word in [code, state, type] where !word.isEmpty && !(word == "error") { return word }
    return nil
  }

  /// Reads an object that the text begins with. A text that is cut is read as far as it goes.
  mutating func read(_ text: ByteSlice, isError: Bool = false) {
    var index = 1
    while index < text.count {
      while index < text.count, text[index] <= 0x20 || text[index] == UInt8(ascii: ",") { index += 1 }
      guard let key = Self.string(at: &index, in: text) else { return }
      while index < text.count, text[index] <= 0x20 || text[index] == UInt8(ascii: ":") { index += 1 }
      let start = index
      if let value = Self.string(at: &index, in: text) {
        take(key, value, isText: true)
      } else {
        Self.skipValue(at: &index, in: text)
        let value = text[start..<index]
        if value.isEmpty { return }
        if value[0] == UInt8(ascii: "{"), !isError, key == "error" || key == "Error" {
          (code, state, type) = (ByteSlice(""), ByteSlice(""), ByteSlice(""))
          return read(value, isError: true)
        }
        if value[0] == UInt8(ascii: "["), key == "details" { readDelay(value) }
        take(key, value.trimmed, isText: false)
      }
    }
  }

  private mutating func take(_ key: ByteSlice, _ value: ByteSlice, isText: Bool) {
    let isStatus =
      !isText && value.count == 3 && (value[0] == UInt8(ascii: "4") || value[0] == UInt8(ascii: "5"))
    if key == "code" || key == "Code" || key == "status" || key == "status_code" {
      if isStatus, value.wholeNumber != nil {
        status = value
      } else if isText, !value.isEmpty, value.count <= 128, value.firstIndex(of: UInt8(ascii: " ")) == nil {
        if key == "status" { state = value } else { code = value }
      } else if !isText, value.wholeNumber != nil, !(key == "status") {
        code = value
      }
    } else if key == "type" || key == "__type", isText, value.count <= 128,
      value.firstIndex(of: UInt8(ascii: " ")) == nil
    {
      type = value
    }
  }

  private mutating func readDelay(_ details: ByteSlice) {
    guard let mark = details.firstIndex(of: ByteSlice("retryDelay")) else { return }
    var start = mark + 10
    while start < details.count, !details[start].isDigit, start < mark + 16 { start += 1 }
    var end = start
    while end < details.count, details[end].isDigit || details[end] == UInt8(ascii: ".") { end += 1 }
    guard end > start, end < details.count, details[end] == UInt8(ascii: "s") else { return }
    delay = details[start..<end]
  }

  /// A text in quotes of either kind, without them; the index is then behind it. Nil and no change for anything else.
  private static func string(at index: inout Int, in text: ByteSlice) -> ByteSlice? {
    guard index < text.count, text[index] == UInt8(ascii: "'") || text[index] == UInt8(ascii: "\"") else {
      return nil
    }
    let quote = text[index]
    var end = index + 1
    while end < text.count, text[end] != quote { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
    end = min(end, text.count)
    let value = text[(index + 1)..<end]
    index = min(end + 1, text.count)
    return value
  }

  /// Skips a number, a word, a list or an object, to the comma or bracket behind it.
  private static func skipValue(at index: inout Int, in text: ByteSlice) {
    var depth = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        _ = string(at: &index, in: text)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return
      default: break
      }
      index += 1
    }
    index = min(index, text.count)
  }
}

extension ByteSlice {
  /// The number of at most four digits at the beginning.
  fileprivate var leadingNumber: Int? {
    var end = 0
    var number = 0
    while end < count, end < 5, self[end].isDigit {
      number = number * 10 + Int(self[end] - UInt8(ascii: "0"))
      end += 1
    }
    return end > 0 && end < 5 ? number : nil
  }
}
