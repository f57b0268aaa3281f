#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Foundation

/// Three ports of this machine that fail on purpose.
struct Loopback: Sendable {
  /// Bound and never listened on, so that a connection is refused and nobody else can take the port.
  let closed: UInt16
  /// Takes connections and says nothing.
  let silent: UInt16
  /// Takes connections, reads the request and hangs up.
  let hangingUp: UInt16

  init() throws {
    closed = try Self.bind().port
    let silent = try Self.bind()
    listen(silent.socket, 64)
    self.silent = silent.port
    let hangingUp = try Self.bind()
    listen(hangingUp.socket, 64)
    self.hangingUp = hangingUp.port
    Thread.detachNewThread {
      while true {
        let connection = accept(hangingUp.socket, nil, nil)
        guard connection >= 0 else { return }
        var request = [UInt8](repeating: 0, count: 4_096)
        _ = read(connection, &request, request.count)
        _ = close(connection)
      }
    }
  }

  /// A socket on a free port of 127.0.0.1; the system takes it back when the program ends.
  private static func bind() throws -> (socket: Int32, port: UInt16) {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let socket = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bindSocket(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
      }
    }
    guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRNOTAVAIL) }
    return (socket, UInt16(bigEndian: address.sin_port))
  }
}

private func bindSocket(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  bind(socket, address, size)
}
