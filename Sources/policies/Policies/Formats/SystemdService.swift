internal import RuleLanguage
internal import Source

/// Services of systemd: which ends of their processes start them again.
///
/// A unit file is read with the drop-ins beside it. Errors are those of errctl's streams of the journal: the origin is the unit, the
/// domain its result, the code the exit status or the signal of its main process.
struct SystemdService: PolicyFormat {
  let name = "systemd"
  let noun = "systemd service"
  let summary = "services of systemd: Restart= and what belongs to it"

  private let system: @Sendable () -> Int
  private let dropIns: @Sendable (_ unit: String) -> [SourceFile]

  /// - Parameters:
  ///   - system: the version of systemd.
  ///   - dropIns: the drop-ins of a unit file, in the order in which they count.
  init(
    system: @escaping @Sendable () -> Int, dropIns: @escaping @Sendable (_ unit: String) -> [SourceFile]
  ) {
    (self.system, self.dropIns) = (system, dropIns)
  }

  var version: String? { "\(system())" }

  func recognizes(_ root: Node) -> Bool { false }

  func lack(of root: Node) -> String {
    "It has no section [Service], or its name does not end in .service, nor .conf in a folder of drop-ins."
  }

  func document(of file: SourceFile, in diagnostics: inout Diagnostics) -> Node? {
    guard let unit = Self.unit(of: file.name) else { return nil }
    let own = UnitFileReader.sections(of: file)
    guard own.contains(where: { $0.key == "Service" || $0.key == "Unit" }) else { return nil }
    let others = Self.isDropIn(file) ? [] : dropIns(file.name)
    let place = SourceRange(file: file, bytes: 0..<file.bytes.count)
    let name = Node.Member(key: Self.nameKey, keyRange: place, value: .text(unit, at: place))
    let sections = own + others.flatMap { UnitFileReader.sections(of: $0) }
    return Node(.mapping([name] + sections), style: .block, range: place)
  }

  /// The key of the unit's name; no section is called so.
  private static let nameKey = ""

  private static func isDropIn(_ file: SourceFile) -> Bool { file.name.hasSuffix(".conf") }

  /// The unit that a file is about by its name: itself, or that of its folder of drop-ins.
  private static func unit(of path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let last = parts.last else { return nil }
    if last.hasSuffix(".service") { return String(last) }
    guard last.hasSuffix(".conf"), parts.count > 1, case let folder = parts[parts.count - 2],
      folder.hasSuffix(".service.d")
    else { return nil }
    return String(folder.dropLast(2))
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let findings = PolicyFindings()
    let value = PolicyValue(root, findings)
    let unit = ServiceUnit(value, system: system())
    unit.check(isWhole: !Self.isDropIn(root.range.file))
    let file = ruleFile(of: unit, named: root[Self.nameKey]?.text ?? "", root.range)
    for finding in findings.diagnostics.all { diagnostics.report(finding) }
    return file.node
  }

  private func ruleFile(of unit: ServiceUnit, named name: String, _ place: SourceRange) -> ImportedRuleFile {
    // The instances of a template have no prefix that an origin could name, since it ends in no dot.
    let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let isTemplate = parts.count == 2 && parts[1] == ".service"
    var ids = RuleIDs()
    let rules = unit.rules(isTemplate ? ["glob": .text("\(parts[0])@*.service")] : nil)
    let responder = ImportedResponder(
      id: ids.id(name), origins: isTemplate ? [] : [.text(name)], rules: rules,
      unhandled: ["report": "none"], place: unit.source.place)
    return ImportedRuleFile(
      name: "\(name), systemd \(unit.system)", place: place,
      retry: rules.contains { $0.verdict.triesAgain } ? unit.retry : nil,
      responder: isTemplate ? nil : "none", responders: [responder])
  }
}
