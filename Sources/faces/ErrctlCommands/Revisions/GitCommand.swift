import SystemPackage

/// A call of git without a shell, and only with read-only subcommands.
struct GitCommand {
  struct Result {
    let status: Int32
    let output: [UInt8]
    let complaint: String
  }

  enum Fault: Error {
    case notFound
    case system(Errno)
    case tooLong
  }

  let arguments: [String]

  /// - Parameter folder: nil for the working directory.
  init(_ arguments: [String], in folder: String? = nil) {
    self.arguments = (folder.map { ["-C", $0] } ?? []) + arguments
  }

  /// git neither prompts nor fetches and writes English messages.
  private static let variables = [
    "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=1",
    "LC_ALL=C",
  ]

  /// Reads at most `limit` bytes of the output.
  func run(limit: Int) throws(Fault) -> Result {
    var process = ChildProcess(program: "git", arguments: arguments, variables: Self.variables)
    process.limits.output = limit
    do throws(ChildProcess.Fault) {
      let result = try process.run()
      let line = result.complaint.split(separator: UInt8(ascii: "\n")).first ?? []
      return Result(
        status: result.status, output: result.output, complaint: String(decoding: line, as: UTF8.self))
    } catch {
      switch error {
      case .notFound: throw .notFound
      case .system(let errno): throw .system(errno)
      case .tooLong, .cancelled: throw .tooLong
      }
    }
  }
}
