internal import Bytes
package import Source

/// The codes of findings: of the checks, of the language, and of what stands above both.
public struct CodeList: Sendable {
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
    /// Whether `errctl mutate` alone reports it.
    package let isSurvivor: Bool

    /// Errors that make a file unusable have a fixed level.
    var mayChangeLevel: Bool {
      page != nil || (level != .error && !isSurvivor)
    }

    fileprivate init(_ page: CheckPage) {
      (code, level, summary, advice) = (page.code, page.level, page.summary, page.advice)
      (self.page, isSurvivor) = (page, false)
    }

    fileprivate init(_ code: FindingCode, isSurvivor: Bool = false) {
      (self.code, level) = (code.code, Level(code.severity))
      (summary, advice) = (code.summary, code.advice)
      (page, self.isSurvivor) = (nil, isSurvivor)
    }
  }

  /// The codes in alphabetical order.
  public let all: [Entry]

  /// The codes of the checks and of the language.
  public init() { self.init(above: [], survivors: []) }

  /// - Parameters:
  ///   - above: the codes of modules that stand above the checks.
  ///   - survivors: the codes of changes of rules that no test notices.
  package init(above: [FindingCode], survivors: [FindingCode]) {
    let others = (LanguageCodes.all + above).map { Entry($0) }
    all = (Self.pages.map { Entry($0) } + others + survivors.map { Entry($0, isSurvivor: true) })
      .sorted { $0.code < $1.code }
  }

  /// The entry of a code; nil if there is none.
  package func entry(_ code: String) -> Entry? { all.first { $0.code == code } }

  /// “Did you mean …?” for a code that does not exist; empty if none is similar.
  package func question(for code: String) -> String {
    Suggestion.question(for: code, among: all.map { $0.code })
  }

  /// The documentation of the checks, in the order of the reference.
  public static let pages: [CheckPage] = CheckList.all.map { $0.page }

  /// Whether the code is a check's. A rule file with such a finding is usable.
  public static func isCheck(_ code: String) -> Bool { checkCodes.contains(code) }

  private static let checkCodes = Set(pages.map { $0.code })

  /// The codes as a JSON array, one per line.
  public static func json(of entries: [Entry], isBrief: Bool = false) -> String {
    let lines = entries.map { entry in
      var members = [
        "\"code\": \(entry.code.json)", "\"level\": \(entry.level.rawValue.json)",
        "\"summary\": \(entry.summary.json)",
      ]
      if !isBrief { members.append("\"advice\": \(entry.advice.json)") }
      if !isBrief, let page = entry.page {
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
