internal import Source

/// The files that a path may name, below the folder of the file in which it is written.
enum CompletedPaths {
  private static let most = 500

  /// Nil where no path is written.
  static func paths(_ place: CursorPlace, _ file: SourceFile, _ kind: DocumentKind, _ texts: Texts)
    -> [String]?
  {
    guard let path = place.valuePath, case .key(let key)? = path.first, file.name.hasPrefix("/") else {
      return nil
    }
    let isItem = path.count == 1 || path.count == 2 && path.last != path.first
    let takes: (String) -> Bool
    switch (kind, key) {
    case (.rules, "imports"), (.suite, "rules"): takes = { DocumentKind(name: $0) == .rules }
    case (.suite, "stream"), (.configuration, "stream"): takes = { DocumentKind(name: $0) == nil }
    case (.configuration, "suites"): takes = { DocumentKind(name: $0) == .suite }
    case (.configuration, "input"): takes = { DocumentKind(name: $0) == .mapping }
    default: return nil
    }
    guard isItem else { return nil }
    let written = place.word.lastIndex(of: "/").map { String(place.word[...$0]) } ?? ""
    guard !written.hasPrefix("/"), !written.split(separator: "/").contains("..") else { return [] }
    let folder = PathText.plain(PathText.joined(PathText.folder(of: file.name), written))
    let own = PathText.name(of: file.name)
    return texts.files.names(in: folder).sorted().prefix(most).compactMap { name in
      guard !name.hasPrefix("."), written + name != own else { return nil }
      if texts.files.isFolder(PathText.joined(folder, name)) == true { return "\(written)\(name)/" }
      return takes(name) ? written + name : nil
    }
  }
}
