internal import Records
internal import RuleLanguage
internal import Source

/// The retries of Resilience4j in a Spring Boot application's properties: an instance's errors, and when its calls are repeated.
///
/// What the properties mean, `CommonRetryConfigurationProperties`, `RetryConfig` and `IntervalFunction` of Resilience4j 2 say. Spring
/// reads a name in any spelling: `maxAttempts`, `max-attempts`, `resilience4j.retry` as one key or as two.
struct Resilience4jRetry: PolicyFormat {
  let name = "resilience4j"
  let summary = "Resilience4j's retries in a Spring Boot application.yml"

  func recognizes(_ root: Node) -> Bool {
    SpringProperties(root, below: ["resilience4j", "retry"]).leaves.contains {
      ["configs", "instances", "backends"].contains($0.path.first.map { SpringProperties.plain($0) })
    }
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let place = root.range
    let properties = RetryProperties(
      SpringProperties(root, below: ["resilience4j", "retry"]), in: &diagnostics)
    var responders: [Node] = []
    var ids = RuleIDs()
    var classes = ClassConditions()
    for instance in properties.instances {
      let config = properties.config(of: instance, in: &diagnostics)
      let id = ids.id(instance.name)
      let origins = Node.origins(.text(instance.name, at: instance.place), in: &diagnostics)
      responders.append(config.responder(id, origins: origins, &classes))
    }
    if let shared = properties.configs.first(where: { $0.name == RetryProperties.shared }) {
      let config = properties.config(of: shared, in: &diagnostics)
      responders.append(config.responder(ids.id("default"), origins: [], &classes))
    }
    if responders.isEmpty {
      diagnostics.report(
        .policyLoss(
          "Nothing here is tried again: there is neither an instance nor a config “default”.", at: place))
      responders = [.mapping([("id", .text("application", at: place))], at: place)]
    }
    Self.reportBreakers(root, in: &diagnostics)
    SpringProperties.reportProfiles(root, below: ["resilience4j", "retry"], in: &diagnostics)
    // A config is read for each instance anew.
    var seen: Set<String> = []
    diagnostics.filter { seen.insert($0.description).inserted }
    let longest = Node.longestDelay(at: place)
    let retry: [(String, Node)] = [("within", longest), ("exhausted", .text("cancel", at: place))]
    var defaults: [(String, Node)] = [("retry", .mapping(retry, at: place))]
    if responders.count > 1 {
      let fallback = responders.last?["id"]?.string == "default" ? "default" : "none"
      defaults.append(("responder", .text(fallback, at: place)))
    }
    return .ruleFile(
      named: "Resilience4j's retries", defaults: defaults,
      others: classes.matchers.isEmpty ? [] : [("matchers", .mapping(classes.matchers, at: place))],
      responders: responders, at: place)
  }

  private static func reportBreakers(_ root: Node, in diagnostics: inout Diagnostics) {
    var seen: Set<String> = []
    for leaf in SpringProperties(root, below: ["resilience4j", "circuitbreaker"]).leaves
    where leaf.path.count > 2 {
      let kind = SpringProperties.plain(leaf.path[0])
      guard kind == "instances" || kind == "backends", seen.insert(leaf.path[1]).inserted else { continue }
      diagnostics.report(
        .policyLoss(
          "The circuit breaker “\(leaf.path[1])” opens at a share of failed calls; one of a rule file opens at a number of errors.",
          at: leaf.places[1]))
    }
  }
}

// MARK: - Spring

/// An application's properties as Spring has them: a name for each value, whether it is written as one key or as several.
private struct SpringProperties {
  struct Leaf {
    /// Behind the common prefix.
    let path: [String]
    /// Where each of these names is written.
    let places: [SourceRange]
    let value: Node

    var range: SourceRange { places[places.count - 1] }
  }

  private(set) var leaves: [Leaf] = []

