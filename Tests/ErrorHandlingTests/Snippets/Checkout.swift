import ErrorHandling

struct CardDeclined: Error {}

func checkOut(_ pay: () async throws -> String) async throws -> String {
  let chain = try RunningChain(
    .text(
      """
      version: 1
      responders:
        - id: checkout
          rules:
            - id: busy
              when: { type: BankIsBusy }
              then: { retry: { maxAttempts: 3, backoff: { initial: 10ms } } }
            - id: declined
              when: { type: CardDeclined }
              do: [ { perform: forgetCard } ]
              then: cancel
      """
    ),
    plugins: [.perform("forgetCard") { request in print("forgetting the card of", request.origin) }]
  )
  let handled = await chain.withErrorHandling(from: "checkout", named: "pay") { try await pay() }
  switch handled {
  case .completed(let receipt): return receipt
  case .proceed(_, let resolution), .cancel(_, let resolution), .abort(_, let resolution):
    return "\(resolution.evaluation) by \(resolution.by?.name ?? "nobody")"
  }
}
