import RuleEngine
import Testing

@Suite("nginx's configuration")
struct NginxConfigurationTests {
  /// A group of three servers, and a server with these lines.
  private static func config(_ lines: String, group: String = "", name: String = "server_name shop.example;")
    -> String
  {
    """
    upstream api { server 10.0.0.1:80; server 10.0.0.2:80; server 10.0.0.3:80; \(group) }
    server { listen 80; \(name)
      \(lines)
    }
    """
  }

  private static let passing = "location / { proxy_pass http://api; }"

  private static func record(
    _ message: String,
    method: String = "GET",
    path: String = "/",
    origin: String = "shop.example"
  )
    -> String
  {
    #"{"origin": "\#(origin)", "message": "\#(message)", "attributes": {"connection": "7", "method": "\#(method)", "request": "\#(method) \#(path) HTTP/1.1"}}"#
  }

  private static let refused = "connect() failed (111: Connection refused) while connecting to upstream"
  private static let closed =
    "upstream prematurely closed connection while reading response header from upstream"
  private static let late =
    "upstream timed out (110: Connection timed out) while reading response header from upstream"
  private static let large = "upstream sent too big header while reading response header from upstream"

  private static func decision(_ config: String, on record: String) throws -> String {
    try #require(try decisions(config, name: "nginx.conf", [record]).first)
  }

  private static func said(_ config: String) -> [String] {
    findings(config, name: "nginx.conf").filter { $0.contains("faulty-policy") }
  }

  // MARK: - Which files

  @Test(
    arguments: [
      ("named.conf", "server 10.0.0.1 { edns no; };"), ("app.conf", "location = \"here\"\nlisten = 80"),
      ("dhcpd.conf", "subnet 10.0.0.0 netmask 255.0.0.0 { option routers 10.0.0.1; }"),
      ("rotate.conf", "/var/log/*.log { weekly }"), ("a.yaml", "server: { listen: 80 }"),
      ("events.conf", "events { worker_connections 10; }"), ("unit.conf", "[Service]\nRestart=always"),
    ]
  )
  func `other files are none`(name: String, text: String) {
    #expect(compiled(text, name: name).policyFormat != "nginx")
  }

  @Test func `code of Lua is passed over`() throws {
    let config = Self.config(
      "location /lua { content_by_lua_block { if x then y = { 1 } end } }\n\(Self.passing)"
    )
    #expect(try Self.decision(config, on: Self.record(Self.refused)) == "retry 1/3 by shop.example/api")
  }

  // MARK: - Decisions, as measured of 1.22.1 and 1.26.3

  @Test(
    arguments: [
      (refused, "GET", true), (refused, "POST", true), (closed, "GET", true), (closed, "POST", false),
      (closed, "PATCH", false), (closed, "PUT", true), (late, "DELETE", true), (large, "GET", false),
      ("no live upstreams while connecting to upstream", "GET", false),
      ("upstream sent no valid HTTP/1.0 header while reading response header from upstream", "GET", false),
      ("upstream prematurely closed connection while reading upstream", "GET", false),
    ]
  )
  func `without a directive the next server is asked after errors and time-outs`(
    message: String,
    method: String,
    isAsked: Bool
  ) throws {
    let decision = try Self.decision(Self.config(Self.passing), on: Self.record(message, method: method))
    #expect(decision == (isAsked ? "retry 1/3 by shop.example/api" : "cancel by otherwise"))
  }

  @Test(
    arguments: [
      ("error", late, "GET", false), ("timeout", refused, "GET", false), ("off", refused, "GET", false),
      ("off error", refused, "GET", false), ("invalid_header", large, "GET", true),
      ("error non_idempotent", closed, "POST", true), ("non_idempotent", refused, "GET", false),
    ]
  )
  func `the directive names the failures`(words: String, message: String, method: String, isAsked: Bool)
    throws
  {
    let config = Self.config("proxy_next_upstream \(words);\n  \(Self.passing)")
    let decision = try Self.decision(config, on: Self.record(message, method: method))
    #expect(decision.hasPrefix("retry") == isAsked)
  }

  @Test func `statuses are told by records with a status`() throws {
    let config = Self.config("proxy_next_upstream http_503;\n  \(Self.passing)")
    let record =
      #"{"origin": "shop.example", "status": 503, "attributes": {"connection": "7", "method": "GET", "request": "GET / HTTP/1.1"}}"#
    #expect(try Self.decision(config, on: record) == "retry 1/3 by shop.example/api")
    #expect(
      try Self.decision(config, on: record.replacing(#""GET""#, with: #""POST""#)) == "cancel by otherwise"
    )
    #expect(try Self.decision(config, on: record.replacing("503", with: "502")) == "cancel by otherwise")
  }

  @Test func `failures of any kind share the tries of a request`() throws {
    let config = Self.config(Self.passing)
    let records = [Self.refused, Self.closed, Self.late].map { Self.record($0) }
    #expect(
      try decisions(config, name: "nginx.conf", records) == [
        "retry 1/3 by shop.example/api", "retry 2/3 by shop.example/api", "cancel by shop.example/api",
      ]
    )
  }

