/// The problem documents that the upstream is known to send.
extension Response {
  static let sessionExpired = problem(
    401,
    """
    {"type": "https://shop.example/problems/session-expired", "title": "Your session has ended", "status": 401, \
    "detail": "The session was valid for 30 minutes.", "session_id": "s-81f3a0c7d2", "login_url": "/login"}
    """
  )

  static let termsChanged = problem(
    403,
    """
    {"type": "https://shop.example/problems/terms-not-accepted", "title": "Please accept the new terms", \
    "status": 403, "agreementURL": "https://shop.example/terms/2026-11", "version": 7}
    """
  )

  static let accountLocked = problem(
    403,
    """
    {"type": "https://shop.example/problems/account-locked", "title": "This account is locked", "status": 403, \
    "detail": "Five wrong passwords in a row.", "unlocks": "2026-11-20T09:15:00Z"}
    """
  )

  static func outOfCredit(balance: Int, cost: Int) -> Response {
    problem(
      402,
      """
      {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.", "status": 402, \
      "detail": "Your current balance is \(balance), but that costs \(cost).", \
      "instance": "/account/12345/msgs/abc", "balance": \(balance), "accounts": ["/account/12345", "/account/67890"]}
      """
    )
  }

  static func soldOut(product: Int, left: Int) -> Response {
    problem(
      409,
      """
      {"type": "https://shop.example/problems/sold-out", "title": "Not enough in stock", "status": 409, \
      "instance": "/products/\(product)", "left": \(left)}
      """
    )
  }

  static func invalidAddress(_ pointer: String, _ detail: String) -> Response {
    problem(
      422,
      """
      {"type": "https://shop.example/problems/validation", "title": "The address is not valid", "status": 422, \
      "errors": [{"detail": "\(detail)", "pointer": "#/\(pointer)"}]}
      """
    )
  }

  static func tooMany(retryAfter seconds: Int) -> Response {
    problem(
      429,
      """
      {"type": "https://shop.example/problems/rate-limit", "title": "Too many requests", "status": 429, "limit": 60}
      """,
      retryAfter: seconds
    )
  }

  /// Without a `type`: `about:blank`, the status says it all.
  static let internalError = problem(
    500,
    #"{"title": "Internal Server Error", "status": 500, "trace": "4bf92f3577b34da6"}"#
  )

  static func maintenance(retryAfter seconds: Int) -> Response {
    problem(
      503,
      #"{"type": "https://shop.example/problems/maintenance", "title": "Back soon", "status": 503, "until": "17:50"}"#,
      retryAfter: seconds
    )
  }
}
