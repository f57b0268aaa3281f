internal import JSONRPC

/// The work of a command after its arguments are read, on another thread.
struct CommandWork: Sendable {
  let run: @Sendable (Cancellation) -> Result<CommandAnswer, ResponseError>

  init(_ body: @escaping @Sendable (Cancellation) throws(ResponseError) -> CommandAnswer) {
    run = { cancellation in
      do throws(ResponseError) {
        return .success(try body(cancellation))
      } catch {
        return .failure(error)
      }
    }
  }
}
