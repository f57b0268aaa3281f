import Bytes
import LanguageServer
import RuleEngine
import SystemPackage
import Testing

@Suite("The server's loop", .enabled(if: YAMLEvents.isSupported))
struct ServerLoopTests {
  /// A client that sends each message once the server has written what comes before it.
  private final class Script: Sendable {
    private struct Progress {
      var written: [UInt8] = []
      var rest: [(after: String, message: String)]
    }

    private let progress: Lock<Progress>
    private let input: FileDescriptor

    init(_ steps: [(after: String, message: String)], _ input: FileDescriptor) {
      progress = Lock(Progress(rest: steps))
      self.input = input
    }

    func receive(_ bytes: [UInt8]) {
      let due = progress.withLock { progress -> [String] in
        progress.written += bytes
        let text = String(decoding: progress.written.filter { $0 != 0x20 }, as: UTF8.self)
        var due: [String] = []
        while let next = progress.rest.first, text.contains(next.after) {
          due.append(next.message)
          progress.rest.removeFirst()
        }
        return due
      }
      for message in due {
        _ = try? input.writeAll("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8)
      }
    }

    var written: String { progress.withLock { String(decoding: $0.written, as: UTF8.self) } }
  }

  private static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc": "2.0", "id": \#(id), "method": "\#(method)", "params": \#(params)}"#
  }

  private static func notification(_ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc": "2.0", "method": "\#(method)", "params": \#(params)}"#
  }

  @Test("answers while other threads prove and count, and ends in order")
  func run() async throws {
    let rules = "version: 1\nresponders:\n  - id: app\n    otherwise: { then: cancel }\n"
    let files = TestFiles([
      "/w/.errctl.yaml": "version: 1\nstream: errors.ndjson\n",
      "/w/errors.ndjson": String(repeating: "{\"status\":503}\n", count: 20_000),
    ])
    let document = ##"{"textDocument": {"uri": "file:///w/a.yaml""##
    let start = ##"{"line": 0, "character": 0}"##
    let change =
      ##""contentChanges": [{"range": {"start": \##(start), "end": \##(start)}, "text": "# x\n"}]}"##
    let folders = ##"{"capabilities": {}, "workspaceFolders": [{"uri": "file:///w", "name": "w"}]}"##
    let opened = ##"\##(document), "languageId": "yaml", "version": 0, "text": \##(rules.json)}}"##
    var steps: [(after: String, message: String)] = [
      ("", Self.request(1, "initialize", folders)),
      ("\"id\":1", Self.notification("initialized")),
      ("\"id\":1", Self.notification("textDocument/didOpen", opened)),
    ]
    for version in 1...20 {
      let edit = ##"\##(document), "version": \##(version)}, \##(change)"##
      steps.append(("\"id\":1", Self.notification("textDocument/didChange", edit)))
    }
    steps += [
      ("\"id\":1", Self.request(2, "errctl/synchronize")),
      ("\"id\":2", Self.request(3, "textDocument/codeLens", "\(document)}}")),
      ("\"id\":3", Self.request(4, "shutdown")),
      ("\"id\":4", Self.notification("exit")),
    ]
    let (output, input) = try FileDescriptor.pipe()
    let script = Script(steps, input)
    let status = await withCheckedContinuation { continuation in
      let isStarted = BackgroundThread.start {
        let server = Server(files: files, registry: Registry(plugins: [BuiltIn()]), version: "test")
        let connection = ServerLoop.Connection(
          read: {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = (try? bytes.withUnsafeMutableBytes { try output.read(into: $0) }) ?? 0
            return count > 0 ? Array(bytes[..<count]) : nil
          },
          write: { script.receive($0) },
          isAlive: { _ in true }
        )
        script.receive([])
        continuation.resume(returning: (try? ServerLoop.run(server, connection)) ?? nil)
      }
      if !isStarted { continuation.resume(returning: nil) }
    }
    // The reading thread ends, too.
    try input.close()
    #expect(status == 0)
    #expect(script.written.contains("answered 20,000 of 20,000"), "\(script.written)")
  }
}
