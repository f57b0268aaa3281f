import ErrorHandling
import Observation
import Testing

/// The chain in a model that SwiftUI observes: no name of the library stands in the way of `@Observable`.
@MainActor @Observable
private final class ShopModel {
  var articles: [String] = []
  var areOld = false
  private let chain: RunningChain

  init(_ chain: RunningChain) { self.chain = chain }

  func load(_ fetch: @Sendable @escaping () async throws -> [String]) async {
    switch await chain.withErrorHandling(from: "app", named: "load", operation: fetch) {
    case .completed(let articles): (self.articles, areOld) = (articles, false)
    case .proceed: areOld = true
    case .cancel, .abort: break
    }
  }
}

@Suite("An observable model")
struct ObservableTests {
  private struct Offline: Error {}

  @Test("shows what the rules decide")
  @MainActor func model() async throws {
    let chain = try RunningChain(
      .text("version: 1\nresponders: [ { id: app, otherwise: { then: proceed } } ]")
    )
    let model = ShopModel(chain)
    await model.load { ["lamp"] }
    #expect(model.articles == ["lamp"])
    await model.load { throw Offline() }
    #expect(model.areOld)
    #expect(model.articles == ["lamp"])
  }
}