  @Test(
    arguments: [
      ("proxy_next_upstream_tries 2;", "", "retry 1/2 by shop.example/api"),
      ("proxy_next_upstream_tries 0;", "", "retry 1/3 by shop.example/api"),
      ("proxy_next_upstream_tries 9;", "", "retry 1/3 by shop.example/api"),
      ("proxy_next_upstream_tries 1;", "", "cancel by otherwise"),
      ("", "server 10.0.0.4:80 backup;", "retry 1/4 by shop.example/api"),
      ("", "server 10.0.0.4:80 down;", "retry 1/3 by shop.example/api"),
    ]
  )
  func `each server is asked once`(line: String, group: String, decision: String) throws {
    let config = Self.config("\(line)\n  \(Self.passing)", group: group)
    #expect(try Self.decision(config, on: Self.record(Self.refused)) == decision)
  }

  @Test func `a server without a group is asked once`() throws {
    let config = Self.config("location / { proxy_pass http://10.0.0.9:80/x; }")
    #expect(try Self.decision(config, on: Self.record(Self.refused)) == "cancel by otherwise")
  }

  @Test(arguments: ["fastcgi_pass api", "uwsgi_pass api", "scgi_pass api", "grpc_pass grpc://api"])
  func `the other modules have directives of their own`(pass: String) throws {
    let module = pass.prefix { $0 != "_" }
    let config = Self.config("proxy_next_upstream off;\n  location / { \(pass); }")
    #expect(try Self.decision(config, on: Self.record(Self.refused)).hasPrefix("retry"))
    let off = Self.config("\(module)_next_upstream off;\n  location / { \(pass); }")
    #expect(try Self.decision(off, on: Self.record(Self.refused)).hasPrefix("cancel"))
  }

