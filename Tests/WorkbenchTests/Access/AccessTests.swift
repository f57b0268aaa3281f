import Testing
import Workbench

@Suite("Access to a workbench")
struct AccessTests {
  private let access = Access(token: "0123abcd", folder: "/f00d/", port: 4711)
  private let host = "127.0.0.1:4711"
  private let cookie = "errctl=0123abcd"

  private func verdict(_ request: Access.Request) -> Access.Verdict { access.verdict(on: request) }

  private func status(_ request: Access.Request) -> Int? {
    if case .refused(let status, _) = verdict(request) { status } else { nil }
  }

  @Test("begins with the token of the printed address, and goes on with the cookie")
  func entry() {
    #expect(access.address == "http://127.0.0.1:4711/?token=0123abcd")
    #expect(verdict(.init(path: "/", token: "0123abcd", host: host)) == .entry)
    #expect(access.cookie == "errctl=0123abcd; Path=/f00d/; HttpOnly; SameSite=Strict")
    #expect(verdict(.init(path: "/f00d/", host: host, cookie: cookie)) == .file(""))
    #expect(
      verdict(.init(path: "/f00d/page.js", host: "LOCALHOST:4711", cookie: "a=b; \(cookie)"))
        == .file("page.js")
    )
  }

  @Test(
    "is refused without the token, with a part of it, with more, and with another one",
    arguments: [nil, "", "0123abc", "0123abcde", "0123abcc", "0123ABCD"] as [String?]
  )
  func wrongToken(token: String?) {
    #expect(status(.init(path: "/", token: token, host: host)) == 403)
    #expect(status(.init(path: "/f00d/", host: host, cookie: token.map { "errctl=\($0)" })) == 403)
    #expect(status(.init(path: "/f00d/messages", token: token, host: host)) == 403)
  }

  @Test(
    "is refused under another name of this machine, as when a page's own name is made to point here",
    arguments: [
      nil, "", "evil.example", "evil.example:4711", "127.0.0.1", "127.0.0.1:80",
      "127.0.0.1:4711.evil.example",
    ]
      as [String?]
  )
  func rebinding(host: String?) {
    #expect(status(.init(path: "/", token: "0123abcd", host: host)) == 421)
    #expect(status(.init(path: "/f00d/", host: host, cookie: cookie)) == 421)
  }

  @Test(
    "is refused to pages of another origin",
    arguments: [
      "null", "", "http://evil.example", "https://127.0.0.1:4711", "http://127.0.0.1:4712",
      "http://localhost:4711",
      "http://127.0.0.1:4711.evil.example",
    ]
  )
  func foreignOrigin(origin: String) {
    #expect(status(.init(path: "/f00d/messages", host: host, origin: origin, cookie: cookie)) == 403)
  }

  @Test("is allowed to its own page")
  func ownOrigin() {
    let own = Access.Request(path: "/f00d/messages", host: host, origin: "http://\(host)", cookie: cookie)
    #expect(verdict(own) == .file("messages"))
  }

  @Test("reads only", arguments: ["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "CONNECT", "get"])
  func methods(method: String) {
    #expect(status(.init(method: method, path: "/f00d/", host: host, cookie: cookie)) == 405)
  }

  @Test(
    "knows no file outside its folder",
    arguments: ["/page.js", "/etc/passwd", "/F00D/page.js", "//f00d/page.js"]
  )
  func otherPaths(path: String) {
    #expect(status(.init(path: path, host: host, cookie: cookie)) == 404)
  }

  @Test("has a token of 128 bits, another one each time, and a folder that does not tell it")
  func random() {
    let made = (0..<64).map { _ in Access(port: 1) }
    #expect(Set(made.flatMap { [$0.token, $0.folder] }).count == 128)
    for access in made {
      #expect(access.token.utf8.count == 32)
      #expect(!access.folder.contains(access.token))
    }
  }

  @Test("lets pages load, frame and send nothing elsewhere")
  func policy() {
    let headers = Dictionary(
      uniqueKeysWithValues: access.headers(host: "localhost:4711").map { ($0.name, $0.value) }
    )
    let policy = headers["Content-Security-Policy"] ?? ""
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("connect-src 'self' ws://localhost:4711;"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(headers["X-Content-Type-Options"] == "nosniff")
    #expect(headers["Referrer-Policy"] == "no-referrer")
    #expect(headers["Cache-Control"] == "no-store")
    #expect(access.headers(host: "evil.example")[0].value.contains("ws://127.0.0.1:4711;"))
  }
}
