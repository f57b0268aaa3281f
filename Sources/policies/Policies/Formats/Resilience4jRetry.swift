internal import Records
internal import RuleLanguage
internal import Source

/// The retries of Resilience4j in a Spring Boot application's properties: an instance's errors, and when its calls are repeated.
///
/// What the properties mean, `CommonRetryConfigurationProperties`, `RetryConfig` and `IntervalFunction` of Resilience4j 2 say. Spring
/// reads a name in any spelling: `maxAttempts`, `max-attempts`, `resilience4j.retry` as one key or as two.
struct Resilience4jRetry: TypedPolicyFormat {
  let name = "resilience4j"
  let noun = "Resilience4j configuration"
  let summary = "Resilience4j's retries in a Spring Boot application.yml"

  private static let prefix = ["resilience4j", "retry"]

  func recognizes(_ root: Node) -> Bool {
    SpringProperties(PolicyValue(root, PolicyFindings()), below: Self.prefix).leaves.contains {
      ["configs", "instances", "backends"].contains($0.path.first.map { SpringProperties.plain($0) })
    }
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    let properties = RetryProperties(SpringProperties(root, below: Self.prefix))
    var responders: [ImportedResponder] = []
    var ids = RuleIDs()
    var classes = ClassConditions()
    for instance in properties.instances {
      let config = properties.config(of: instance)
      let id = ids.id(instance.name)
      let origins = instance.source.origins(instance.name)
      responders.append(config.responder(id, origins: origins, &classes))
    }
    if let shared = properties.configs.first(where: { $0.name == RetryProperties.shared }) {
      responders.append(properties.config(of: shared).responder(ids.id("default"), origins: [], &classes))
    }
    if responders.isEmpty {
      root.lost("Nothing here is tried again: there is neither an instance nor a config “default”.")
      responders = [ImportedResponder(id: "application", place: root.place)]
    }
    Self.reportBreakers(root)
    SpringProperties.reportProfiles(root, below: Self.prefix)
    // A config is read for each instance anew.
    root.findings.removeRepetitions()
    let fallback: ImportedValue = responders.last?.id == "default" ? "default" : "none"
    return ImportedRuleFile(
      name: "Resilience4j's retries", place: root.place,
      retry: ImportedRetry(within: .longestDelay, exhausted: "cancel"),
      responder: responders.count > 1 ? fallback : nil, matchers: classes.matchers, responders: responders)
  }

  private static func reportBreakers(_ root: PolicyValue) {
    var seen: Set<String> = []
    for leaf in SpringProperties(root, below: ["resilience4j", "circuitbreaker"]).leaves
    where leaf.path.count > 2 {
      let kind = SpringProperties.plain(leaf.path[0])
      guard kind == "instances" || kind == "backends", seen.insert(leaf.path[1]).inserted else { continue }
      root.at(leaf.places[1]).lost(
        "The circuit breaker “\(leaf.path[1])” opens at a share of failed calls; one of a rule file opens at a number of errors."
      )
    }
  }
}

// MARK: - Properties

/// The properties of instances, and of the configs that they share.
private struct RetryProperties {
  /// The config of every instance that names no other.
  static let shared = "default"

  private(set) var configs: [Entry] = []
  private(set) var instances: [Entry] = []

  struct Entry {
    let name: String
    /// The name, where it is written first.
    let source: PolicyValue
    /// The values by the names of their properties, as Resilience4j's documentation spells them.
    var values: [String: PolicyValue] = [:]

    func has(_ key: String) -> Bool { values[key] != nil }
    func isOn(_ key: String) -> Bool { values[key].flatMap { SpringProperties.flag($0) } ?? false }
  }

  private static let read = [
    "maxAttempts", "waitDuration", "enableExponentialBackoff", "exponentialBackoffMultiplier",
    "exponentialMaxWaitDuration", "enableRandomizedWait", "randomizedWaitFactor", "retryExceptions",
    "ignoreExceptions", "retryExceptionPredicate", "baseConfig",
  ]
  private static let lost = ["resultPredicate", "intervalBiFunction"]
  /// Nothing about errors.
  private static let skipped = [
    "eventConsumerBufferSize", "failAfterMaxAttempts", "consumeResultBeforeRetryAttempt",
    "ignoreClassBindingExceptions", "ignoreUnknownExceptions",
  ]
  /// The properties that an instance takes from its config though it has a `waitDuration` of its own.
  private static let merged = [
    "enableExponentialBackoff", "enableRandomizedWait", "exponentialBackoffMultiplier",
    "exponentialMaxWaitDuration",
  ]

