internal import Bytes

/// All codes of findings in rule files.
public enum CodeList {
  /// A code of a check or of the language.
  public struct Entry: Sendable {
    /// The stable code.
    public let code: String
    /// The default level.
    public let level: Level
    /// The problem in one line.
    public let summary: String
    /// The change that removes the finding.
    public let advice: String
    /// The documentation of a check. Nil for codes of the reader and the compiler.
    public let page: CheckPage?

    /// Errors that make a file unusable have a fixed level.
    var mayChangeLevel: Bool {
      page != nil || (level != .error && !LanguageCode.mutationCodes.contains(code))
    }
  }

  /// All codes in alphabetical order.
  public static let all: [Entry] =
    (checks + (LanguageCode.all + LanguageCode.suites + LanguageCode.mutations).map { Entry($0) })
    .sorted { $0.code < $1.code }

  private static let checks: [Entry] = pages.map { page in
    Entry(code: page.code, level: page.level, summary: page.summary, advice: page.advice, page: page)
  }

  /// The documentation of the checks, in the order of the reference.
  public static let pages: [CheckPage] = CheckList.all.map { $0.page }

  /// The codes that only `errctl mutate` reports, one for each operator.
  public static let survivors: [Entry] = LanguageCode.mutations.map { Entry($0) }

  /// Whether the code is a check's. A rule file with such a finding is usable.
  public static func isCheck(_ code: String) -> Bool { checkCodes.contains(code) }

  private static let checkCodes = Set(pages.map { $0.code })

  /// The codes as a JSON array, one per line.
  public static func json(of entries: [Entry]) -> String {
    let lines = entries.map { entry in
      var members = [
        "\"code\": \(entry.code.json)", "\"level\": \(entry.level.rawValue.json)",
        "\"summary\": \(entry.summary.json)", "\"advice\": \(entry.advice.json)",
      ]
      if let page = entry.page {
        members.append("\"family\": \(page.family.rawValue.json)")
        members.append("\"meaning\": \(page.meaning.json)")
        if !page.fires.isEmpty {
          members.append("\"fires\": \(page.fires.json)")
          members.append("\"silent\": \(page.silent.json)")
          if !page.configuration.isEmpty {
            members.append("\"configuration\": \(page.configuration.json)")
          }
          if !page.stream.isEmpty { members.append("\"stream\": \(page.stream.json)") }
        }
        if let autoFix = page.autoFix { members.append("\"fix\": \(autoFix.text.json)") }
        let options = page.options.map {
          "{\"name\": \($0.name.json), \"default\": \($0.value.text.json), \"meaning\": \($0.meaning.json)}"
        }
        if !options.isEmpty { members.append("\"options\": [\(options.joined(separator: ", "))]") }
      }
      return "{\(members.joined(separator: ", "))}"
    }
    return "[\n  \(lines.joined(separator: ",\n  "))\n]\n"
  }
}

extension CodeList.Entry {
  fileprivate init(_ code: LanguageCode) {
    self.init(code: code.code, level: code.level, summary: code.summary, advice: code.advice, page: nil)
  }
}
