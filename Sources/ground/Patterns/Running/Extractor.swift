/// Finds the match of a pattern and its groups, in time linear in the length of the text.
///
/// The match is the leftmost, and of those the preferred one, as in RE2 and Perl. An extractor belongs to one
/// thread and allocates nothing once it has seen similar texts.
public final class Extractor {
  private let groupNames: [(name: String, group: Int)]
  // Unchecked, because the checks cost as much as a short search; nothing here calls back to the caller.
  @exclusivity(unchecked) private var probe: Probe?
  @exclusivity(unchecked) private var simulation: Simulation
  private let cached: CachedAutomaton?
  private var isFound = false
  private var isAutomatic = false

  init(_ compiled: CompiledPattern, probesFirst: Bool) {
    cached = nil
    groupNames = compiled.groupNames
    probe =
      probesFirst
      ? Probe(compiled.plan, program: compiled.probeProgram, memoryLimit: compiled.limits.dfaMemory) : nil
    simulation = Simulation(program: compiled.groupProgram, startsOnce: compiled.node.isAnchoredAtStart)
  }

  /// - Parameter classes: those of the program, to cache its steps; nil if it may match anywhere.
  init(_ program: Program, _ groupNames: [(name: String, group: Int)], cachingWith classes: ByteClasses?) {
    cached = classes.flatMap { CachedAutomaton(program, $0) }
    self.groupNames = groupNames
    probe = nil
    simulation = Simulation(program: program, startsOnce: classes != nil)
  }

  /// The first match in `bytes` (preferably UTF-8) that starts at or after the offset `from`, or nil.
  ///
  /// Bytes before `from` still count for `^` and `\b`. Groups are available until the next search, unless
  /// `groups` is false, which is faster. `bytes` are not kept beyond the call.
  public func firstMatch(in bytes: UnsafeRawBufferPointer, from: Int = 0, groups: Bool = true) -> Range<Int>?
  {
    let text = ByteText(bytes)
    precondition(from >= 0 && from <= text.count)
    isAutomatic = false
    if from == 0, let found = cached?.automaton.run(text, withGroups: groups) {
      isFound = found
      isAutomatic = true
      return range(ofGroup: 0)
    }
    let mayMatch = from > 0 || probe?.matches(text) != false
    isFound = mayMatch && simulation.run(text, from: from, withGroups: groups)
    return range(ofGroup: 0)
  }

  /// The range of group `group` in the last match, or nil if it took no part; group 0 is the match.
  public func range(ofGroup group: Int) -> Range<Int>? {
    guard isFound, group >= 0 else { return nil }
    let first: Int
    let last: Int
    if isAutomatic, let cached {
      first = cached.automaton.slot(2 * group)
      last = cached.automaton.slot(2 * group + 1)
    } else {
      first = simulation.slot(2 * group)
      last = simulation.slot(2 * group + 1)
    }
    return first >= 0 && last >= first ? first..<last : nil
  }

  /// The range of the group named `name` in the last match, or nil if it does not exist or took no part.
  public func range(ofGroupNamed name: String) -> Range<Int>? {
    groupNames.first { $0.name == name }.flatMap { range(ofGroup: $0.group) }
  }

  /// The number of instructions examined, a machine-independent measure of work.
  package var stepCount: Int { simulation.steps + (probe?.automaton.set.steps ?? 0) }

  package var shortcutCount: Int {
    cached.map { $0.automaton.shortcuts.runs.count + $0.automaton.shortcuts.trails.count } ?? 0
  }
}

/// A class, because reading a slot of an optional automaton would copy it.
private final class CachedAutomaton {
  @exclusivity(unchecked) var automaton: TaggedAutomaton

  init?(_ program: Program, _ classes: ByteClasses) {
    guard let automaton = TaggedAutomaton(program, classes) else { return nil }
    self.automaton = automaton
  }
}
