import ErrorStreams
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pattern that the shell did not expand: `*`, `?` and `[a-z]` within a name, `**` for folders at any
/// depth.
struct PathGlob {
  private let parts: [String]
  private let isAbsolute: Bool

  /// Nil if the name has no wildcard.
  init?(_ pattern: String) {
    guard pattern.contains(where: { "*?[".contains($0) }) else { return nil }
    isAbsolute = pattern.hasPrefix("/")
    parts = pattern.split(separator: "/").map { String($0) }
  }

  /// A hidden name matches only a pattern that begins with a dot.
  static func matches(_ name: String, _ pattern: String) -> Bool {
    fnmatch(pattern, name, FNM_PERIOD) == 0
  }

  /// Calls `receive` with each path, in no particular order.
  func each(_ receive: (String) -> Void) {
    descend(isAbsolute ? "/" : "", parts[...], receive)
  }

  private func descend(_ folder: String, _ rest: ArraySlice<String>, _ receive: (String) -> Void) {
    guard let part = rest.first else { return }
    let after = rest.dropFirst()
    let isDeep = part == "**"
    if isDeep {
      if after.isEmpty {
        receive(folder.isEmpty ? "." : folder)
        return
      }
      descend(folder, after, receive)
    } else if !part.contains(where: { "*?[\\".contains($0) }) {
      let path = folder + part
      guard let kind = try? FileKind(of: path) else { return }
      if after.isEmpty {
        receive(path)
      } else if kind.isFolder {
        descend(path + "/", after, receive)
      }
      return
    }
    for name in InputFile.names(in: folder.isEmpty ? "." : folder) ?? [] {
      let path = folder + name
      if isDeep {
        // A link to a folder may form a cycle.
        guard !name.hasPrefix("."), let kind = try? FileKind(of: path, followsLinks: false), kind.isFolder
        else { continue }
        descend(path + "/", rest, receive)
      } else if Self.matches(name, part) {
        if after.isEmpty {
          receive(path)
        } else if let kind = try? FileKind(of: path), kind.isFolder {
          descend(path + "/", after, receive)
        }
      }
    }
  }
}
