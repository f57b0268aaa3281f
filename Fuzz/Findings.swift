import Bytes
import RuleEngine
import Source

/// Limits that keep one input quick.
enum FuzzLimits {
  static var files: Limits {
    var limits = Limits()
    limits.ruleFileBytes = 1 << 16
    limits.ruleFileNodes = 20_000
    limits.aliases = 100
    limits.aliasExpansion = 10
    limits.patternProgram = 3_000
    limits.patternMemory = 1 << 18
    limits.recordBytes = 1 << 14
    limits.recordValues = 1_000
    limits.stateKeys = 1_000
    return limits
  }
}

enum Findings {
  /// They lie within their files, say something, and are JSON.
  static func check(_ findings: [Diagnostic]) {
    for finding in findings {
      let places = [finding.range] + finding.related.map { $0.range }
      for place in places {
        require(
          place.bytes.lowerBound >= 0 && place.bytes.upperBound <= place.file.bytes.count,
          "\(finding.code) lies outside its file: \(place.bytes) of \(place.file.bytes.count)")
        require(place.start.line >= 1 && place.start.column >= 1, "\(finding.code) has no line or column")
      }
      require(!finding.message.isEmpty, "\(finding.code) says nothing")
    }
    _ = DiagnosticText(terminalStyle: TerminalStyle(isOn: false))
    JSONText.check(DiagnosticJSON.text(of: findings, files: 1))
  }
}

enum JSONText {
  /// One value of strict JSON.
  static func check(_ text: String) {
    var tape = JSONTape()
    let bytes = Array(text.utf8)
    let fault = bytes.withUnsafeBytes {
      tape.scan(ByteSlice($0), depthLimit: 1_000, valueLimit: 10_000_000, repairs: false)
    }
    require(fault == nil, "this is not JSON: \(fault.map { "\($0)" } ?? ""): \(text.prefix(2_000))")
  }
}
