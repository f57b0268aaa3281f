internal import Source

/// The failures that a rule of a pod failure policy asks for, as members of a rule's `when`.
enum PodFailures {
  private static let mostPatterns = 20
  private static let mostValues = 255

  // MARK: Exit codes

  static func exits(_ value: PolicyValue, _ containers: Set<String>?) -> [(key: String, value: ImportedValue)]
  {
    guard let exits = value.mapping("a requirement on exit codes") else { return [] }
    let container = exits.take("containerName")
    if let container, let containers {
      _ = container.word(containers.sorted()) { _ in
        "“containerName” must be a container of the pod's template."
      }
    }
    // The exit codes of all containers that failed, or that of one.
    let key = container.map { "containers.\($0.text)" } ?? "exitCodes"
    let codes = Self.exits(value, of: key, namesOnlyFailures: true)
    let place = exits.take("values")?.place ?? value.place
    return codes.isEmpty ? [] : [("attributes", .mapping(codes).at(place))]
  }

  /// The attribute that has one of the exit codes of failures.
  ///
  /// - Parameter namesOnlyFailures: the codes must be in order, and In names no 0, as in a pod failure policy.
  static func exits(_ value: PolicyValue, of key: String, namesOnlyFailures: Bool = false)
    -> [(key: String, value: ImportedValue)]
  {
    guard let exits = value.mapping("a requirement on exit codes") else { return [] }
    let `operator` = exits.take("operator")
    let isIn = `operator`?.string == "In"
    if !isIn, `operator`?.string != "NotIn" { (`operator` ?? value).fault("“operator” must be In or NotIn.") }
    let codes = codes(exits.take("values"), of: value, isStrict: namesOnlyFailures, isIn: isIn)
    guard !codes.isEmpty else { return [] }
    // A container may also restart after a good end.
    let matching =
      isIn ? codes.map { ImportedValue.integer($0) } : others(than: codes, includingZero: !namesOnlyFailures)
    return matching.isEmpty ? [] : [(key, .oneOf(matching))]
  }

  private static func codes(_ list: PolicyValue?, of exits: PolicyValue, isStrict: Bool, isIn: Bool)
    -> [Int64]
  {
    guard let list, let elements = list.elements, !elements.isEmpty else {
      (list ?? exits).fault("“values” must list at least one exit code.")
      return []
    }
    if elements.count > mostValues {
      list.fault("At most 255 values are allowed. There are \(elements.count).")
    }
    var codes: [Int64] = []
    for element in elements {
      guard let code = element.writtenInteger, Int32(exactly: code) != nil else {
        element.fault("An exit code must be an integer of 32 bits.")
        continue
      }
      guard isStrict else {
        codes.append(code)
        continue
      }
      if isIn, code == 0 { element.fault("No container fails with 0, which In may not name. Delete it.") }
      if let last = codes.last, code <= last {
        let fault =
          codes.contains(code)
          ? "This value stands twice: delete one." : "Values must be in order: sort them."
        element.fault("\(fault) Kubernetes rejects the job.")
      }
      codes.append(code)
    }
    return codes
  }

  /// All exit codes but these, as ranges; without 0, that of a good end, unless it is asked for.
  static func others(than codes: [Int64], includingZero: Bool = false) -> [ImportedValue] {
    var ranges: [ImportedValue] = []
    var next = Int64(Int32.min)
    for code in Set(codes + (includingZero ? [] : [0])).sorted() {
      if code - 1 == next { ranges.append(.integer(next)) }
      if code - 1 > next { ranges.append("\(next)...\(code - 1)") }
      next = code + 1
    }
    if next <= Int64(Int32.max) { ranges.append("\(next)...\(Int32.max)") }
    return ranges
  }

  // MARK: Conditions

  static func conditions(_ value: PolicyValue) -> [(key: String, value: ImportedValue)] {
    guard let elements = value.elements, !elements.isEmpty else {
      value.fault("“onPodConditions” must list at least one pattern.")
      return []
    }
    if elements.count > mostPatterns {
      value.fault("At most 20 patterns are allowed. There are \(elements.count).")
    }
    let ways = elements.compactMap { pattern($0) }
    guard ways.count > 1 else { return ways.first.map { [$0.condition] } ?? [] }
    return [("any", .list(ways.map { .mapping([$0.condition]).at($0.place) }).at(value.place))]
  }

  private static func pattern(_ value: PolicyValue) -> (
    condition: (key: String, value: ImportedValue), place: SourceRange
  )? {
    guard let pattern = value.mapping("a pattern") else { return nil }
    let type = pattern.take("type")
    let status = pattern.take("status")
    guard let type, let name = type.string, !name.isEmpty else {
      (type ?? value).fault("A pattern needs its “type”, a text.")
      return nil
    }
    let word = status.map { $0.string ?? "" } ?? "True"
    guard ["True", "False", "Unknown"].contains(word) else {
      status?.mustBe("one of the texts \"True\", \"False\" and \"Unknown\"")
      return nil
    }
    let equals = ImportedValue.placed(["equals": .text(word)], value.place)
    return (("attributes", .mapping([("conditions.\(name)", equals)]).at(type.place)), value.place)
  }
}
