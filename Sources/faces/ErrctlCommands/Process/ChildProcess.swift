import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that is run to its end, without a shell.
struct ChildProcess {
  struct Result {
    let status: Int32
    let output: [UInt8]
    let complaint: [UInt8]
  }

  enum Fault: Error {
    case notFound
    case system(Errno)
    case tooLong
    case cancelled
  }

  /// A path, or a name to look up in `PATH`.
  let program: String
  let arguments: [String]
  /// `NAME=VALUE`, in place of those of this process.
  var variables: [String] = []
  /// The bytes for standard input.
  var input: [UInt8] = []
  /// The limits of what it writes, in bytes. Beyond that of the output it is killed; of the complaint, the rest is left out.
  var limits = (output: 1 << 20, complaint: 4_096)
  /// Asked some times a second; nil if it is not killed.
  var isCancelled: (() -> Bool)?

  private static let pause: Int32 = 50

  func run() throws(Fault) -> Result {
    let (output, complaint) = (try Self.pipe(), try Self.pipe())
    let input = self.input.isEmpty ? nil : try Self.pipe()
    defer {
      close(output.read)
      close(complaint.read)
    }
    let process: pid_t
    do throws(Fault) {
      process = try start(input: input?.read, output: output.write, complaint: complaint.write)
    } catch {
      for end in [output.write, complaint.write] + (input.map { [$0.read, $0.write] } ?? []) { close(end) }
      throw error
    }
    for end in [output.write, complaint.write] + (input.map { [$0.read] } ?? []) { close(end) }
    let ending = exchange(input?.write, output.read, complaint.read)
    if ending.fault != nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if let fault = ending.fault { throw fault }
    return Result(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F), output: ending.texts[0],
      complaint: ending.texts[1])
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

  private func start(input: Int32?, output: Int32, complaint: Int32) throws(Fault) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, complaint, 2)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    var variables = environment.map { strdup($0) } as [UnsafeMutablePointer<CChar>?]
    variables.append(nil)
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, program, &actions, nil, words, variables)
    guard code == 0 else { throw code == ENOENT ? .notFound : .system(Errno(rawValue: code)) }
    return process
  }

  private var environment: [String] {
    let names = variables.map { $0.prefix { $0 != "=" } + "=" }
    var all: [String] = []
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !names.contains(where: { text.hasPrefix($0) }) { all.append(text) }
      next += 1
    }
    return all + variables
  }

  /// Reads and writes the pipes in turn, so that none blocks another.
  private func exchange(_ input: Int32?, _ output: Int32, _ complaint: Int32) -> (
    texts: [[UInt8]], fault: Fault?
  ) {
    var texts: [[UInt8]] = [[], []]
    var isOpen = [true, true]
    var rest = self.input[...]
    var inputEnd = input
    func endInput() {
      if let end = inputEnd { close(end) }
      inputEnd = nil
    }
    defer { endInput() }
    // A program that reads slowly must not hold up its own output.
    if let input { _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK) }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while isOpen.contains(true) {
      var polled = [output, complaint].enumerated().map { index, descriptor in
        pollfd(fd: isOpen[index] ? descriptor : -1, events: Int16(POLLIN), revents: 0)
      }
      polled.append(pollfd(fd: inputEnd ?? -1, events: Int16(POLLOUT), revents: 0))
      let count = poll(&polled, nfds_t(polled.count), isCancelled == nil ? -1 : Self.pause)
      guard count >= 0 || errno == EINTR else { break }
      if isCancelled?() == true { return (texts, .cancelled) }
      guard count > 0 else { continue }
      if let end = inputEnd, polled[2].revents != 0 {
        let written = rest.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
        if written > 0 { rest = rest.dropFirst(written) }
        if rest.isEmpty || written < 0 && errno != EAGAIN && errno != EINTR { endInput() }
      }
      for index in 0..<2 where polled[index].revents != 0 {
        let count = Self.read(polled[index].fd, &block)
        guard count > 0 else {
          if count == 0 || errno != EINTR { isOpen[index] = false }
          continue
        }
        if index == 0 || texts[1].count < limits.complaint { texts[index] += block[..<count] }
        if texts[0].count > limits.output { return (texts, .tooLong) }
      }
    }
    return (texts, nil)
  }

  private static func read(_ descriptor: Int32, _ block: inout [UInt8]) -> Int {
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
