import SwiftErrors
import Alamofire
import App
import ErrorHandling
import ErrorResponder
import Foundation
import Reader
import RuleEngine
import Shop
import TestSupport
import Testing

/// Errors of the originals' own declarations, recorded by the recorder, under their rule sets. What is expected
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

  /// A running chain decides as expected, and so does a replay.
  private func check(_ set: String, _ raised: [Raised]) throws {
    try check(
      rules: String(
        contentsOf: Repository.root.appending(path: "rules/originals/\(set)/rules.yaml"),
        encoding: .utf8
      ),
      raised
    )
  }

  private func check(rules: String, _ raised: [Raised]) throws {
    var beside = try Beside(rules: rules)
    for each in raised {
      let occurrence = ErrorOccurrence(origin: each.origin, answers: each.answers)
      let live = try beside.decide(each.error, occurrence, "\(each.error)")
      #expect("\(live.by?.name ?? "nobody") \(live.evaluation)" == each.ends, "\(each.error)")
    }
  }

  // MARK: Workable's ErrorHandler, with Alamofire

  /// Alamofire's, in a program that does not say that it has a status.
  enum AFError: Error {
    case invalidURL(url: String)
    case responseValidationFailed(reason: Alamofire.AFError.ResponseValidationFailureReason)
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
    let reported = OriginalErrors.refused
    try check(
      "workable-error-handler",
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

  @Test func `an equatable struct is told from others by its properties`() throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: first, when: { type: S, payload: { 0: 1 } }, then: cancel }
            - { id: any, when: { type: S }, then: abort }
      """
    try check(
      rules: rules,
      [
        Raised(S(1), "x", ends: "app/first cancel"),
        Raised(S(2), "x", ends: "app/any abort"),
      ]
    )
  }

  @Test func `SwiftErrorHandler's README: every match runs, then always`() throws {
    try check(
      "swift-error-handler",
      [
        Raised(URLError(.timedOut), "app.feed", "Retry", ends: "default/timeout proceed"),
        Raised(Shop.NetworkError.noInternet, "app.feed", "No", ends: "default/offline proceed"),
        Raised(Shop.NetworkError.logout, "app.feed", "No", ends: "default/logout proceed"),
        Raised(Shop.NetworkError.server(500), "app.feed", "Ok", ends: "default/otherwise proceed"),
        Raised(Shop.NetworkError.authenticate, "app.login", ends: "login/authenticate proceed"),
        // What was added does not override: the default's alert comes first.
        Raised(Shop.NetworkError.noInternet, "app.upload", "No", ends: "upload/offline proceed"),
        Raised(Shop.NetworkError.logout, "app.settings", "No", ends: "settings/logout-everywhere proceed"),
        Raised(Shop.NetworkError.noInternet, "app.feed", nil, ends: "default/offline cancel"),
      ]
    )
  }

  @Test func `SwiftErrorHandler 5.0.0: the first match handles the error or leaves it to else`() throws {
    try check(
      "swift-error-handler-5.0.0",
      [
        Raised(Shop.NetworkError.noInternet, "app.feed", "No", ends: "handler/offline proceed"),
        Raised(Shop.NetworkError.authenticate, "app.feed", "Log in", ends: "handler/authenticate proceed"),
        Raised(Shop.NetworkError.authenticate, "app.feed", "Not now", "Ok", ends: "else/otherwise proceed"),
        Raised(OriginalErrors.keyMissing, "app.feed", "Ok", ends: "else/otherwise proceed"),
        Raised(Shop.NetworkError.server(503), "app.feed", ends: "handler/any-network-error proceed"),
        Raised(URLError(.timedOut), "app.feed", "Ok", ends: "else/otherwise proceed"),
        Raised(Shop.NetworkError.noInternet, "app.sync.orders", ends: "sync/wait proceed"),
        Raised(Shop.NetworkError.logout, "app.sync.orders", ends: "nobody cancel"),
      ]
    )
  }

  // MARK: HierarchyResponder

  @Test func `a reading app's errors are handled by the views around them`() throws {
    try check(
      "hierarchy-responder",
      [
        Raised(FeedError("No more posts."), "PostRow", ends: "app/alert proceed"),
        Raised(URLError(.notConnectedToInternet), "FeedView", ends: "app/alert proceed"),
        Raised(UnauthenticatedError(), "FeedView", ends: "feed/sign-in proceed"),
        Raised(ImageError.broken, "PostRow", ends: "post-row/image proceed"),
        Raised(ImageError.broken, "FeedView", ends: "nobody cancel"),
        Raised(FeedError("Eight characters, please."), "SettingsSheet", ends: "settings/alert proceed"),
        Raised(KeychainError(-25_300), "SettingsSheet", ends: "settings/rest proceed"),
      ]
    )
  }

  // MARK: ErrorResponder

  @Test func `the sample app's errors end as in the sample app, in all three features`() throws {
    let (one, two, three) = ("FeatureOne.PageOne", "FeatureTwo.PageOne", "FeatureThree.PageOne")
    try check(
      "error-responder",
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
        Raised(Thrown.featureWide, three, ends: "feature-three/feature-wide cancel"),
        Raised(Thrown.pageOne, three, "Try again", ends: "page-one-of-three/local retry"),
        Raised(Thrown.agreement, three, "Decline", ends: "environment/agreement abort"),
        Raised(Thrown.agreement, three, "Agree, then try again", ends: "environment/agreement retry"),
        Raised(URLError(.notConnectedToInternet), three, ends: "nobody proceed"),
      ]
    )
  }
}
