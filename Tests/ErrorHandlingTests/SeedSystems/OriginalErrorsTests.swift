import ErrorHandling
import Foundation
import RuleEngine
import TestSupport
import Testing

/// Errors of the originals' own declarations, recorded by the recorder, under the rule sets in `rules/`. What is expected
/// is what the original does with such an error, by its source. The names of clauses are ours.
@Suite("The originals' errors, as Swift values, under the shipped rule sets")
struct OriginalErrorsTests {
  private struct Raised {
    let error: any Error
    let origin: String
    var answers: [JSONValue] = []
    /// The clause and the evaluation.
    let ends: String

    init(_ error: any Error, _ origin: String, _ answers: JSONValue..., ends: String) {
      (self.error, self.origin, self.answers, self.ends) = (error, origin, answers, ends)
    }
  }

  /// A running chain decides as expected, and a replay of the recording gives the same resolutions, byte for byte.
  private func check(_ set: String, performs: [String], _ raised: [Raised]) throws {
    let rules = try Data(contentsOf: Repository.root.appending(path: "rules/\(set)/rules.yaml"))
    try check(rules: String(decoding: rules, as: UTF8.self), performs: performs, raised)
  }

  private func check(rules: String, performs: [String] = [], _ raised: [Raised]) throws {
    let chain = try RunningChain(
      .text(rules, name: "rules.yaml"),
      plugins: performs.map { .perform($0) { _ in } } + [.presenter { _ in .never }],
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    var evaluator = RuleEvaluator(chain.rules, seed: chain.settings.seed)
    for (index, each) in raised.enumerated() {
      var occurrence = ErrorOccurrence(origin: each.origin)
      occurrence.answers = each.answers
      let live = chain.decide(each.error, occurrence)
      #expect("\(live.by?.name ?? "nobody") \(live.evaluation)" == each.ends, "\(each.error)")
      occurrence.time = Date(timeIntervalSince1970: chain.settings.clock.now() / .seconds(1))
      occurrence.id = "\(index + 1)"
      let record = String(decoding: RecordedError(each.error, occurrence).line, as: UTF8.self)
      #expect(try evaluator.resolution(of: record) == live.json, "\(record)")
    }
  }

  // MARK: Workable's ErrorHandler, with Alamofire

  /// Alamofire's, with the cases and labels of its reasons (Source/AFError.swift).
  enum AFError: Error {
    enum ResponseValidationFailureReason {
      case dataFileNil
      case missingContentType(acceptableContentTypes: [String])
      case unacceptableStatusCode(code: Int)
    }

    case invalidURL(url: String)
    case responseValidationFailed(reason: ResponseValidationFailureReason)
  }

  enum Reporting {
    /// The same, where the recording program says that it has a status.
    enum AFError: Error, HTTPStatusError {
      case responseValidationFailed(reason: OriginalErrorsTests.AFError.ResponseValidationFailureReason)

      var httpStatus: Int? {
        guard case .responseValidationFailed(.unacceptableStatusCode(let code)) = self else { return nil }
        return code
      }
    }
  }

  enum ValidationError: Error, Equatable {
    case invalidEmail
  }

  private static func refused(_ code: Int) -> AFError {
    .responseValidationFailed(reason: .unacceptableStatusCode(code: code))
  }

  @Test func `a status inside Alamofire's error is found in its payload, and as a value in a case`() throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: sign-in, when: { case: "AFError.responseValidationFailed(unacceptableStatusCode(401))" }, then: abort }
            - id: client
              when:
                case: AFError.responseValidationFailed
                payload: { 0: { case: unacceptableStatusCode, payload: { 0: 400..<451 } } }
              then: proceed
      """
    try check(
      rules: rules,
      [
        Raised(Self.refused(401), "x", ends: "app/sign-in abort"),
        Raised(Self.refused(450), "x", ends: "app/client proceed"),
        Raised(Self.refused(451), "x", ends: "nobody cancel"),
        Raised(AFError.responseValidationFailed(reason: .dataFileNil), "x", ends: "nobody cancel"),
        Raised(
          AFError.responseValidationFailed(reason: .missingContentType(acceptableContentTypes: ["a/b"])),
          "x",
          ends: "nobody cancel"
        ),
        Raised(AFError.invalidURL(url: "401"), "x", ends: "nobody cancel"),
      ]
    )
  }

  @Test func `Workable's rules log out at 401 if the program says that Alamofire's error has a status`()
    throws
  {
    let reported = { Reporting.AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: $0)) }
    try check(
      "workable-error-handler",
      performs: ["Crashlytics.record", "logout", "Analytics.track", "refreshToken"],
      [
        Raised(reported(401), "app.feed", ends: "default/unauthorized proceed"),
        Raised(reported(402), "app.feed", ends: "nobody proceed"),
        Raised(reported(451), "app.feed", ends: "default/otherwise proceed"),
        Raised(Self.refused(401), "app.feed", ends: "default/otherwise proceed"),
        Raised(URLError(.notConnectedToInternet), "app.feed", ends: "default/offline proceed"),
        Raised(ValidationError.invalidEmail, "app.login", ends: "login/invalid-email proceed"),
        Raised(reported(401), "app.login", ends: "login/wrong-password proceed"),
      ]
    )
  }

  // MARK: SwiftErrorHandler

  struct ParsingError: Error, Equatable {
    let line: Int
  }

  @Test func `an equatable struct is told from others by its properties`() throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: first, when: { type: ParsingError, payload: { 0: 1 } }, then: cancel }
            - { id: any, when: { type: ParsingError }, then: abort }
      """
    try check(
      rules: rules,
      [
        Raised(ParsingError(line: 1), "x", ends: "app/first cancel"),
        Raised(ParsingError(line: 2), "x", ends: "app/any abort"),
      ]
    )
  }

  /// The README's, with the cases of both versions.
  enum NetworkError: Error, Equatable {
    case server(Int)
    case noInternet, logout, authenticate
  }

  private static func decodingFailure() -> any Error {
    do {
      _ = try JSONDecoder().decode([Int].self, from: Data("{}".utf8))
      return ParsingError(line: 0)
    } catch {
      return error
    }
  }

  @Test func `SwiftErrorHandler's README: every match runs, then always`() throws {
    try check(
      "swift-error-handler",
      performs: [
        "retryNetworkCall", "AnalyticsService.track", "startAuthentication", "resumeWhenOnline",
        "askForSpace",
        "logoutEverywhere",
      ],
      [
        Raised(URLError(.timedOut), "app.feed", "Retry", ends: "default/timeout proceed"),
        Raised(NetworkError.noInternet, "app.feed", "No", ends: "default/offline proceed"),
        Raised(NetworkError.logout, "app.feed", "No", ends: "default/logout proceed"),
        Raised(NetworkError.server(500), "app.feed", "Ok", ends: "default/otherwise proceed"),
        Raised(NetworkError.authenticate, "app.login", ends: "login/authenticate proceed"),
        // What was added does not override: the default's alert comes first.
        Raised(NetworkError.noInternet, "app.upload", "No", ends: "upload/offline proceed"),
        Raised(NetworkError.logout, "app.settings", "No", ends: "settings/logout-everywhere proceed"),
        Raised(NetworkError.noInternet, "app.feed", nil, ends: "default/offline cancel"),
      ]
    )
  }

  @Test func `SwiftErrorHandler 5.0.0: the first match handles the error or leaves it to else`() throws {
    try check(
      "swift-error-handler-5.0.0",
      performs: ["startAuthentication", "report", "showBanner", "remember", "waitForNetwork"],
      [
        Raised(NetworkError.noInternet, "app.feed", "No", ends: "handler/offline proceed"),
        Raised(NetworkError.authenticate, "app.feed", "Log in", ends: "handler/authenticate proceed"),
        Raised(NetworkError.authenticate, "app.feed", "Not now", "Ok", ends: "else/otherwise proceed"),
        Raised(Self.decodingFailure(), "app.feed", "Ok", ends: "else/otherwise proceed"),
        Raised(NetworkError.server(503), "app.feed", ends: "handler/any-network-error proceed"),
        Raised(URLError(.timedOut), "app.feed", "Ok", ends: "else/otherwise proceed"),
        Raised(NetworkError.noInternet, "app.sync.orders", ends: "sync/wait proceed"),
        Raised(NetworkError.logout, "app.sync.orders", ends: "nobody cancel"),
      ]
    )
  }

  // MARK: HierarchyResponder

  struct FeedError: AlertableError {
    let alertMessage: String
  }

  struct UnauthenticatedError: Error {}
  enum ImageError: Error {
    case broken
  }
  struct KeychainError: Error {
    let status: Int32
  }

  @Test func `a reading app's errors are handled by the views around them`() throws {
    try check(
      "hierarchy-responder",
      performs: ["pushPost", "leaveBreadcrumb", "checkPermission"],
      [
        Raised(FeedError(alertMessage: "No more posts."), "PostRow", ends: "app/alert proceed"),
        Raised(URLError(.notConnectedToInternet), "FeedView", ends: "app/alert proceed"),
        Raised(UnauthenticatedError(), "FeedView", ends: "feed/sign-in proceed"),
        Raised(ImageError.broken, "PostRow", ends: "post-row/image proceed"),
        Raised(ImageError.broken, "FeedView", ends: "nobody cancel"),
        Raised(
          FeedError(alertMessage: "Eight characters, please."),
          "SettingsSheet",
          ends: "settings/alert proceed"
        ),
        Raised(KeychainError(status: -25_300), "SettingsSheet", ends: "settings/rest proceed"),
      ]
    )
  }

  // MARK: ErrorResponder

  enum CommonError: Error {
    case networkTrouble, sessionExpired, blocked
  }

  enum FeatureOneError: Error {
    case blocked
    case common(CommonError)
  }

  enum FeatureTwoError: Error {
    case blocked
    case common(CommonError)
  }

  enum PageOneFeatureOneError: Error {
    case wrongInput, needsConfirmation
    case feature(FeatureOneError)
    case common(CommonError)
  }

  enum PageOneFeatureTwoError: Error {
    case wrongInput, needsConfirmation
    case feature(FeatureTwoError)
    case common(CommonError)
  }

  enum BackgroundServiceError: Error {
    case nonCritical, critical
  }

  struct FeatureThreeFeatureWideProblemExtras {}
  struct FeatureThreePageOneProblemExtras {}
  struct UserAgreementProblemExtras {
    let agreementURL: URL
  }

  struct HTTPAPIProblem<Extras: Sendable>: Error {
    let type: String
    var title = "Problem!"
    var status = 400
    let detail = "Feature three feature-wide problem"
    let instance = "https://some.domain/some/poroblem/instance"
    let extras: Extras
  }

  private static let featureWide = HTTPAPIProblem(
    type: "urn:some:feature:three:feature-wide:problem",
    extras: FeatureThreeFeatureWideProblemExtras()
  )
  private static let local = HTTPAPIProblem(
    type: "urn:some:feature:three:feature-wide:problem",
    extras: FeatureThreePageOneProblemExtras()
  )
  private static let agreement = HTTPAPIProblem(
    type: "https://some.domain/problem/user-agreement",
    extras: UserAgreementProblemExtras(agreementURL: URL(string: "https://example.ios")!)
  )

  @Test func `the sample app's errors end as in the sample app, in all three features`() throws {
    let (one, two, three) = ("FeatureOne.PageOne", "FeatureTwo.PageOne", "FeatureThree.PageOne")
    try check(
      "error-responder",
      performs: ["openURL"],
      [
        Raised(PageOneFeatureOneError.wrongInput, one, "Ok", ends: "page-one-of-one/wrong-input cancel"),
        Raised(PageOneFeatureOneError.needsConfirmation, one, "Yes", ends: "page-one-of-one/confirm proceed"),
        Raised(
          PageOneFeatureOneError.needsConfirmation,
          one,
          "No...",
          ends: "page-one-of-one/confirm cancel"
        ),
        Raised(PageOneFeatureOneError.feature(.blocked), one, "Ok", ends: "feature-one/blocked cancel"),
        Raised(
          PageOneFeatureOneError.feature(.common(.networkTrouble)),
          one,
          "Retry",
          ends: "root/network retry"
        ),
        Raised(PageOneFeatureOneError.common(.sessionExpired), one, ends: "root/session retry"),
        Raised(PageOneFeatureTwoError.wrongInput, two, "Ok", ends: "page-one-of-two/wrong-input cancel"),
        Raised(PageOneFeatureTwoError.feature(.blocked), two, "Ok", ends: "feature-two/blocked cancel"),
        Raised(PageOneFeatureTwoError.common(.blocked), two, "Ok", ends: "root/blocked cancel"),
        // A page's `switch` is over its own type: the other page's errors go up to “Ups!”.
        Raised(PageOneFeatureTwoError.wrongInput, one, "Ok", ends: "root/otherwise abort"),
        Raised(PageOneFeatureTwoError.common(.sessionExpired), one, "Ok", ends: "root/otherwise abort"),
        Raised(PageOneFeatureOneError.needsConfirmation, two, "Ok", ends: "root/otherwise abort"),
        Raised(BackgroundServiceError.nonCritical, "BackgroundService", ends: "chain/non-critical proceed"),
        Raised(BackgroundServiceError.critical, "BackgroundService", ends: "chain/critical abort"),
        Raised(Self.featureWide, three, ends: "feature-three/feature-wide cancel"),
        Raised(Self.local, three, "Try again", ends: "page-one-of-three/local retry"),
        Raised(Self.agreement, three, "Decline", ends: "environment/agreement abort"),
        Raised(Self.agreement, three, "Agree, then try again", ends: "environment/agreement retry"),
        Raised(URLError(.notConnectedToInternet), three, ends: "nobody proceed"),
      ]
    )
  }
}

extension OriginalErrorsTests.HTTPAPIProblem: ProblemError {
  // As in rules/error-responder/README.md.
  var problem: Problem? {
    var extensions: [String: JSONValue] = [:]
    if let agreement = extras as? OriginalErrorsTests.UserAgreementProblemExtras {
      extensions["agreementURL"] = .string(agreement.agreementURL.absoluteString)
    }
    return Problem(
      type: type,
      title: title,
      status: status,
      detail: detail,
      instance: instance,
      extensions: extensions
    )
  }
}
