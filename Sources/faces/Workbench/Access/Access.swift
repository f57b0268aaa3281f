/// Who may talk to the server: whoever knows the token that was printed, from a page that this server sent.
///
/// Cookies do not know ports. This one belongs to a path that nobody can guess, so that a browser sends it to no other
/// server of this machine.
package struct Access: Sendable {
  /// 128 bits in hexadecimal.
  package let token: String
  /// The page's files stand below it.
  package let folder: String
  package let port: UInt16

  package init(port: UInt16) {
    self.init(token: Self.random(), folder: "/\(Self.random())/", port: port)
  }

  package init(token: String, folder: String, port: UInt16) {
    (self.token, self.folder, self.port) = (token, folder, port)
  }

  private static func random() -> String {
    var system = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = UInt8.random(in: 0...255, using: &system)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// The address to open in a browser.
  package var address: String { "http://127.0.0.1:\(port)/?token=\(token)" }

  /// The value of `Set-Cookie`.
  package var cookie: String { "\(Self.cookieName)=\(token); Path=\(folder); HttpOnly; SameSite=Strict" }

  private static let cookieName = "errctl"

  /// The parts of a request that decide.
  package struct Request: Sendable {
    package var method: String
    /// The path without the query.
    package var path: String
    /// The parameter `token` of the query.
    package var token: String?
    package var host: String?
    package var origin: String?
    package var cookie: String?

    package init(
      method: String = "GET", path: String, token: String? = nil, host: String? = nil, origin: String? = nil,
      cookie: String? = nil
    ) {
      (self.method, self.path, self.token) = (method, path, token)
      (self.host, self.origin, self.cookie) = (host, origin, cookie)
    }
  }

  package enum Verdict: Equatable, Sendable {
    /// The file of this name, in ``folder``.
    case file(String)
    /// The cookie is set, and the browser goes to ``folder``.
    case entry
    case refused(status: Int, String)
  }

  /// Every request passes here before anything else looks at it.
  package func verdict(on request: Request) -> Verdict {
    // Another name that leads here is a page of somebody else's who lets it point to this machine.
    guard let host = request.host?.lowercased(), hosts.contains(host) else {
      return .refused(status: 421, "This server answers to 127.0.0.1 only.")
    }
    if let origin = request.origin, origin.lowercased() != "http://\(host)" {
      return .refused(status: 403, "A page of another origin may not use this server.")
    }
    guard request.method == "GET" else { return .refused(status: 405, "Only GET is answered.") }
    if request.path == "/", let token = request.token {
      return isToken(token) ? .entry : Self.unknown
    }
    guard cookies(request.cookie).contains(where: { isToken($0) }) else { return Self.unknown }
    guard request.path.hasPrefix(folder) else { return .refused(status: 404, "There is no such file.") }
    return .file(String(request.path.dropFirst(folder.count)))
  }

  private static let unknown = Verdict.refused(
    status: 403, "Open the address that errctl serve printed; it ends with “?token=” and the token.")

  private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

  /// The values of all cookies of this name.
  private func cookies(_ header: String?) -> [String] {
    (header ?? "").split(separator: ";").compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == Self.cookieName else { return nil }
      return String(parts[1])
    }
  }

  /// Whether a text is the token, in the same time whether its first character is wrong or its last.
  private func isToken(_ text: String) -> Bool {
    let (own, other) = (Array(token.utf8), Array(text.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
  }

  /// The headers of every response: nothing is kept, framed, guessed, passed on to others or loaded from elsewhere.
  package func headers(host: String?) -> [(name: String, value: String)] {
    let own = host.flatMap { hosts.contains($0.lowercased()) ? $0 : nil } ?? hosts[0]
    return [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ws://\(own); "
          + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      ),
      ("X-Content-Type-Options", "nosniff"),
      ("X-Frame-Options", "DENY"),
      ("Referrer-Policy", "no-referrer"),
      ("Cache-Control", "no-store"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
  }
}
