/// Tests whether texts contain a match of one pattern, in time linear in their length.
///
/// Caches states from one text to the next, up to ``PatternLimits/dfaMemory``, and allocates nothing once it
/// has seen similar texts. It belongs to one thread; any number of searchers can share a pattern. A text is
/// any bytes; those outside valid UTF-8 match `\C` and a glob's `*` only.
public final class Searcher {
  // Unchecked, because the check costs as much as a short search; nothing here calls back to the caller.
  @exclusivity(unchecked) private var probe: Probe

  init(_ compiled: CompiledPattern) {
    probe = Probe(compiled.plan, program: compiled.probeProgram, memoryLimit: compiled.limits.dfaMemory)
  }

  /// Whether `bytes`, which are not kept beyond the call, contain a match.
  public func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    probe.matches(ByteText(bytes))
  }

  /// Whether `text` contains a match.
  public func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
  }

  /// The memory in use for the automaton, in bytes.
  public var automatonByteCount: Int { probe.automaton.byteCount }

  /// The number of times the automaton was reset because it reached ``PatternLimits/dfaMemory``.
  public var automatonResetCount: Int { probe.automaton.resets }

  /// The number of searches that continued by simulation, because caching states did not pay.
  public var simulatedSearchCount: Int { probe.searchesWithoutStates }

  /// The number of instructions examined, a machine-independent measure of work.
  package var stepCount: Int { probe.automaton.set.steps }
}