  init(_ root: Node, below prefix: [String]) {
    for document in Self.documents(root) where Self.profile(document) == nil {
      collect(document, at: [], [], below: prefix)
    }
  }

  /// A file may have several documents; a later one replaces what the earlier ones say.
  private static func documents(_ root: Node) -> [Node] { root.elements ?? [root] }

  /// The profile with which a document counts, if it does not always.
  private static func profile(_ document: Node) -> Node? {
    let paths = [["spring", "config", "activate", "onprofile"], ["spring", "profiles"]]
    for path in paths {
      var properties = SpringProperties()
      properties.collect(document, at: [], [], below: Array(path.dropLast()))
      let named = properties.leaves.first { $0.path.map { plain($0) } == path.suffix(1) }
      if let named { return named.value }
    }
    return nil
  }

  private init() {}

  /// Reports the documents that are left out, if they say something below this prefix.
  static func reportProfiles(_ root: Node, below prefix: [String], in diagnostics: inout Diagnostics) {
    for document in documents(root) {
      guard let profile = profile(document) else { continue }
      var properties = SpringProperties()
      properties.collect(document, at: [], [], below: prefix)
      guard !properties.leaves.isEmpty else { continue }
      diagnostics.report(
        .policyLoss(
          "This counts with the profile “\(profile.text)”; the rules are without it.", at: profile.range))
    }
  }

  private mutating func collect(
    _ node: Node, at path: [String], _ places: [SourceRange], below prefix: [String]
  ) {
    for member in node.members ?? [] {
      let parts = Self.parts(member.key)
      let path = path + parts
      let places = places + parts.map { _ in member.keyRange }
      guard zip(path, prefix).allSatisfy({ Self.plain($0) == $1 }) else { continue }
      if let members = member.value.members, !members.isEmpty {
        collect(member.value, at: path, places, below: prefix)
      } else if path.count > prefix.count {
        leaves.append(
          Leaf(
            path: Array(path.dropFirst(prefix.count)), places: Array(places.dropFirst(prefix.count)),
            value: member.value))
      }
    }
  }

  /// `a.b` is two names, `[a.b]` is one.
  private static func parts(_ key: String) -> [String] {
    if key.hasPrefix("["), key.hasSuffix("]") { return [String(key.dropFirst().dropLast())] }
    return key.split(separator: ".").map { String($0) }
  }

  /// A name without what its spellings differ in.
  static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// The value of a property; nil, and reported, if it is known only where the application runs.
  static func value(_ node: Node, in diagnostics: inout Diagnostics) -> Node? {
    guard let text = node.string, text.contains("${") else { return node }
    let isWhole = text.hasPrefix("${") && text.hasSuffix("}") && !text.dropFirst(2).contains("${")
    let parts = text.dropFirst(2).dropLast().split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard isWhole, parts.count == 2 else {
      diagnostics.report(
        .policyLoss(
          "“\(text)” is known only at run time, so the rules omit it.", at: node.range))
      return nil
    }
    diagnostics.report(
      .policyLoss(
        "“\(text)” may have another value where the application runs; the rules have this one.",
        at: node.range))
    return .text(String(parts[1]), at: node.range)
  }

  static func integer(_ node: Node) -> Int64? {
    if case .integer(let value) = node.content { return value }
    return node.string.flatMap { Int64($0) }
  }

  static func number(_ node: Node) -> Double? { node.number?.double ?? node.string.flatMap { Double($0) } }

  static func boolean(_ node: Node) -> Bool? {
    if case .bool(let value) = node.content { return value }
    switch node.text.lowercased() {
    case "true", "on", "yes", "1": return true
    case "false", "off", "no", "0": return false
    default: return nil
    }
  }

