internal import Bytes
import SystemPackage

/// Files and folders that a run has used, with their state when it first did.
enum WatchedFiles {
  private struct Watch {
    /// The states by path; nil for a file that does not exist.
    var states: [String: FileKind.State?] = [:]
    var outputs: Set<String> = []
    /// Standard output and standard error go to these files.
    var standard: Set<FileKind.Identity> = []
  }

  private static let watch = Lock<Watch?>(nil)

  static var isOn: Bool { watch.withLock { $0 != nil } }

  static var count: Int { watch.withLock { $0?.states.count ?? 0 } }

  static func begin() {
    let descriptors: [FileDescriptor] = [.standardOutput, .standardError]
    let standard = Set(descriptors.compactMap { FileKind.state(of: $0)?.identity })
    watch.withLock { $0 = Watch(standard: standard) }
  }

  static func note(_ path: String, _ state: FileKind.State?) {
    watch.withLock { watch in
      guard var files = watch, !files.outputs.contains(path), files.states[path] == nil else { return }
      if let state, !state.isLasting || files.standard.contains(state.identity) { return }
      files.states[path] = .some(state)
      watch = files
    }
  }

  /// The run itself writes the file.
  static func noteOutput(_ path: String) {
    watch.withLock { watch in
      watch?.outputs.insert(path)
      watch?.states[path] = nil
    }
  }

  /// Also waits until no file has changed for a moment. False after a signal.
  static func waitForChange() -> Bool {
    // An output may lie in a folder that was searched; its creation is not a change.
    let seen = watch.withLock { $0?.states ?? [:] }
      .reduce(into: [String: FileKind.State?]()) { states, file in
        let now = FileKind.state(of: file.key)
        states[file.key] = .some(now?.isFolder == true ? now : file.value)
      }
    func current() -> [String: FileKind.State?] {
      seen.keys.reduce(into: [:]) { $0[$1] = .some(FileKind.state(of: $1)) }
    }
    var last = seen
    while true {
      let now = current()
      if now != seen, now == last { return true }
      last = now
      guard Interruption.rest(milliseconds: 200) else { return false }
    }
  }
}
