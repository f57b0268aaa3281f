internal import Foundation

struct ErrorReader {
  let policy: RecordingPolicy
  /// Text that this record may still take.
  var remainingBytes: Int
  /// Errors, enums and structs inside payloads that this record may still take.
  var remainingNested: Int
  var cut: Set<String> = []

  init(policy: RecordingPolicy) {
    self.policy = policy
    remainingBytes = policy.limits.recordBytes
    remainingNested = policy.limits.members
  }

  mutating func record(of error: any Error, _ occurrence: ErrorOccurrence) -> RecordedError {
    // The occurrence is short and selects the responder, so it is read first.
    let id = occurrence.id.map { text($0) }
    let origin = occurrence.origin.map { text($0) }
    let operation = occurrence.operation.map { text($0) }
    let answers = occurrence.answers.prefix(policy.limits.members).map { json($0) }
    let attributes = members(JSONValue.object(sorted: occurrence.attributes).members ?? [])

    var record = read(error, depth: 0)
    record.underlying = causes(of: error)
    record.time = occurrence.time
    record.id = id
    record.origin = origin
    record.severity = occurrence.severity
    record.fatal = occurrence.isFatal
    record.operation = operation
    record.attempt = occurrence.attempt
    record.retryAfter = occurrence.retryAfter ?? (error as? any RetryAfterError)?.retryAfter
    record.elapsed = occurrence.elapsed
    record.answers = answers
    record.performed = Array(occurrence.performed.prefix(policy.limits.members))
    record.platform = policy.platform
    // The app's own attributes override a member of the same name.
    var own = record.attributes
    if !cut.isEmpty {
      own.append(JSONValue.Member("recorder", ["cut": .array(cut.sorted().map { .string($0) })]))
    }
    record.attributes = attributes + own.filter { member in !attributes.contains { $0.key == member.key } }
    return record
  }

  /// The error without its causes.
  ///
  /// `depth` counts the enclosing payloads. Errors in its own payload come with their causes, unless it is a
  /// cause itself: then the flat list already contains them.
  mutating func read(_ error: any Error, depth: Int, isCause: Bool = false) -> RecordedError {
    let bridged = error as NSError
    let userInfo = bridged.userInfo
    let texts = ErrorDescriptions(error, userInfo: userInfo)
    var record = RecordedError()
    record.type = name(qualifiedName(of: type(of: error)))
    if let enumCase = EnumCase(error) {
      record.case = enumCase.name
      record.payload = payload(enumCase.values, depth: depth, isCause: isCause)
    } else {
      record.payload = payload(ownProperties(of: error), depth: depth, isCause: isCause)
    }
    record.is = superclassNames(of: error).map { name($0) }
    record.is += policy.knownProtocols.filter { $0.holds(error) }.map { $0.name }
    record.domain = name(stableText(bridged.domain))
    record.code = bridged.code
    record.message = text(texts.message)
    record.reason = texts.reason.map { text($0) }
    record.suggestion = texts.suggestion.map { text($0) }
    record.options = texts.options.prefix(policy.limits.members).map { option in
      RecordedError.Option(title: text(option.title), recovers: option.recovers)
    }
    record.category = (error as? any CategorizedError)?.category.map { text($0) }
    record.cancelled = isCancellation(error, record, on: policy.platform) ? true : nil
    record.problem = (error as? any ProblemError)?.problem.map { problem($0) }
    record.status = (error as? any HTTPStatusError)?.httpStatus ?? record.problem?.status
    let details = details(of: userInfo)
    if !details.isEmpty { record.attributes = [JSONValue.Member("userInfo", .object(details))] }
    if let title = (error as? any AlertableError)?.alertTitle {
      record.attributes.append(JSONValue.Member("alert", ["title": .string(text(title))]))
    }
    return record
  }

  mutating func causes(of error: any Error) -> [RecordedError] {
    let causes = Causes(of: error, limit: policy.limits.causes)
    if causes.isCut { cut.insert("underlying") }
    return causes.all.map { read($0, depth: 0, isCause: true) }
  }

  /// Secrets are found by the names of members.
  private mutating func problem(_ problem: Problem) -> Problem {
    var shown = problem
    shown.type = problem.type.map { text($0) }
    shown.title = problem.title.map { text($0) }
    shown.detail = problem.detail.map { text($0) }
    shown.instance = problem.instance.map { text($0) }
    let extensions = members(JSONValue.object(sorted: problem.extensions).members ?? [])
    shown.extensions = Dictionary(extensions.map { ($0.key, $0.value) }) { first, _ in first }
    return shown
  }
}