  /// A duration in milliseconds: a number of them, one with a unit, or as ISO 8601 has it.
  static func milliseconds(_ node: Node) -> Double? {
    if case .integer(let value) = node.content { return Double(value) }
    guard let text = node.string else { return nil }
    if text.uppercased().hasPrefix("P") { return isoMilliseconds(text.uppercased()) }
    let digits = text.prefix { $0.isNumber || $0 == "-" || $0 == "+" }
    let units: [String: Double] = [
      "": 1, "ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3, "m": 6e4, "h": 3.6e6, "d": 8.64e7,
    ]
    guard let number = Double(digits), let unit = units[text.dropFirst(digits.count).lowercased()] else {
      return nil
    }
    return (number * unit).rounded(.towardZero)
  }

  /// `P1DT2H3M4.5S`.
  private static func isoMilliseconds(_ text: String) -> Double? {
    var isTime = false
    var digits = ""
    var milliseconds = 0.0
    for character in text.dropFirst() {
      if character == "T" {
        isTime = true
      } else if character.isNumber || "-+.".contains(character) {
        digits.append(character)
      } else {
        let units: [Character: Double] = isTime ? ["H": 3.6e6, "M": 6e4, "S": 1e3] : ["D": 8.64e7]
        guard let number = Double(digits), let unit = units[character] else { return nil }
        milliseconds += number * unit
        digits = ""
      }
    }
    return digits.isEmpty && text.count > 2 ? milliseconds.rounded(.towardZero) : nil
  }
}

// MARK: - Properties

/// What is written for instances, and for the configs that they share.
private struct RetryProperties {
  /// The config of every instance that names no other.
  static let shared = "default"

  private(set) var configs: [Entry] = []
  private(set) var instances: [Entry] = []

  struct Entry {
    let name: String
    let place: SourceRange
    var values: [String: Node] = [:]

    func has(_ key: String) -> Bool { values[key] != nil }
    func isOn(_ key: String) -> Bool { values[key].flatMap { SpringProperties.boolean($0) } ?? false }
  }

  private static let read = [
    "maxAttempts", "waitDuration", "enableExponentialBackoff", "exponentialBackoffMultiplier",
    "exponentialMaxWaitDuration", "enableRandomizedWait", "randomizedWaitFactor", "retryExceptions",
    "ignoreExceptions",
    "retryExceptionPredicate", "baseConfig",
  ]
  private static let lost = ["resultPredicate", "intervalBiFunction"]
  /// Nothing about errors.
  private static let skipped = [
    "eventConsumerBufferSize", "failAfterMaxAttempts", "consumeResultBeforeRetryAttempt",
    "ignoreClassBindingExceptions", "ignoreUnknownExceptions",
  ]
  /// What an instance takes from its config though it has a `waitDuration` of its own.
  private static let merged = [
    "enableexponentialbackoff", "enablerandomizedwait", "exponentialbackoffmultiplier",
    "exponentialmaxwaitduration",
  ]

  init(_ properties: SpringProperties, in diagnostics: inout Diagnostics) {
    for leaf in properties.leaves {
      let kind = SpringProperties.plain(leaf.path[0])
      guard kind == "configs" || kind == "instances" || kind == "backends", leaf.path.count > 1 else {
        continue
      }
      let name = leaf.path[1]
      let isConfig = kind == "configs"
      var entries = isConfig ? configs : instances
      let index = entries.firstIndex { $0.name == name } ?? entries.count
      if index == entries.count { entries.append(Entry(name: name, place: leaf.places[1])) }
      if leaf.path.count > 2 {
        Self.add(leaf, to: &entries[index], in: &diagnostics)
      }
      if isConfig { configs = entries } else { instances = entries }
    }
    reportFlags(in: &diagnostics)
  }