  init(_ properties: SpringProperties) {
    for leaf in properties.leaves {
      let kind = SpringProperties.plain(leaf.path[0])
      if leaf.path.count < 3, let name = leaf.path.last,
        Self.read.contains(where: { SpringProperties.plain($0) == SpringProperties.plain(name) })
      {
        leaf.name.doubt(
          "“\(name)” has no effect here: it is a property of an instance, or of a config. Move it there.")
        continue
      }
      guard kind == "configs" || kind == "instances" || kind == "backends", leaf.path.count > 1 else {
        continue
      }
      if kind == "configs" { Self.add(leaf, to: &configs) } else { Self.add(leaf, to: &instances) }
    }
    reportFlags()
  }

  private static func add(_ leaf: SpringProperties.Leaf, to entries: inout [Entry]) {
    let name = leaf.path[1]
    let index = entries.firstIndex { $0.name == name } ?? entries.count
    if index == entries.count { entries.append(Entry(name: name, source: leaf.value.at(leaf.places[1]))) }
    guard leaf.path.count > 2 else { return }
    let written = leaf.path.dropFirst(2).joined(separator: ".")
    let plain = SpringProperties.plain(written)
    func known(_ names: [String]) -> String? { names.first { SpringProperties.plain($0) == plain } }
    if let key = known(read) {
      if !leaf.value.isNull, let value = SpringProperties.resolved(leaf.value) {
        entries[index].values[key] = PolicyValue(
          value.node, value.findings, key: key, PolicyDialect(readsTexts: true))
      }
    } else if known(lost) != nil {
      leaf.name.lost("“\(written)” is code: no rule can say what it does.")
    } else if plain == "maxretryattempts" {
      leaf.name.doubt("Resilience4j 2 has no “\(written)”, which has no effect. Write “maxAttempts”.")
    } else if known(skipped) == nil {
      let question = Suggestion.question(for: written, among: read + lost + skipped)
      leaf.name.doubt("A retry of Resilience4j has no “\(written)”, which has no effect.\(question)")
    }
  }

  // MARK: Without effect

  private func reportFlags() {
    for entry in instances { reportFlags(of: entry, usedBy: [merged(entry)]) }
    for entry in configs {
      let users = (instances + configs).filter { baseName(of: $0) == entry.name }
      reportFlags(of: entry, usedBy: [entry] + users.map { merged($0) })
    }
  }

  private func reportFlags(of entry: Entry, usedBy users: [Entry]) {
    func report(_ key: String, without other: String) {
      entry.values[key]?.doubt("“\(key)” has no effect without “\(other)”, which is nowhere beside it.")
    }
    if entry.isOn("enableExponentialBackoff") || entry.isOn("enableRandomizedWait"),
      !users.contains(where: { $0.has("waitDuration") })
    {
      for key in ["enableExponentialBackoff", "enableRandomizedWait"] { report(key, without: "waitDuration") }
    }
    if !users.contains(where: { $0.isOn("enableExponentialBackoff") }) {
      for key in ["exponentialBackoffMultiplier", "exponentialMaxWaitDuration"] {
        report(key, without: "enableExponentialBackoff: true")
      }
    } else if !users.contains(where: { $0.has("exponentialBackoffMultiplier") }) {
      report("exponentialMaxWaitDuration", without: "exponentialBackoffMultiplier")
      if users.allSatisfy({ $0.isOn("enableRandomizedWait") }) {
        report("randomizedWaitFactor", without: "exponentialBackoffMultiplier")
      }
    }
    if !users.contains(where: { $0.isOn("enableRandomizedWait") }) {
      report("randomizedWaitFactor", without: "enableRandomizedWait: true")
    }
  }

  // MARK: Configs

