import ErrorStreams
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pattern of paths that no shell has resolved: `*`, `?` and `[a-z]` within a name, `**` for folders in any depth.
struct PathGlob {
  private let parts: [String]
  private let isAbsolute: Bool

  /// Nil where the name is none: it has no wildcard.
  init?(_ pattern: String) {
    guard pattern.contains(where: { "*?[".contains($0) }) else { return nil }
    isAbsolute = pattern.hasPrefix("/")
    parts = pattern.split(separator: "/").map { String($0) }
  }

  /// Whether a name matches the pattern of one; what is hidden matches only where the pattern begins with the dot.
  static func matches(_ name: String, _ pattern: String) -> Bool {
    fnmatch(pattern, name, FNM_PERIOD) == 0
  }

  /// Hands over each path that matches, in no order.
  func each(_ hear: (String) -> Void) {
    descend(isAbsolute ? "/" : "", parts[...], hear)
  }

  private func descend(_ folder: String, _ rest: ArraySlice<String>, _ hear: (String) -> Void) {
    guard let part = rest.first else { return }
    let after = rest.dropFirst()
    let isDeep = part == "**"
    if isDeep {
      if after.isEmpty {
        hear(folder.isEmpty ? "." : folder)
        return
      }
      descend(folder, after, hear)
    } else if !part.contains(where: { "*?[\\".contains($0) }) {
      let path = folder + part
      guard let kind = try? FileKind(of: path) else { return }
      if after.isEmpty {
        hear(path)
      } else if kind.isFolder {
        descend(path + "/", after, hear)
      }
      return
    }
    for name in FolderNames.names(in: folder.isEmpty ? "." : folder) ?? [] {
      let path = folder + name
      if isDeep {
        // A link to a folder may lead back here.
        guard !name.hasPrefix("."), let kind = try? FileKind(of: path, followsLinks: false), kind.isFolder
        else { continue }
        descend(path + "/", rest, hear)
      } else if Self.matches(name, part) {
        if after.isEmpty {
          hear(path)
        } else if let kind = try? FileKind(of: path), kind.isFolder {
          descend(path + "/", after, hear)
        }
      }
    }
  }
}