  private static func add(
    _ leaf: SpringProperties.Leaf, to entry: inout Entry, in diagnostics: inout Diagnostics
  ) {
    let written = leaf.path.dropFirst(2).joined(separator: ".")
    let key = SpringProperties.plain(written)
    func isAny(of names: [String]) -> Bool { names.contains { SpringProperties.plain($0) == key } }
    if isAny(of: read) {
      if !leaf.value.isNull, let value = SpringProperties.value(leaf.value, in: &diagnostics) {
        entry.values[key] = value
      }
    } else if isAny(of: lost) {
      diagnostics.report(.policyLoss("“\(written)” is code: no rule can say what it does.", at: leaf.range))
    } else if key == "maxretryattempts" {
      diagnostics.report(
        .policyDoubt(
          "Resilience4j 2 has no “\(written)”, which has no effect. Write “maxAttempts”.", at: leaf.range))
    } else if !isAny(of: skipped) {
      let question = Suggestion.question(for: written, among: read + lost + skipped)
      diagnostics.report(
        .policyDoubt(
          "A retry of Resilience4j has no “\(written)”, which has no effect.\(question)", at: leaf.range))
    }
  }

  // MARK: What has no effect

  private func reportFlags(in diagnostics: inout Diagnostics) {
    for entry in instances { reportFlags(of: entry, usedBy: [merged(entry)], in: &diagnostics) }
    for entry in configs {
      let users =
        instances.filter { baseName(of: $0) == entry.name }
        + configs.filter { baseName(of: $0) == entry.name }
      reportFlags(of: entry, usedBy: [entry] + users.map { merged($0) }, in: &diagnostics)
    }
  }

  private func reportFlags(of entry: Entry, usedBy users: [Entry], in diagnostics: inout Diagnostics) {
    func report(_ key: String, without other: String) {
      guard let node = entry.values[SpringProperties.plain(key)] else { return }
      diagnostics.report(
        .policyDoubt("“\(key)” has no effect without “\(other)”, which is nowhere beside it.", at: node.range)
      )
    }
    if entry.isOn("enableexponentialbackoff") || entry.isOn("enablerandomizedwait"),
      !users.contains(where: { $0.has("waitduration") })
    {
      for key in ["enableExponentialBackoff", "enableRandomizedWait"] { report(key, without: "waitDuration") }
    }
    if !users.contains(where: { $0.isOn("enableexponentialbackoff") }) {
      for key in ["exponentialBackoffMultiplier", "exponentialMaxWaitDuration"] {
        report(key, without: "enableExponentialBackoff: true")
      }
    } else if !users.contains(where: { $0.has("exponentialbackoffmultiplier") }) {
      report("exponentialMaxWaitDuration", without: "exponentialBackoffMultiplier")
      if users.allSatisfy({ $0.isOn("enablerandomizedwait") }) {
        report("randomizedWaitFactor", without: "exponentialBackoffMultiplier")
      }
    }
    if !users.contains(where: { $0.isOn("enablerandomizedwait") }) {
      report("randomizedWaitFactor", without: "enableRandomizedWait: true")
    }
  }

  // MARK: Configs

  /// The name of the config that an entry is based on, if any.
  private func baseName(of entry: Entry) -> String? {
    if let name = entry.values["baseconfig"]?.text, !name.isEmpty { return name }
    return entry.name != Self.shared && configs.contains { $0.name == Self.shared } ? Self.shared : nil
  }

  /// An entry with what Resilience4j's `mergePropertiesIfAny` adds from its config.
  private func merged(_ entry: Entry, with base: Entry? = nil) -> Entry {
    guard let base = base ?? baseName(of: entry).flatMap({ name in configs.first { $0.name == name } }) else {
      return entry
    }
    var entry = entry
    for key in Self.merged where !entry.has(key) { entry.values[key] = base.values[key] }
    return entry
  }

