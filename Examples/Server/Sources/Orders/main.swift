import ErrorHandling
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import SwiftErrors
import UnixSignals

// usage: Orders RULES FOLDER [SEED]: serves orders on a free port of this machine, with a warehouse on another one, and
// records errors into the folder. It prints its address, and ends on SIGTERM.
let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  print("usage: Orders RULES FOLDER [SEED]")
  exit(64)
}
let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 0 : 0
let logger = Logger(label: "orders")

let session = Session()
let recording = try Recording(in: URL(filePath: arguments[2]), policy: RecordingPolicy())
let chain = try RunningChain(
  .file(arguments[1]),
  plugins: [
    // The middleware reads the problem document from the resolution.
    .perform("problem") { _ in },
    .perform("refreshSession") { request in
      guard case StockError.expired(let token)? = request.error else { return }
      try await session.refresh(rejected: token)
    },
    .perform("signOut") { request in
      guard case StockError.expired(let token)? = request.error else { return }
      await session.signOut(rejected: token)
    },
    .log { level, text in logger.log(level: Logger.Level(rawValue: level) ?? .error, "\(text)") },
  ],
  settings: ChainSettings(
    seed: seed,
    observe: { observation in
      recording.add(observation)
      observation.log(to: logger)
      observation.count()
    }
  )
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
    await session.connect(to: address)
    print("the warehouse listens on \(address)")
    let api = OrdersAPI(chain: chain, stock: Stock(address: address, session: session))
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
