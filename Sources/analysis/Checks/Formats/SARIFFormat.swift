internal import Bytes
internal import RuleLanguage
internal import Source

/// Findings as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), for code scanning.
public enum SARIFFormat {
  /// The SARIF log as JSON.
  ///
  /// - Parameter codes: the codes that findings may have.
  public static func text(of report: FindingReport, _ codes: CodeList) -> String {
    let said = Set(report.findings.map { $0.code })
    let entries = codes.all.filter { said.contains($0.code) }
    let places = Dictionary(
      entries.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
    let results = report.findings.map { result($0, ruleIndex: places[$0.code]) }
    let driver = [
      "\"name\": \"errctl\"", "\"version\": \(report.version.json)",
      "\"semanticVersion\": \(report.version.json)",
      "\"rules\": \(list(entries.map { rule($0) }, indent: 10))",
    ]
    return """
      {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [
          {
            "tool": { "driver": { \(driver.joined(separator: ", ")) } },
            "columnKind": "unicodeCodePoints",
            "artifacts": \(list(report.files.map { "{\"location\": {\"uri\": \(uri($0).json)}}" }, indent: 8)),
            "results": \(list(results, indent: 8))
          }
        ]
      }

      """
  }

  private static func list(_ elements: [String], indent: Int) -> String {
    guard !elements.isEmpty else { return "[]" }
    let gap = String(repeating: " ", count: indent)
    return "[\n\(gap)\(elements.joined(separator: ",\n\(gap)"))\n\(gap.dropLast(2))]"
  }

  private static func rule(_ entry: CodeList.Entry) -> String {
    var members = [
      "\"id\": \(entry.code.json)", "\"shortDescription\": \(message(entry.summary))",
      "\"help\": \(message("What to do: \(entry.advice)"))",
    ]
    if let page = entry.page {
      members.append("\"fullDescription\": \(message(page.meaning))")
      members.append("\"properties\": {\"tags\": [\(page.family.rawValue.json)]}")
    }
    let level = entry.level == .off ? "none" : entry.level.rawValue
    members.append("\"defaultConfiguration\": {\"level\": \(level.json)}")
    return "{\(members.joined(separator: ", "))}"
  }

  private static func result(_ finding: Diagnostic, ruleIndex: Int?) -> String {
    var members = ["\"ruleId\": \(finding.code.json)"]
    if let ruleIndex { members.append("\"ruleIndex\": \(ruleIndex)") }
    members += [
      "\"level\": \(finding.severity.rawValue.json)", "\"message\": \(message(finding.message))",
      "\"locations\": [{\(physical(finding.range))}]",
    ]
    if !finding.related.isEmpty {
      let related = finding.related.enumerated().map { index, related in
        "{\"id\": \(index), \"message\": \(message(related.message)), \(physical(related.range))}"
      }
      members.append("\"relatedLocations\": [\(related.joined(separator: ", "))]")
    }
    if let fix = finding.fix {
      let replacement =
        "{\"deletedRegion\": \(region(fix.range)), \"insertedContent\": {\"text\": \(fix.replacement.json)}}"
      let change =
        "{\"artifactLocation\": {\"uri\": \(uri(fix.range.file.name).json)}, \"replacements\": [\(replacement)]}"
      members.append(
        "\"fixes\": [{\"description\": \(message(finding.message)), \"artifactChanges\": [\(change)]}]")
    }
    if !finding.stream.isEmpty {
      members.append("\"properties\": {\"stream\": [\(finding.stream.joined(separator: ", "))]}")
    }
    if let witness = finding.witness { members.append("\"properties\": {\"witness\": \(witness)}") }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func message(_ text: String) -> String { "{\"text\": \(text.json)}" }

  private static func physical(_ range: SourceRange) -> String {
    "\"physicalLocation\": {\"artifactLocation\": {\"uri\": \(uri(range.file.name).json)}, \"region\": \(region(range))}"
  }

  private static func region(_ range: SourceRange) -> String {
    let (start, end) = (range.start, range.end)
    return
      "{\"startLine\": \(start.line), \"startColumn\": \(start.column), \"endLine\": \(end.line), \"endColumn\": \(end.column)}"
  }

  /// The URI with all but slashes and RFC 3986's unreserved characters percent-encoded.
  private static func uri(_ path: String) -> String {
    var uri = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x2E, 0x5F, 0x7E, 0x2F].contains(byte)
      if isPlain {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%\(digits.count == 1 ? "0" : "")\(digits)"
      }
    }
    return uri
  }
}