  /// The name of the config that an entry is based on, if any.
  private func baseName(of entry: Entry) -> String? {
    if let name = entry.values["baseConfig"]?.text, !name.isEmpty { return name }
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

  func config(of entry: Entry, below users: [String] = []) -> RetryConfig {
    var config = RetryConfig(at: entry.source.place)
    var properties = entry
    if let name = baseName(of: entry) {
      guard let base = configs.first(where: { $0.name == name }), !users.contains(name) else {
        let question = Suggestion.question(for: name, among: configs.map { $0.name })
        let reason =
          users.contains(name)
          ? "“\(name)” is based on itself." : "There is no config “\(name)”.\(question)"
        (entry.values["baseConfig"] ?? entry.source).fault("\(reason) The application does not start.")
        return config
      }
      config = self.config(of: base, below: users + [name])
      config.place = entry.source.place
      properties = merged(entry)
      let later = merged(entry, with: merged(base))
      if entry.has("waitDuration"), Self.merged.contains(where: { later.has($0) != properties.has($0) }) {
        entry.source.lost(
          "How “\(entry.name)” waits depends on the order in which instances are made; the rules have it made first."
        )
      }
    }
    config.read(properties)
    return config
  }
}

// MARK: - Config

/// A retry as Resilience4j builds it.
private struct RetryConfig {
  var place: SourceRange
  private var count: Int64 = 3
  private var tries: ImportedValue
  private var interval: Interval
  /// Nil: all.
  private var retried: [Setting<String>]?
  private var predicate: PolicyValue?
  private var ignored: [Setting<String>] = []

  /// An interval in milliseconds.
  private struct Interval {
    var initial: Double
    var multiplier: Double?
    var share: Double?
    var longest: Double?
    /// Whether a drawn delay may exceed the longest, which cuts it then.
    var isCutAfterJitter = false
    let place: SourceRange
  }

  private static let usualMultiplier = 1.5
  private static let usualShare = 0.5

  /// `RetryConfig.ofDefaults()`.
  init(at place: SourceRange) {
    self.place = place
    tries = .integer(count).at(place)
    interval = Interval(initial: 500, place: place)
  }

  /// `CommonRetryConfigurationProperties.buildConfig`.
  mutating func read(_ entry: RetryProperties.Entry) {
    let values = entry.values
    let findings = entry.source.findings
    let before = findings.errorCount
    if let count = values["maxAttempts"]?.integer(1...Int64.max) {
      self.count = min(count.value, PolicyValue.mostTries)
      tries = count.source.tries(count.value)
    }
    let wait = values["waitDuration"]?.duration(SpringDuration())
    let longest = values["exponentialMaxWaitDuration"]?.duration(SpringDuration())
    let factor = values["exponentialBackoffMultiplier"]?.number(.above(0))
    let share = values["randomizedWaitFactor"]?.number(.inside(0..<1))
    let isExponential = Self.flag(values["enableExponentialBackoff"])
    let isRandom = Self.flag(values["enableRandomizedWait"])
    if let wait, findings.errorCount == before {
      var interval = Interval(initial: wait.value, place: wait.place)
      if isExponential {
        // The finding is that about the multiplier of a rule.
        _ = factor.map { $0.source.multiplier($0.value) }
        interval.multiplier = factor.map { min(max($0.value, 1), 1_000) } ?? Self.usualMultiplier
        // Without a multiplier Resilience4j looks at nothing else.
        if factor != nil, !isRandom || share != nil { interval.longest = longest?.value }
      }
      if isRandom {
        interval.share = isExponential && factor == nil ? Self.usualShare : share?.value ?? Self.usualShare
      }
      if isExponential || isRandom, wait.value < 1 || interval.longest ?? 1 < 1 {
        let short = wait.value < 1 ? wait.source : longest?.source ?? wait.source
        short.fault("This must be at least a millisecond: the application does not start.")
      }
      self.interval = interval
      reportDelays(wait.source)
    }
    if let list = values["retryExceptions"] {
      let classes = Self.classes(list)
      retried = classes.isEmpty ? nil : classes
    }
    if let list = values["ignoreExceptions"] { ignored = Self.classes(list) }
    predicate = values["retryExceptionPredicate"] ?? predicate
  }

  /// Reports where Resilience4j's delays are others than those of a rule.
  private mutating func reportDelays(_ wait: PolicyValue) {
    guard let factor = interval.multiplier else { return }
    var delay = interval.initial
    var exact = interval.initial
    var isRounded = false
    var isCut = false
    let longest = interval.longest ?? .infinity
    for _ in 1..<max(count, 2) {
      isRounded = isRounded || min(delay, longest) != min(exact, longest)
      isCut = isCut || delay * (1 + (interval.share ?? 0)) > longest
      delay = (delay * factor).rounded(.towardZero)
      exact *= factor
    }
    if isRounded {
      wait.lost(
        "Resilience4j drops what is less than a millisecond of each delay, before it makes the next one of it."
      )
    }
    interval.isCutAfterJitter = isCut && interval.share != nil
  }

