import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Without a shell, and only read-only subcommands.
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

  init(_ arguments: [String]) { self.arguments = arguments }

  /// In the working directory; reads at most `limit` bytes of the output.
  func run(limit: Int) throws(Fault) -> Result {
    let (output, complaint) = (try Self.pipe(), try Self.pipe())
    let process = try start(output: output, complaint: complaint)
    close(output.write)
    close(complaint.write)
    defer {
      close(output.read)
      close(complaint.read)
    }
    let (written, said, isTooLong) = Self.read(output.read, complaint.read, limit: limit)
    if isTooLong { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if isTooLong { throw .tooLong }
    let line = said.split(separator: UInt8(ascii: "\n")).first ?? []
    return Result(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F),
      output: written,
      complaint: String(decoding: line, as: UTF8.self)
    )
  }

  private static func pipe() throws(Fault) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      guard Glibc.pipe(&ends) == 0 else { throw .system(Errno(rawValue: errno)) }
    #elseif canImport(Musl)
      guard Musl.pipe(&ends) == 0 else { throw .system(Errno(rawValue: errno)) }
    #else
      guard Darwin.pipe(&ends) == 0 else { throw .system(Errno(rawValue: errno)) }
    #endif
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func start(
    output: (read: Int32, write: Int32),
    complaint: (read: Int32, write: Int32)
  ) throws(Fault) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.write, 1)
    posix_spawn_file_actions_adddup2(&actions, complaint.write, 2)
    var words: [UnsafeMutablePointer<CChar>?] = (["git"] + arguments).map { strdup($0) }
    words.append(nil)
    var variables = Self.environment.map { strdup($0) } as [UnsafeMutablePointer<CChar>?]
    variables.append(nil)
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, "git", &actions, nil, words, variables)
    guard code == 0 else { throw code == ENOENT ? .notFound : .system(Errno(rawValue: code)) }
    return process
  }

  /// git neither prompts nor fetches and writes English messages.
  private static var environment: [String] {
    let own = [
      "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=1",
      "LC_ALL=C",
    ]
    let names = own.map { $0.prefix { $0 != "=" } + "=" }
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !names.contains(where: { text.hasPrefix($0) }) { variables.append(text) }
      next += 1
    }
    return variables + own
  }

  /// In turn, so that neither pipe blocks the other.
  private static func read(_ output: Int32, _ complaint: Int32, limit: Int) -> ([UInt8], [UInt8], Bool) {
    var texts: [[UInt8]] = [[], []]
    var open = [true, true]
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while open.contains(true) {
      var polled = [output, complaint].enumerated().map { index, descriptor in
        pollfd(fd: open[index] ? descriptor : -1, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&polled, nfds_t(polled.count), -1) >= 0 || errno == EINTR else { break }
      for index in polled.indices where polled[index].revents != 0 {
        let count = unsafeRead(polled[index].fd, &block)
        guard count > 0 else {
          if count == 0 || errno != EINTR { open[index] = false }
          continue
        }
        if index == 0 || texts[index].count < 4_096 { texts[index] += block[..<count] }
        if texts[0].count > limit { return (texts[0], texts[1], true) }
      }
    }
    return (texts[0], texts[1], false)
  }

  private static func unsafeRead(_ descriptor: Int32, _ block: inout [UInt8]) -> Int {
    block.withUnsafeMutableBytes { bytes in
      #if canImport(Glibc)
        Glibc.read(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        Musl.read(descriptor, bytes.baseAddress, bytes.count)
      #else
        Darwin.read(descriptor, bytes.baseAddress, bytes.count)
      #endif
    }
  }
}