  func config(of entry: Entry, below users: [String] = [], in diagnostics: inout Diagnostics) -> RetryConfig {
    var config = RetryConfig(at: entry.place)
    var properties = entry
    if let name = baseName(of: entry) {
      guard let base = configs.first(where: { $0.name == name }), !users.contains(name) else {
        let place = entry.values["baseconfig"]?.range ?? entry.place
        let question = Suggestion.question(for: name, among: configs.map { $0.name })
        let reason =
          users.contains(name)
          ? "“\(name)” is based on itself." : "There is no config “\(name)”.\(question)"
        diagnostics.report(.policyFault("\(reason) The application does not start.", at: place))
        return config
      }
      config = self.config(of: base, below: users + [name], in: &diagnostics)
      config.place = entry.place
      properties = merged(entry)
      let later = merged(entry, with: merged(base))
      if entry.has("waitduration"), Self.merged.contains(where: { later.has($0) != properties.has($0) }) {
        diagnostics.report(
          .policyLoss(
            "How “\(entry.name)” waits depends on the order in which instances are made; the rules have it made first.",
            at: entry.place))
      }
    }
    config.read(properties, in: &diagnostics)
    return config
  }
}

// MARK: - Config

/// A retry as Resilience4j builds it.
private struct RetryConfig {
  var place: SourceRange
  private var tries: Node
  private var interval: Interval
  /// Nil: all.
  private var retried: [Node]?
  private var predicate: Node?
  private var ignored: [Node] = []

  /// In milliseconds.
  private struct Interval {
    var initial: Double
    var multiplier: Double?
    var share: Double?
    var longest: Double?
    let place: SourceRange
  }

  /// `RetryConfig.ofDefaults()`.
  init(at place: SourceRange) {
    self.place = place
    tries = .integer(3, at: place)
    interval = Interval(initial: 500, place: place)
  }

  private static let multiplier = 1.5
  private static let share = 0.5

  /// `CommonRetryConfigurationProperties.buildConfig`.
  mutating func read(_ entry: RetryProperties.Entry, in diagnostics: inout Diagnostics) {
    let before = diagnostics.errorCount
    if let node = entry.values["maxattempts"] {
      if let count = SpringProperties.integer(node), count >= 1 {
        tries = .tries(count, at: node.range, in: &diagnostics)
      } else {
        diagnostics.report(.policyFault("“maxAttempts” must be an integer of at least 1.", at: node.range))
      }
    }
    let wait = Self.duration("waitDuration", of: entry, in: &diagnostics)
    let longest = Self.duration("exponentialMaxWaitDuration", of: entry, in: &diagnostics)
    let factor = Self.number("exponentialBackoffMultiplier", of: entry, "above 0", in: &diagnostics) {
      $0 > 0
    }
    let share = Self.number("randomizedWaitFactor", of: entry, "from 0 to below 1", in: &diagnostics) {
      $0 >= 0 && $0 < 1
    }
    let isExponential = Self.flag("enableExponentialBackoff", of: entry, in: &diagnostics)
    let isRandom = Self.flag("enableRandomizedWait", of: entry, in: &diagnostics)
    if let wait, diagnostics.errorCount == before {
      var interval = Interval(initial: wait.value, place: wait.node.range)
      if isExponential {
        interval.multiplier = factor.flatMap { Self.multiplier($0, in: &diagnostics) } ?? Self.multiplier
        // Without a multiplier Resilience4j looks at nothing else.
        if factor != nil, !isRandom || share != nil { interval.longest = longest?.value }
      }
      if isRandom {
        interval.share = isExponential && factor == nil ? Self.share : share?.value ?? Self.share
      }
      if isExponential || isRandom, wait.value < 1 || interval.longest ?? 1 < 1 {
        let node = wait.value < 1 ? wait.node : longest?.node ?? wait.node
        diagnostics.report(
          .policyFault("This must be at least a millisecond: the application does not start.", at: node.range)
        )
      }
      self.interval = interval
      reportDelays(in: &diagnostics)
    }
    if let list = entry.values["retryexceptions"] {
      let classes = Self.classes(list, in: &diagnostics)
      retried = classes.isEmpty ? nil : classes
    }
    if let list = entry.values["ignoreexceptions"] { ignored = Self.classes(list, in: &diagnostics) }
    if let node = entry.values["retryexceptionpredicate"] { predicate = node }
  }