  private static func flag(_ value: PolicyValue?) -> Bool {
    guard let value else { return false }
    let flag = SpringProperties.flag(value)
    if flag == nil { value.mustBe("true or false") }
    return flag ?? false
  }

  /// The classes of a list, which may be one text with commas.
  private static func classes(_ list: PolicyValue) -> [Setting<String>] {
    let names =
      list.elements
      ?? list.text.split(separator: ",").map {
        list.with(.text(String($0.drop { $0 == " " }), at: list.place))
      }
    return names.compactMap { written in
      guard let value = SpringProperties.resolved(written) else { return nil }
      guard let text = value.string else {
        written.fault("An exception must be the name of a class. It is \(value.node.kindName).")
        return nil
      }
      let name = String(text.reversed().drop { $0 == " " }.reversed())
      let others =
        name.contains(".")
        ? JavaExceptions.others(than: name) : JavaExceptions.classes(below: JavaExceptions.throwable)
      if let others {
        let simple = name.split(separator: ".").last ?? ""
        let meant = others.first { $0.hasSuffix(".\(simple)") }.map { " Did you mean “\($0)”?" }
        written.doubt(
          "There is no class “\(name)” that Java 17 has: the application does not start.\(meant ?? Suggestion.question(for: name, among: others))"
        )
      }
      return written.setting(name)
    }
  }

  // MARK: Rules

  func responder(_ id: String, origins: [ImportedValue], _ classes: inout ClassConditions)
    -> ImportedResponder
  {
    var rules: [ImportedRule] = []
    if !ignored.isEmpty {
      rules.append(ImportedRule("ignored", when: Self.condition(ignored, &classes), then: .cancel, at: place))
    }
    if count > 1 { rules.append(retry(&classes)) }
    return ImportedResponder(id: id, origins: origins, rules: rules, otherwise: .cancel, place: place)
  }

  private func retry(_ classes: inout ClassConditions) -> ImportedRule {
    let listed = retried.flatMap { Self.condition($0, &classes) }
    let custom = predicate.map { ImportedValue.placed(["custom": .node($0.node)], $0.place) }
    let conditions = [listed, custom].compactMap { $0 }
    // A list of all classes leaves nothing to the predicate.
    let isAny = conditions.isEmpty || retried != nil && listed == nil
    let retry = ImportedRetry(maxAttempts: tries, backoff: backoff)
    var rule = ImportedRule("retry", when: isAny ? nil : .any(of: conditions), then: .retry(retry), at: place)
    if conditions.isEmpty, retried == nil {
      rule.suppressed = [
        ("vain-retry", "Resilience4j tries again after every exception unless it is told which.")
      ]
    }
    return rule
  }

  /// Nil if every error fits.
  private static func condition(_ names: [Setting<String>], _ classes: inout ClassConditions)
    -> ImportedValue?
  {
    if names.contains(where: { $0.value == JavaExceptions.throwable }) { return nil }
    let named = names.map { name in
      name.value == JavaExceptions.exception
        ? ClassConditions.Class(name: name, condition: anyException)
        : ClassConditions.Class(name: name, patterns: JavaExceptions.classes(below: name.value))
    }
    return classes.condition(of: named, at: names[0].place)
  }

  /// Any exception; one without ancestors, if it is not known to be an error.
  private static var anyException: ImportedValue {
    let errors = ImportedValue.texts(JavaExceptions.classes(below: JavaExceptions.error))
    return .any(of: [
      ["type": [.text(JavaExceptions.exception)]],
      ["is": ["exists": false], "not": ["type": errors]],
    ])
  }

  private var backoff: ImportedBackoff {
    func delay(_ milliseconds: Double) -> ImportedValue {
      let longest = Double(ImportedValue.longestDelayInDays) * 8.64e7
      return .delay(TimeSpan(microseconds: Int64(min(milliseconds, longest) * 1e3)))
    }
    let factor = interval.multiplier ?? 1
    return ImportedBackoff(
      initial: delay(interval.initial),
      multiplier: factor == factor.rounded() ? .integer(Int64(factor)) : .decimal(factor),
      max: interval.longest.map { delay($0) } ?? .longestDelay,
      jitter: interval.share.map { .decimal($0) } ?? "none",
      maxIncludesJitter: interval.isCutAfterJitter ? true : nil, place: interval.place)
  }
}
