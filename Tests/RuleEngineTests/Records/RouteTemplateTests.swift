import Bytes
import Records
import TestSupport
import Testing

@Suite("Routes of requests")
struct RouteTemplateTests {
  private static func route(_ request: String) -> String? {
    Array(request.utf8).withUnsafeBytes { bytes in
      var output = Buffer<UInt8>()
      let isRoute = RouteTemplate.append(of: ByteSlice(bytes), to: &output)
      #expect(isRoute || output.isEmpty)
      return isRoute ? String(output.slice) : nil
    }
  }

  @Test(
    "A request line, a URL and a path have the same route",
    arguments: [
      "GET /pay/card HTTP/1.1", "/pay/card", "/pay/card?order=42&token=a1", "POST /pay/card", "/pay/card#top",
      "GET https://shop.example:8080/pay/card HTTP/2.0", "http://10.0.0.1/pay/card", "/pay/card;session=A1",
    ]
  )
  func isOne(request: String) {
    #expect(Self.route(request) == "/pay/card")
  }

  @Test(
    "Numbers and ids are folded as in messages",
    arguments: [
      ("/api/products/143", "/api/products/<n>"), ("/orders/2026-11-21/7", "/orders/<time>/<n>"),
      ("/users/6F9619FF-8B86-D011-B42D-00C04FC964FF/cart", "/users/<id>/cart"),
      ("/users/6f9619ff-8b86-d011-b42d-00c04fc964ff.json", "/users/<id>.json"),
      ("/u/user-6f9619ff-8b86-d011-b42d-00c04fc964ff", "/u/user-<id>"),
      ("/commits/9a3334753ef", "/commits/<hex>"), ("/docs/507f1f77bcf86cd799439011", "/docs/<hex>"),
      ("/hosts/10.0.0.7/ping", "/hosts/<ip>/ping"), ("/watch/dQw4w9WgXcQ", "/watch/<id>"),
      ("/charges/ch_3MmlLrLkdIwHu7ix0snN0B15", "/charges/ch_<id>"),
      ("/ulid/01ARZ3NDEKTSV4RRFFQ69G5FAV/x", "/ulid/<id>/x"), ("/img/photo143.jpg", "/img/photo<n>.jpg"),
      ("/orders/A-129284", "/orders/A-<n>"), ("/~user42/", "/~user<n>/"),
    ]
  )
  func isFolded(request: String, route: String) {
    #expect(Self.route(request) == route)
  }

  @Test(
    "Names with a digit stay",
    arguments: [
      "/api/v1/products", "/oauth2/token", "/s3/bucket/logo.mp3", "/", "*", "/orders/{id}",
      "/facade/deadbeef",
      "/pkg.Service/Charge", "google.pubsub.v1.Publisher.Publish", "/caf%C3%A9/men%20u", "/über/uns",
    ]
  )
  func stay(request: String) {
    #expect(Self.route(request) == request)
  }

  @Test(
    "What is not a request has no route",
    arguments: ["", "-", "?a=1", "\\x16\\x03\\x01", "\u{16}\u{3}", "/a\"b", "/a\\b", "<BADREQ>"]
  )
  func isNone(request: String) {
    #expect(Self.route(request) == nil)
  }

  @Test("A long path is cut at whole characters")
  func isCut() {
    let long = "/" + String(repeating: "é", count: 400)
    #expect(Self.route(long) == "/" + String(repeating: "é", count: 255) + "…")
    #expect(Self.route("GET") == "GET")
    #expect(Self.route("https://shop.example") == "/")
  }
}
