import ErrorHandling
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

// usage: Orders RULES [SEED]: serves orders on a free port of this machine, with a warehouse on another one. It prints where
// it listens, and ends on SIGTERM.
let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  print("usage: Orders RULES [SEED]")
  exit(64)
}
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 0 : 0
let logger = Logger(label: "orders")

let chain = try RunningChain(
  .file(arguments[1]),
  plugins: [
    // The middleware reads the problem document from the resolution.
    .perform("problem") { _ in },
    .log { level, text in logger.log(level: Logger.Level(rawValue: level) ?? .error, "\(text)") },
  ],
  settings: ChainSettings(seed: seed)
)

let (ports, listening) = AsyncStream.makeStream(of: Int.self)
let local = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
let warehouse = Application(
  router: Warehouse(seed: seed).router,
  configuration: local,
  onServerRunning: { listening.yield($0.localAddress?.port ?? 0) },
  logger: Logger(label: "warehouse") { _ in SwiftLogNoOpLogHandler() }
)

/// Serves once the warehouse's address is known.
struct Orders: Service {
  func run() async throws {
    guard let port = await ports.first(where: { _ in true }),
      let address = URL(string: "http://127.0.0.1:\(port)")
    else {
      return
    }
    let api = OrdersAPI(chain: chain, stock: Stock(address: address))
    let orders = Application(
      router: api.router,
      configuration: local,
      onServerRunning: { channel in
        print("listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        fflush(nil)
      },
      logger: logger
    )
    try await orders.run()
  }
}

let group = ServiceGroup(
  services: [warehouse, Orders()],
  gracefulShutdownSignals: [.sigterm, .sigint],
  logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
)
try await group.run()