  /// Reports where Resilience4j's delays are others than those of a rule.
  private func reportDelays(in diagnostics: inout Diagnostics) {
    guard let factor = interval.multiplier, case .integer(let tries) = tries.content else { return }
    var delay = interval.initial
    var exact = interval.initial
    var isRounded = false
    var isCut = false
    let longest = interval.longest ?? .infinity
    for _ in 1..<max(tries, 2) {
      isRounded = isRounded || min(delay, longest) != min(exact, longest)
      isCut = isCut || delay * (1 + (interval.share ?? 0)) > longest
      delay = (delay * factor).rounded(.towardZero)
      exact *= factor
    }
    if isRounded {
      diagnostics.report(
        .policyLoss(
          "Resilience4j drops what is less than a millisecond of each delay, before it makes the next one of it.",
          at: interval.place))
    }
    if isCut, interval.share != nil {
      diagnostics.report(
        .policyLoss(
          "Resilience4j draws a delay and then cuts it off at the longest; a rule cuts it off first.",
          at: interval.place))
    }
  }

  // MARK: Reading

  /// Nil, and reported, if no rule can say it.
  private static func multiplier(_ factor: (value: Double, node: Node), in diagnostics: inout Diagnostics)
    -> Double?
  {
    Node.multiplier(.decimal(factor.value, at: factor.node.range), factor.value, in: &diagnostics).number?
      .double
  }

  private static func number(
    _ key: String, of entry: RetryProperties.Entry, _ bounds: String, in diagnostics: inout Diagnostics,
    isValid: (Double) -> Bool
  ) -> (value: Double, node: Node)? {
    guard let node = entry.values[SpringProperties.plain(key)] else { return nil }
    if let value = SpringProperties.number(node), value.isFinite, isValid(value) { return (value, node) }
    diagnostics.report(.policyFault("“\(key)” must be a number \(bounds).", at: node.range))
    return nil
  }

  private static func duration(
    _ key: String, of entry: RetryProperties.Entry, in diagnostics: inout Diagnostics
  ) -> (value: Double, node: Node)? {
    guard let node = entry.values[SpringProperties.plain(key)] else { return nil }
    if let value = SpringProperties.milliseconds(node), value >= 0 { return (value, node) }
    diagnostics.report(
      .policyFault("“\(key)” must be a duration such as 500ms, and not negative.", at: node.range))
    return nil
  }

  private static func flag(_ key: String, of entry: RetryProperties.Entry, in diagnostics: inout Diagnostics)
    -> Bool
  {
    guard let node = entry.values[SpringProperties.plain(key)] else { return false }
    if let value = SpringProperties.boolean(node) { return value }
    diagnostics.report(.policyFault("“\(key)” must be true or false.", at: node.range))
    return false
  }

  /// The classes of a list, which may be one text with commas.
  private static func classes(_ list: Node, in diagnostics: inout Diagnostics) -> [Node] {
    let names: [Node]
    if let elements = list.elements {
      names = elements
    } else {
      names = list.text.split(separator: ",").map { .text(String($0.drop { $0 == " " }), at: list.range) }
    }
    return names.compactMap { node in
      guard let value = SpringProperties.value(node, in: &diagnostics) else { return nil }
      guard let text = value.string else {
        diagnostics.report(
          .policyFault("An exception must be the name of a class. It is \(value.kindName).", at: node.range))
        return nil
      }
      let name = String(text.reversed().drop { $0 == " " }.reversed())
      let others =
        name.contains(".")
        ? JavaExceptions.others(than: name) : JavaExceptions.classes(below: JavaExceptions.throwable)
      if let others {
        let simple = name.split(separator: ".").last ?? ""
        let meant = others.first { $0.hasSuffix(".\(simple)") }.map { " Did you mean “\($0)”?" }
        diagnostics.report(
          .policyDoubt(
            "There is no class “\(name)” that Java 17 has: the application does not start.\(meant ?? Suggestion.question(for: name, among: others))",
            at: node.range))
      }
      return .text(name, at: node.range)
    }
  }

