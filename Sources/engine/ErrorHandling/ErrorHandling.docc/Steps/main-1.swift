import Foundation
import Hummingbird

let orders = Application(
  router: OrdersAPI().router,
  configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
  onServerRunning: { channel in
    print("listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
    fflush(nil)
  }
)
try await orders.run()
