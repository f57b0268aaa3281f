package import Bytes

/// The value that a matcher compares or a template inserts: a field of an error, or something below one.
public enum Subject: Sendable, Hashable {
  case field(Field)
  /// A member of the problem document: `type title status detail instance`.
  case problem(ProblemMember)
  /// An extension member of the problem document, by dotted path.
  case problemExtension(String)
  /// An attribute, by dotted path.
  case attribute(String)
  case payload(Int)
  /// A value of an event, by dotted path.
  case with(String)
  /// A part of the outcome, which is known under `always` only.
  case outcome(OutcomeMember)
  /// The time since the operation's first failure, of the record alone: its `elapsed`, else 0 for a first try.
  case elapsed

  /// The standard members of an RFC 9457 problem document.
  public enum ProblemMember: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case type, title, status, detail, instance

    package var name: String { Self.names[Int(rawValue)] }
    static let names = ["type", "title", "status", "detail", "instance"]
  }

  /// The parts of the outcome, for `always`.
  public enum OutcomeMember: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case evaluation, handled

    package var name: String { Self.names[Int(rawValue)] }
    static let names = ["evaluation", "handled"]
  }

  /// The dotted path of an attribute or an extension member; empty for anything else.
  package var path: String {
    switch self {
    case .attribute(let path), .problemExtension(let path), .with(let path): path
    case .field, .problem, .payload, .outcome, .elapsed: ""
    }
  }

  /// The subject's name in a rule file, below `when`.
  public var name: String {
    switch self {
    case .field(let field): field.name
    case .problem(let member): "problem.\(member.name)"
    case .problemExtension(let path): "problem.ext.\(path)"
    case .attribute(let path): "attributes.\(path)"
    case .payload(let index): "payload.\(index)"
    case .with(let path): "with.\(path)"
    case .outcome(let member): "outcome.\(member.name)"
    case .elapsed: RecordMember.elapsed.name
    }
  }
}

/// A subject for evaluation: its dotted path, if it has one, is in the compiled chain's bytes.
@usableFromInline package struct SubjectReference: BitwiseCopyable {
  @usableFromInline
  package enum Kind: UInt8, BitwiseCopyable {
    case field, problem, problemExtension, attribute, payload, with, outcome, elapsed
  }

  @usableFromInline package let kind: Kind
  /// The raw value of the field, problem member or outcome member.
  @usableFromInline package let member: UInt8
  /// The payload's index, or the path's place in the chain's bytes.
  package let offset: UInt32
  package let length: UInt32
  /// Whether it is a field that is never derived from others.
  @usableFromInline package let isOwnField: Bool

  package init(_ subject: Subject, pathAt place: Int) {
    var offset = UInt32(truncatingIfNeeded: place)
    switch subject {
    case .field(let field): (kind, member) = (.field, field.rawValue)
    case .problem(let part): (kind, member) = (.problem, part.rawValue)
    case .problemExtension: (kind, member) = (.problemExtension, 0)
    case .attribute: (kind, member) = (.attribute, 0)
    case .with: (kind, member) = (.with, 0)
    case .payload(let index):
      (kind, member) = (.payload, 0)
      offset = UInt32(clamping: index)
    case .outcome(let part): (kind, member) = (.outcome, part.rawValue)
    case .elapsed: (kind, member) = (.elapsed, 0)
    }
    self.offset = offset
    length = UInt32(subject.path.utf8.count)
    isOwnField =
      if case .field(let field) = subject {
        ![.status, .severity, .fatal, .platform, .category].contains(field)
      } else {
        false
      }
  }
}

extension SubjectReference {
  @inlinable @inline(__always)
  package var field: Field { Field(rawValue: member) ?? .attributes }

  /// Whether it is a field whose value, if present, alone decides every comparison.
  @inlinable @inline(__always)
  package var isTold: Bool { kind == .field && (field == .severity || field == .status || field == .fatal) }
}

extension ErrorRecord {
  package func value(_ subject: SubjectReference, path: ByteSlice, of errorNode: ErrorNodeIndex) -> Value {
    switch subject.kind {
    case .field:
      guard let field = Field(rawValue: subject.member) else { return .missing }
      return field == .status ? status(of: errorNode) : derived(field, of: errorNode)
    case .problem:
      guard let member = Subject.ProblemMember(rawValue: subject.member) else { return .missing }
      return problem(member, of: errorNode)
    case .problemExtension:
      return self.member(path, below: value(.problem, of: errorNode).index)
    case .attribute:
      return attribute(path, of: errorNode)
    case .with:
      return self.member(path, below: value(.with, of: errorNode).index)
    case .payload:
      guard let index = element(Int(subject.offset), of: value(.payload, of: errorNode).index) else {
        return .missing
      }
      return tape.value(at: index)
    case .outcome:
      return .missing
    case .elapsed:
      return elapsedValue
    }
  }