  // MARK: Rules

  func responder(_ id: String, origins: [Node], _ classes: inout ClassConditions) -> Node {
    var rules: [Node] = []
    if !ignored.isEmpty {
      var rule: [(String, Node)] = [("id", .text("ignored", at: place))]
      if let when = Self.condition(ignored, &classes) { rule.append(("when", when)) }
      rules.append(.mapping(rule + [("then", .text("cancel", at: place))], at: place))
    }
    if case .integer(let count) = tries.content, count > 1 { rules.append(retry(&classes)) }
    var members: [(String, Node)] = [("id", .text(id, at: place))]
    if !origins.isEmpty { members.append(("origins", .list(origins, at: place))) }
    members += [
      ("rules", .list(rules, at: place)),
      ("otherwise", .mapping([("then", .text("cancel", at: place))], at: place)),
    ]
    return .mapping(members, at: place)
  }

  private func retry(_ classes: inout ClassConditions) -> Node {
    var rule: [(String, Node)] = [("id", .text("retry", at: place))]
    let listed = retried.flatMap { Self.condition($0, &classes) }
    let custom = predicate.map { Node.mapping([("custom", $0)], at: $0.range) }
    // A list of all classes leaves nothing to the predicate.
    if retried == nil || listed != nil {
      let conditions = [listed, custom].compactMap { $0 }
      if !conditions.isEmpty { rule.append(("when", .any(of: conditions, at: place))) }
    }
    let retry = Node.mapping([("maxAttempts", tries), ("backoff", backoff)], at: place)
    return .mapping(rule + [("then", .mapping([("retry", retry)], at: place))], at: place)
  }

  /// Nil if every error fits.
  private static func condition(_ names: [Node], _ classes: inout ClassConditions) -> Node? {
    if names.contains(where: { $0.text == JavaExceptions.throwable }) { return nil }
    let named = names.map { name in
      let below = JavaExceptions.classes(below: name.text)
      guard name.text == JavaExceptions.exception else {
        return ClassConditions.Class(name: name, patterns: below)
      }
      return ClassConditions.Class(name: name, condition: exceptions(at: name.range))
    }
    return classes.condition(of: named, at: names[0].range)
  }

  /// Any exception; one without ancestors, if it is not known to be an error.
  private static func exceptions(at place: SourceRange) -> Node {
    func types(_ classes: [String]) -> (String, Node) {
      ("type", .list(classes.map { .text($0, at: place) }, at: place))
    }
    let errors = Node.mapping([types(JavaExceptions.classes(below: JavaExceptions.error))], at: place)
    let exists = Node.mapping([("exists", .boolean(false, at: place))], at: place)
    return .any(
      of: [
        .mapping([types([JavaExceptions.exception])], at: place),
        .mapping([("is", exists), ("not", errors)], at: place),
      ],
      at: place
    )
  }

  private var backoff: Node {
    func duration(_ milliseconds: Double) -> Node {
      let longest = Double(Node.longestDelayInDays) * 8.64e7
      let span = TimeSpan(microseconds: Int64(min(milliseconds, longest) * 1e3))
      return .text(milliseconds == 0 ? "0s" : span.shortText, at: interval.place)
    }
    let place = interval.place
    let factor = interval.multiplier.map { factor in
      factor == factor.rounded() ? Node.integer(Int64(factor), at: place) : .decimal(factor, at: place)
    }
    return .mapping(
      [
        ("initial", duration(interval.initial)), ("multiplier", factor ?? .integer(1, at: place)),
        ("max", interval.longest.map { duration($0) } ?? .longestDelay(at: place)),
        ("jitter", interval.share.map { .decimal($0, at: place) } ?? .text("none", at: place)),
      ],
      at: place
    )
  }
}
