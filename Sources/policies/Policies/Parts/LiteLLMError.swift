/// Errors that LiteLLM's Router treats alike: a class of its own, or the answers with some statuses.
struct LiteLLMError {
  /// When the Router tries such an error again although no policy says how often.
  enum Retried {
    case always
    case ifSeveralDeployments
    case never
  }

  /// When the Router leaves out the deployment that failed so.
  enum CoolDown {
    case never
    case atOnce
    /// At once, unless it is the only one of its group, for which allowed failures are counted.
    case atOnceIfSeveral
    /// The only one of its group is never left out.
    case onlyIfSeveral
    /// After the failures that the settings allow.
    case counted
  }

  let classes: [String]
  /// None for any status.
  var statuses: [ImportedValue]
  /// The keys of a retry policy that count for it, the first one that is set.
  let retryKeys: [String]
  /// The key of `allowed_fails_policy` that counts for it.
  var allowedKey: String?
  let retried: Retried
  let coolDown: CoolDown
  /// Whether the Router tries it again although such an answer rarely changes.
  private(set) var isTriedInVain = false

  /// `kind` in the keys of both policies: `RateLimitError`.
  private init(
    _ classes: String, statuses: [ImportedValue] = [], keys kinds: [String] = [], _ retried: Retried,
    _ coolDown: CoolDown
  ) {
    self.classes = classes.split(separator: " ").map { String($0) }
    self.statuses = statuses
    retryKeys = kinds.map { "\($0)Retries" } + ["DefaultRetries"]
    allowedKey = kinds.first.map { "\($0)AllowedFails" }
    (self.retried, self.coolDown) = (retried, coolDown)
  }

  /// `ContextWindowExceededError`, for which another list of fallbacks counts.
  static let context = LiteLLMError(
    "ContextWindowExceededError", keys: ["BadRequestError"], .never, .never)
  static let contentPolicy = LiteLLMError(
    "ContentPolicyViolationError", keys: ["ContentPolicyViolationError", "BadRequestError"], .never, .never)

  static let all = [
    context, contentPolicy,
    LiteLLMError(
      "BadRequestError UnsupportedParamsError RejectedRequestError ImageFetchError",
      keys: ["BadRequestError"],
      .never, .never),
    LiteLLMError("NotFoundError", keys: ["NotFoundError"], .never, .atOnce),
    LiteLLMError("UnprocessableEntityError", .never, .never),
    LiteLLMError("AuthenticationError", keys: ["AuthenticationError"], .ifSeveralDeployments, .atOnce),
    LiteLLMError("PermissionDeniedError", .ifSeveralDeployments, .never),
    LiteLLMError("Timeout", keys: ["TimeoutError"], .always, .counted),
    LiteLLMError("RateLimitError", keys: ["RateLimitError"], .always, .atOnceIfSeveral),
    LiteLLMError("InternalServerError", keys: ["InternalServerError"], .always, .counted),
    LiteLLMError("ServiceUnavailableError", keys: ["ServiceUnavailableError"], .always, .counted),
    badGateway,
    LiteLLMError("APIConnectionError", .always, .never),
    forbidden,
    LiteLLMError("APIError", statuses: [408, "5xx"], .always, .counted),
    LiteLLMError("APIError", statuses: [402], .never, .onlyIfSeveral),
    LiteLLMError("APIError", statuses: ["404...407", "410...428", "430...499"], .never, .never),
  ]

  /// A bad gateway has a key for its cool-down, and none for its retries.
  private static let badGateway = {
    var error = LiteLLMError("BadGatewayError", .always, .counted)
    error.allowedKey = "BadGatewayErrorAllowedFails"
    return error
  }()

  private static let forbidden = {
    var error = LiteLLMError("APIError", statuses: [403, 409], .always, .never)
    error.isTriedInVain = true
    return error
  }()

  /// The keys of `allowed_fails_policy` for errors after which no deployment is left out.
  static var allowedWithoutEffect: [String] {
    all.filter { $0.coolDown == .never }.compactMap { $0.allowedKey }
  }

  /// The classes as a record's type names them, with the module or the package alone.
  var patterns: [ImportedValue] { classes.map { .text("litellm.*\($0)") } }
}
