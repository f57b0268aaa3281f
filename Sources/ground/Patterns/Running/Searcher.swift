/// Tests whether texts contain a match of one pattern, in time linear in their length.
///
/// Caches states from the first text on, up to ``PatternLimits/dfaMemory``, and allocates nothing once it
/// has seen similar texts. It belongs to one thread; any number of searchers can share a pattern. A text is
/// any bytes; those outside valid UTF-8 match `\C` and a glob's `*` only.
public final class Searcher {
  // Unchecked, because the check costs as much as a short search; nothing here calls back to the caller.
  @exclusivity(unchecked) private var probe = Apart<Probe>()
  private let compiled: CompiledPattern

  init(_ compiled: CompiledPattern) { self.compiled = compiled }

  /// Whether `bytes`, which are not kept beyond the call, contain a match.
  public func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if probe.isEmpty { begin() }
    return probe.value.matches(ByteText(bytes))
  }

  @inline(never)
  private func begin() {
    probe.fill(
      Probe(compiled.plan, program: compiled.probeProgram, memoryLimit: compiled.limits.dfaMemory))
  }

  /// Whether it has no memory, as before its first search.
  package var isResting: Bool { probe.isEmpty }

  /// Gives back all memory of the searches so far, as if there had been none.
  package func rest() { probe.empty() }

  /// Whether `text` contains a match.
  public func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
  }

  /// The memory in use for the automaton, in bytes.
  public var automatonByteCount: Int { probe.isEmpty ? 0 : probe.value.automaton.byteCount }

  /// The number of times the automaton was reset because it reached ``PatternLimits/dfaMemory``.
  public var automatonResetCount: Int { probe.isEmpty ? 0 : probe.value.automaton.resets }

  /// The number of searches that continued by simulation, because caching states did not pay.
  public var simulatedSearchCount: Int { probe.isEmpty ? 0 : probe.value.searchesWithoutStates }

  /// The number of instructions examined, a machine-independent measure of work.
  package var stepCount: Int { probe.isEmpty ? 0 : probe.value.automaton.set.steps }
}
