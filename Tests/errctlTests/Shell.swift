import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs shell commands with the binary under test found first, each in a folder of its own.
struct Shell {
  let folder: URL

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Where the binary under test is: where `ERRCTL_UNDER_TEST` says, or beside the test bundle.
  static let binary: URL? = {
    if let path = ProcessInfo.processInfo.environment["ERRCTL_UNDER_TEST"] { return URL(filePath: path) }
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    for _ in 0..<5 {
      let binary = folder.appending(path: "errctl")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: binary.path, isDirectory: &isFolder), !isFolder.boolValue {
        return binary
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  /// A fresh folder that other users may enter too.
  init() throws {
    var template = Array((NSTemporaryDirectory() + "/errctl-case.XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(description: "no temporary folder: errno \(errno)") }
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    folder = URL(filePath: path).resolvingSymlinksInPath()
    chmod(folder.path, 0o755)
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: false)
  }

  /// The folder that commands run in.
  var work: URL { folder.appending(path: "work") }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  func write(_ text: String, to name: String) throws {
    let file = work.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  /// What a command left behind.
  struct Result {
    let stdout: [UInt8]
    let stderr: [UInt8]
    let status: Int32
  }

  /// Runs `command` to its end.
  func run(_ command: String, environment: [String: String], stdin: String) throws -> Result {
    guard let binary = Self.binary else { throw Failure(description: "errctl is not beside the tests") }
    let (input, output, errors) = (
      folder.appending(path: "stdin"), folder.appending(path: "stdout"), folder.appending(path: "stderr")
    )
    try Data(stdin.utf8).write(to: input)
    var variables = [
      "PATH": "\(binary.deletingLastPathComponent().path):/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      "HOME": folder.path, "LC_ALL": "C.UTF-8", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no",
      // The machine's own version would change what is expected.
      "ERRCTL_SYSTEMD": "257",
    ]
    variables["ERRCTL_TEST_SCALE"] = ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"]
    variables.merge(environment) { $1 }
    let script = Self.prelude + "cd '\(work.path)' || exit 99\n" + command
    let status = try Self.spawn(
      ["/bin/sh", "-c", script],
      variables.map { "\($0)=\($1)" },
      [input.path, output.path, errors.path]
    )
    return Result(
      stdout: Array(try Data(contentsOf: output)),
      stderr: Array(try Data(contentsOf: errors)),
      status: status
    )
  }

  /// What every command may use beside errctl.
  private static let prelude = """
    # Another user than root, who reads everything.
    as_nobody() {
      if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
    }

    """

  private static func spawn(_ arguments: [String], _ environment: [String], _ files: [String]) throws -> Int32
  {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, files[1], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, files[2], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The command starts with the signals as a shell at a terminal has them, whatever the test run ignores.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)
    )
    var child = pid_t()
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    let failure = posix_spawn(&child, arguments[0], &actions, &attributes, argv, envp)
    guard failure == 0 else { throw Failure(description: "/bin/sh did not start: errno \(failure)") }
    // Only against a run that would never end; no test waits for it.
    let watchdog = DispatchWorkItem { [child] in kill(-child, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: watchdog)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    watchdog.cancel()
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
