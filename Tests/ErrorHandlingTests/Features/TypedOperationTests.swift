import ErrorHandling
import RuleEngine
import Testing

/// Operations as Swift 6 writes them: typed errors, sequences that fail in the middle, and groups of tasks.
@Suite("Operations keep the type of their errors")
struct TypedOperationTests {
  private enum CartError: Error, Equatable {
    case busy(Int)
    case gone
  }

  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - id: again
            when: { case: CartError.busy }
            then: { retry: { maxAttempts: 3, backoff: { initial: 100ms, multiplier: 1, jitter: none } } }
          - { id: gone, when: { case: CartError.gone }, then: proceed }
    """

  private func chain(_ time: VirtualClock) throws -> RunningChain {
    try RunningChain(.text(Self.rules), settings: ChainSettings(clock: time.clock))
  }

  @Test("an operation that throws one type is handled with errors of that type")
  func typed() async throws {
    func load() async throws(CartError) -> Int { throw .busy(503) }
    let time = VirtualClock()
    let handled: TypedHandled<Int, CartError> = try await chain(time).withErrorHandling(
      from: "shop.cart",
      operation: load
    )
    guard case .cancel(.busy(503), _) = handled else {
      Issue.record("\(handled)")
      return
    }
    #expect(time.waits.count == 2)
    do throws(CartError) { _ = try handled.get() } catch { #expect(error == .busy(503)) }
  }

  @Test("one call is retried as the rules decide, and throws its last error in its type")
  func call() async throws {
    let time = VirtualClock()
    let chain = try chain(time)
    var tries = 0
    func flaky() async throws(CartError) -> String {
      tries += 1
      if tries < 3 { throw .busy(tries) }
      return "paid"
    }
    #expect(try await retrying(by: chain, from: "shop.cart", named: "pay", operation: flaky) == "paid")
    #expect(tries == 3)
    func gone() async throws(CartError) -> String { throw .gone }
    do throws(CartError) {
      _ = try await retrying(by: chain, from: "shop.cart", operation: gone)
      Issue.record("it did not throw")
    } catch {
      #expect(error == .gone)
    }
    // Errors of any type stay as they are.
    await #expect(throws: CartError.gone) {
      try await retrying(by: chain, from: "x") { throw CartError.gone }
    }
  }

  @Test("a sequence that fails in the middle is read again from its beginning")
  func sequence() async throws {
    let time = VirtualClock()
    var opened = 0
    let lines = try await retrying(by: chain(time), from: "shop.feed") {
      opened += 1
      let fails = opened < 3
      let feed = AsyncThrowingStream<Int, any Error> { feed in
        feed.yield(1)
        if fails { feed.finish(throwing: CartError.busy(500)) }
        feed.yield(2)
        feed.finish()
      }
      var read: [Int] = []
      for try await line in feed { read.append(line) }
      return read
    }
    #expect(lines == [1, 2] && opened == 3)
  }

  @Test("each task of a group has tries of its own, and a cancelled group retries nothing")
  func group() async throws {
    let time = VirtualClock()
    let chain = try chain(time)
    let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
      for number in 1...4 {
        group.addTask {
          let handled = await chain.withErrorHandling(from: "shop.cart", named: "item \(number)") {
            () throws(CartError) -> Int in
            if number % 2 == 0 { throw .busy(number) }
            return number
          }
          return (number, handled.value != nil)
        }
      }
      return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
    }
    #expect(outcomes == [1: true, 2: false, 3: true, 4: false])
    #expect(time.waits.count == 4)

    let cancelled = await withTaskGroup(of: Int.self) { group in
      group.cancelAll()
      group.addTask {
        var tries = 0
        _ = await chain.withErrorHandling(from: "shop.cart", named: "late") { () throws(CartError) -> Int in
          tries += 1
          throw .busy(503)
        }
        return tries
      }
      return await group.next()
    }
    #expect(cancelled == 1)
  }
}
