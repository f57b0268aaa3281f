import AgentServer
import JSONRPC
import SystemPackage

#if canImport(Darwin)
  import Darwin
#endif

/// Runs the command of a tool as a process of its own: it can be killed, and what it uses ends with it.
enum ToolProcess {
  /// - Parameter folder: the only folder whose files the command may open.
  static func run(_ call: ToolCall, folder: String) -> ToolOutcome {
    guard let program else { return .failed("this program's own file is not known.") }
    var process = ChildProcess(
      program: program, arguments: call.words, variables: ["\(Confinement.variable)=\(folder)", "TZ=UTC"],
      input: call.input)
    process.limits = (output: ToolCall.longestOutput, complaint: 1 << 20)
    process.isCancelled = { call.cancellation.isCancelled }
    do throws(ChildProcess.Fault) {
      let result = try process.run()
      return .ended(status: result.status, output: result.output, complaint: result.complaint)
    } catch {
      switch error {
      case .notFound: return .failed("this program's own file is gone.")
      case .system(let errno): return .failed("\(errno.description).")
      case .tooLong: return .tooLong
      case .cancelled: return .failed("it was cancelled.")
      }
    }
  }

  /// The file of this program, with the plugins that are built into it.
  private static let program: String? = {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      return String(cString: path)
    #else
      return "/proc/self/exe"
    #endif
  }()
}