  /// The first of the subjects that the recorded error has, containers as JSON.
  package func firstText(of subjects: [Subject]) -> ByteSlice? {
    for subject in subjects {
      var path = subject.path
      let text = path.withUTF8 { path -> ByteSlice? in
        let path = ByteSlice(UnsafeRawBufferPointer(path))
        let value = value(SubjectReference(subject, pathAt: 0), path: path, of: Self.recorded)
        return value.isMissing ? nil : value.text
      }
      if let text { return text }
    }
    return nil
  }

  private func derived(_ field: Field, of errorNode: ErrorNodeIndex) -> Value {
    switch field {
    case .severity:
      return severity(of: errorNode).map { Value(string: $0.word) } ?? .missing
    case .fatal:
      let fatal = value(.fatal, of: errorNode)
      return fatal.isMissing ? Value(bool: severity(of: errorNode) == .fatal) : fatal
    case .platform:
      return Value(string: platform(of: errorNode) == .linux ? "linux" : "darwin")
    default:
      return value(field, of: errorNode)
    }
  }

  /// The field, or else the problem document's, or else the attribute `http.response.status_code`.
  package func status(of errorNode: ErrorNodeIndex) -> Value {
    let status = value(.status, of: errorNode)
    if !status.isMissing { return status }
    let problemStatus = problem(.status, of: errorNode)
    let fallback = errorNodes[errorNode].statusFallback
    if fallback == .none { return .missing }
    if !problemStatus.isMissing || fallback == .problem { return problemStatus }
    let requested = errorNode == Self.recorded ? requested(requestedStatus) : nil
    let attribute = requested ?? attribute(Self.statusAttribute, of: errorNode)
    return attribute.kind == .integer ? attribute : .missing
  }

  /// A member of the wrong type is ignored, and a missing `type` is `about:blank` (RFC 9457 section 3.1).
  func problem(_ member: Subject.ProblemMember, of errorNode: ErrorNodeIndex) -> Value {
    let problem = value(.problem, of: errorNode)
    guard !problem.isMissing else { return .missing }
    let name: ByteSlice =
      switch member {
      case .type: ByteSlice("type")
      case .title: ByteSlice("title")
      case .status: ByteSlice("status")
      case .detail: ByteSlice("detail")
      case .instance: ByteSlice("instance")
      }
    let index = tape.member(name, of: Int(problem.index))
    let found = index.map { tape.value(at: TapeIndex($0)) } ?? .missing
    if found.kind == (member == .status ? .integer : .string) { return found }
    return member == .type ? Value(string: "about:blank") : .missing
  }

  /// Whether the members have the types of RFC 9457 section 3.1, and `type` is not empty.
  package func hasStrictProblem(_ errorNode: ErrorNodeIndex) -> Bool {
    let problem = value(.problem, of: errorNode)
    guard !problem.isMissing else { return false }
    var index = Int(problem.index) + 1
    let end = Int(tape[problem.index].end)
    while index < end {
      let key = tape.text(of: tape[index])
      let value = tape.value(at: TapeIndex(index + 1))
      index = Int(tape[index + 1].end)
      if key == "type" {
        if value.kind != .string || value.text.isEmpty { return false }
      } else if key == "status" {
        if value.kind != .integer { return false }
      } else if key == "title" || key == "detail" || key == "instance" {
        if value.kind != .string { return false }
      }
    }
    return true
  }

  package func severity(of errorNode: ErrorNodeIndex) -> Severity? {
    let severity = value(.severity, of: errorNode)
    return switch severity.kind {
    case .string: Severity(word: severity.text)
    case .integer: Severity(number: Int64(bitPattern: severity.bits))
    case .missing, .null, .bool, .decimal, .array, .object: nil
    }
  }

  /// The platform of the errno numbers; the outermost record's platform applies to its causes too.
  package func platform(of errorNode: ErrorNodeIndex) -> Platform {
    let platform = value(.platform, of: Self.recorded)
    if platform.isMissing { return defaultPlatform }
    return platform.text == "linux" ? .linux : .darwin
  }
}

extension Value {
  fileprivate init(string: StaticString) {
    self.init(string: ByteSlice(string))
  }
}

extension Severity {
  fileprivate var word: StaticString {
    switch self {
    case .trace: "trace"
    case .debug: "debug"
    case .info: "info"
    case .notice: "notice"
    case .warning: "warning"
    case .error: "error"
    case .critical: "critical"
    case .fatal: "fatal"
    }
  }
}
