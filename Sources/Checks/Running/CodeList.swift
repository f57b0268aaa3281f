internal import RuleEngine

/// Every code that a finding about a rule file may have.
public enum CodeList {
  /// A code: a check's, or one of the language itself.
  public struct Entry: Sendable {
    /// The stable word.
    public let code: String
    /// How much it matters where the configuration does not say.
    public let level: Level
    /// One line.
    public let summary: String
    /// What to do.
    public let advice: String
    /// The page of a check; nil for what the reader or the compiler says.
    public let page: CheckPage?

    /// Whether a configuration may change the level: what makes a file unusable stays an error.
    var mayChangeLevel: Bool {
      page != nil || (level != .error && !LanguageCode.mutationCodes.contains(code))
    }
  }

  /// The codes in alphabetical order.
  public static let all: [Entry] =
    (checks + (LanguageCode.all + LanguageCode.suites + LanguageCode.mutations).map { Entry($0) })
    .sorted { $0.code < $1.code }

  private static let checks: [Entry] = pages.map { page in
    Entry(code: page.code, level: page.level, summary: page.summary, advice: page.advice, page: page)
  }

  /// The page of each check, in the order of the reference.
  public static let pages: [CheckPage] = CheckList.all.map { $0.page }

  /// The codes that only `errctl mutate` says: those of its operators.
  public static let survivors: [Entry] = LanguageCode.mutations.map { Entry($0) }

  /// Whether a finding of this code is a check's: a rule file that has it can be used all the same.
  public static func isCheck(_ code: String) -> Bool { checkCodes.contains(code) }

  private static let checkCodes = Set(pages.map { $0.code })

  /// The codes as a JSON array, one a line.
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
        if let mending = page.mending { members.append("\"fix\": \(mending.text.json)") }
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
    self.init(
      code: code.code,
      level: code.level,
      summary: code.summary,
      advice: code.advice,
      page: nil
    )
  }
}
