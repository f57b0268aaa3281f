/// What a command does once its arguments are read, on another thread.
struct CommandWork: Sendable {
  let run: @Sendable (Cancellation) -> Result<CommandAnswer, ResponseError>

  init(_ run: @escaping @Sendable (Cancellation) -> Result<CommandAnswer, ResponseError>) { self.run = run }
}
