import ErrorHandling
import Foundation
import Hummingbird
import Logging

// usage: Orders RULES
let logger = Logger(label: "orders")

let chain = try RunningChain(
  .file(CommandLine.arguments[1]),
  plugins: [
    // The middleware reads the problem document from the resolution.
    .perform("problem") { _ in },
    .log { level, text in logger.log(level: Logger.Level(rawValue: level) ?? .error, "\(text)") },
  ]
)

let orders = Application(
  router: OrdersAPI(chain: chain).router,
  configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
  onServerRunning: { channel in
    print("listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
    fflush(nil)
  },
  logger: logger
)
try await orders.run()
