import Alamofire
import App
import ErrorHandling
import ErrorResponder
import Foundation
import Reader
import RuleEngine
import Shop
import SwiftErrors
import Testing

/// The Swift values whose records are in the streams of the originals' rule sets and in their cases. Their types are in
/// `Tests/Originals`, a module for each program, since a record names it.
enum OriginalErrors {
  static let policy = RecordingPolicy(knownProtocols: [.conformance("Retryable") { $0 is any Retryable }])

  static let all = shop + alamofire + app + reader + sample + foundation

  static func refused(_ code: Int) -> AFError {
    .responseValidationFailed(reason: .unacceptableStatusCode(code: code))
  }

  static func urlError(_ code: URLError.Code, _ message: String) -> URLError {
    URLError(code, userInfo: [NSLocalizedDescriptionKey: message])
  }

  static let timedOut = urlError(.timedOut, "The request timed out.")
  static let offline = urlError(.notConnectedToInternet, "The Internet connection appears to be offline.")

  static let keyMissing = DecodingError.keyNotFound(
    Author(stringValue: "author"),
    DecodingError.Context(codingPath: [], debugDescription: "There is no author.")
  )

  private struct Author: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private static let shop: [any Error] = [
    Shop.NetworkError.server(500), Shop.NetworkError.server(503), Shop.NetworkError.noInternet,
    Shop.NetworkError.logout, Shop.NetworkError.authenticate,
  ]

  private static let alamofire: [any Error] =
    [400, 401, 402, 404, 412, 430, 450, 451, 500, 503].map { refused($0) } + [
      AFError.responseValidationFailed(reason: .dataFileNil),
      AFError.parameterEncodingFailed(reason: .missingURL),
    ]

  private static let app: [any Error] = [
    ThrownError.e1, ThrownError.e2, ThrownError.error2, ThrownError.error3, ThrownError.carrying(500),
    Telling.ThrownError.e1, OtherError.e1, TestError.one, AnotherTestError.one,
    ValidationError.invalidEmail, ValidationError.invalidPassword, ValidationError.tooLong(10),
    ValidationError.tooLong(11), Net.server(500), Net.server(501), Net.noInternet,
    App.Worded.Net.server("500"), Kind.wrapped("x"), MyError.homePageError, MyError.homeTabError,
    MyError.rootError, MyError.appError, AnyError(), E(), ParseFault(), Failure(), S(1), S(2), T(), U(),
    Bridged.T(), HTTPError(401), HTTPError(402), A(), B(), App.Base(), Sub(), AError(), Telling.AError(),
    SubAError(), AError.Inner(), BError(), CError(), BaseError(), SubError(), Apart.SubError(), Other(),
    Apart.Other(), FirstError(), ThirdError(), SixthError(), SeventhError(), EightError(), LikeError(),
    FifthError("Test 3"), FifthError("Test 3", title: "T"), FifthError("first"), FifthError("second"),
    Outer.wrapped("x", .lost),
  ]

  private static let reader: [any Error] = [
    FeedError("No more posts."), AccountError.passwordTooShort, ImageError.broken, MigrationError.olderStore,
    UnauthenticatedError(), KeychainError(-25_300),
  ]

  private static let sample: [any Error] = [
    CommonError.networkTrouble, CommonError.sessionExpired, PageOneFeatureOneError.wrongInput,
    PageOneFeatureOneError.needsConfirmation, PageOneFeatureOneError.feature(.blocked),
    PageOneFeatureOneError.feature(.common(.blocked)),
    PageOneFeatureOneError.feature(.common(.sessionExpired)), PageOneFeatureOneError.common(.blocked),
    PageOneFeatureOneError.common(.networkTrouble), PageOneFeatureOneError.common(.sessionExpired),
    Bare.PageOneFeatureOneError.common, Worded.PageOneFeatureOneError.common("blocked"),
    PageOneFeatureTwoError.wrongInput, PageOneFeatureTwoError.needsConfirmation,
    PageOneFeatureTwoError.common(.networkTrouble), PageOneFeatureTwoError.feature(.blocked),
    BackgroundServiceError.nonCritical,
    BackgroundServiceError.critical, StoreError.full, Thrown.featureWide, Thrown.pageOne, Thrown.agreement,
  ]

  private static let foundation: [any Error] = [
    timedOut, offline, urlError(.cancelled, "cancelled"), keyMissing, CancellationError(),
  ]
}

/// A running chain, and a replay of what the recorder writes of its errors.
struct Beside: ~Copyable {
  private let clock = VirtualClock()
  private let chain: RunningChain
  private var evaluator: RuleEvaluator
  private var count = 0

  init(rules: String) throws {
    let performs = rules.split(separator: "perform: ").dropFirst().map { $0.prefix { !", }\n".contains($0) } }
    chain = try RunningChain(
      .text(rules, name: "rules.yaml"),
      plugins: Set(performs).map { .perform(String($0)) { _ in } } + [.presenter { _ in .never }],
      settings: ChainSettings(clock: clock.clock, policy: OriginalErrors.policy)
    )
    evaluator = RuleEvaluator(chain.rules, seed: chain.settings.seed)
  }

  /// What the chain decides, which a replay decides byte for byte. A chain numbers its errors itself, and gives
  /// each an origin.
  mutating func decide(_ error: any Error, _ occurrence: ErrorOccurrence, _ place: String) throws
    -> Resolution
  {
    var occurrence = occurrence
    occurrence.origin = occurrence.origin ?? ""
    if let time = occurrence.time {
      let now = Duration.milliseconds(Int64((time.timeIntervalSince1970 * 1_000).rounded()))
      clock.advance(by: now - chain.settings.clock.now())
    }
    let live = chain.decide(error, occurrence)
    count += 1
    occurrence.time = Date(timeIntervalSince1970: chain.settings.clock.now() / .seconds(1))
    occurrence.id = "\(count)"
    let record = RecordedError(error, occurrence, policy: OriginalErrors.policy).line
    let replayed = try evaluator.resolution(of: String(decoding: record, as: UTF8.self))
    #expect(replayed == live.json, "\(place): the record is \(String(decoding: record, as: UTF8.self))")
    return live
  }
}