  @Test(
    arguments: [
      ("/pay", "api.pay", 2), ("/pay/now", "api.paynow", 1), ("/payments", "api.pay", 2), ("/", "api", 3),
      ("/exact", "api.exact", 1), ("/exact/no", "api", 3), ("/a.php", "api.php", 2),
      ("/static/a.php", "api.static", 3),
      ("/pay?x=.php", "api.pay", 2),
    ]
  )
  func `locations are asked as nginx asks them`(path: String, rule: String, tries: Int) throws {
    let config = Self.config(
      """
      location / { proxy_pass http://api; }
        location /pay { proxy_pass http://api; proxy_next_upstream_tries 2; }
        location /pay/now { proxy_pass http://api; proxy_next_upstream_tries 1; }
        location = /exact { proxy_pass http://api; proxy_next_upstream off; }
        location ^~ /static { proxy_pass http://api; }
        location ~ \\.php$ { proxy_pass http://api; proxy_next_upstream_tries 2; }
      """
    )
    let decision = try Self.decision(config, on: Self.record(Self.refused, path: path))
    #expect(
      decision
        == (tries > 1 ? "retry 1/\(tries) by shop.example/\(rule)" : "cancel by shop.example/\(rule).failed")
    )
  }

  @Test func `what a location says replaces what stands around it`() throws {
    let config = """
      http {
        proxy_next_upstream off;
        upstream api { server 10.0.0.1; server 10.0.0.2; }
        server { listen 80; location / { proxy_pass http://api; } }
        server { listen 80; server_name b; location / { proxy_pass http://api; proxy_next_upstream error; } }
      }
      """
    #expect(
      try Self.decision(config, on: Self.record(Self.refused, origin: "nginx")) == "cancel by otherwise"
    )
    #expect(try Self.decision(config, on: Self.record(Self.refused, origin: "b")) == "retry 1/2 by b/api")
  }

  // MARK: - Findings, as nginx's own of `nginx -t`

  @Test(
    arguments: [
      ("proxy_next_upstreem error;", "Did you mean “proxy_next_upstream”?"),
      ("proxy_next_upstream http_505;", "“http_505” is not a failure that “proxy_next_upstream” knows."),
      ("fastcgi_next_upstream http_502;", "“http_502” is not a failure"),
      ("grpc_next_upstream updating;", "“updating” is not a failure"),
      ("proxy_next_upstream;", "“proxy_next_upstream” needs a failure"),
      ("proxy_next_upstream_tries a;", "must be a whole number"),
      ("proxy_next_upstream_tries 1 2;", "must be a whole number"),
      ("proxy_next_upstream_timeout 1x;", "must be a duration such as 500ms or 1m30s"),
      ("if ($x) { proxy_next_upstream off; }", "“proxy_next_upstream” can't stand in “if”"),
      ("max_fails 3;", "“max_fails” is not a directive"), ("proxy_next_upstream error", "A ; is missing"),
      ("proxy_next_upstream 'error;", "This quote does not end."),
    ]
  )
  func `nginx does not start`(line: String, message: String) {
    let config = Self.config("\(Self.passing)\n  location /x { \(line) }")
    #expect(Self.said(config).contains { $0.hasPrefix("4:") && $0.contains(message) }, "\(Self.said(config))")
    #expect(compiled(config, name: "nginx.conf").hasErrors)
  }

  @Test(
    arguments: [
      ("max_fails=a", "“max_fails” must be a whole number."), ("max_fials=3", "Did you mean “max_fails”?"),
      ("max_fails = 3", "Write “max_fails=” and its value without spaces."),
      ("fail_timeout=5x", "“fail_timeout” must be a duration"),
    ]
  )
  func `nginx does not start with a wrong server`(parameter: String, message: String) {
    let config = Self.config(Self.passing, group: "server 10.0.0.4 \(parameter);")
    #expect(Self.said(config).contains { $0.hasPrefix("1:") && $0.contains(message) }, "\(Self.said(config))")
  }

  @Test func `nginx starts, and does something else`() {
    let config = """
      upstream one { server 10.0.0.1 max_fails=3; }
      upstream api { server 10.0.0.1; server 10.0.0.2 slow_start=3s; }
      server {
        proxy_next_upstream off error;
        location / { proxy_pass http://one; proxy_next_upstream non_idempotent; }
      }
      """
    #expect(
      Self.said(config) == [
        "1:32 faulty-policy: “max_fails” has no effect: nginx never leaves out the only server of a group.",
        "2:49 faulty-policy: Only NGINX Plus knows “slow_start”: the free nginx does not start.",
        "4:23 faulty-policy: With “off” the other words have no effect. Delete them, or “off”.",
        "5:59 faulty-policy: “non_idempotent” alone tries nothing again: it adds requests to the failures beside it, such as “error timeout”.",
      ]
    )
  }

  @Test func `a limit that stands twice and a failure that is named twice are told`() {
    let config = """
      upstream api { server 10.0.0.1; server 10.0.0.2; }
      server {
        proxy_next_upstream error error;
        proxy_next_upstream_tries 2;
        location / { proxy_pass http://api; proxy_next_upstream_tries 2; }
        proxy_next_upstream_tries 3;
      }
      """
    #expect(
      Self.said(config) == [
        "3:29 faulty-policy: “error” stands twice here. nginx warns, and reads it once.",
        "6:3 faulty-policy: “proxy_next_upstream_tries” stands twice in this block. nginx does not start: delete one of them.",
      ]
    )
  }

  @Test func `off counts for all lines of its block, and for none of another`() {
    let config = """
      upstream api { server 10.0.0.1; server 10.0.0.2; }
      server {
        proxy_next_upstream off;
        proxy_next_upstream error;
        location / { proxy_pass http://api; proxy_next_upstream timeout; }
      }
      """
    #expect(
      Self.said(config) == [
        "3:23 faulty-policy: With “off” the other words have no effect. Delete them, or “off”."
      ]
    )
  }

  @Test(
    arguments: [
      "stream { upstream db { server 10.0.0.1; } server { listen 1; proxy_pass db; proxy_next_upstream on; } }",
      "map $http_upgrade $connection { default upgrade; '' close; }",
      "proxy_next_upstream error timeout http_503; proxy_next_upstream_timeout 1m30s;",
    ]
  )
  func `nothing is said of what nginx does`(line: String) {
    #expect(Self.said(line + "\n" + Self.config(Self.passing)) == [])
  }

  @Test func `requests that are not idempotent are named where they are sent again`() {
    let found = findings(
      Self.config("proxy_next_upstream error non_idempotent;\n  \(Self.passing)"),
      name: "nginx.conf"
    )
    #expect(!found.contains { $0.contains("localised-text") })
  }

  @Test func `an end that is missing is a fault where the file ends`() {
    let config = "server { listen 80;\n  location / { proxy_pass http://10.0.0.1; }\n"
    #expect(
      Self.said(config) == [
        "3:1 faulty-policy: The file ends inside a block. nginx does not start: a } is missing."
      ]
    )
  }
}
