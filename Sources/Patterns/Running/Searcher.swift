/// Answers whether texts hold a match of one pattern, in time linear in their length.
///
/// A searcher keeps what it learns about the pattern from one text to the next, up to
/// ``PatternLimits/dfaMemory``, and allocates nothing once it has seen texts like those to come. It belongs to
/// one thread; any number of searchers can share a pattern.
///
/// A text is any bytes. A byte that is not part of valid UTF-8 is matched by `\C` and by a glob's `*` only.
public final class Searcher {
  // Unchecked, because the check costs as much as a short search: nothing here calls back to the caller.
  @exclusivity(unchecked) private var probe: Probe

  init(_ compiled: CompiledPattern) {
    probe = Probe(compiled.plan, program: compiled.probeProgram, memoryLimit: compiled.limits.dfaMemory)
  }

  /// Whether `bytes` hold a match.
  ///
  /// `bytes` are not kept beyond the call.
  public func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    probe.matches(ByteText(bytes))
  }

  /// Whether `text` holds a match.
  public func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
  }

  /// The memory in use for the automaton, in bytes.
  public var automatonByteCount: Int { probe.automaton.byteCount }

  /// How often the automaton was thrown away because it reached ``PatternLimits/dfaMemory``.
  public var automatonResetCount: Int { probe.automaton.resets }

  /// How many searches went on by simulation because keeping states did not pay.
  public var simulatedSearchCount: Int { probe.searchesWithoutStates }

  /// How many instructions were looked at to work out states, or by simulation; a measure of work that does
  /// not depend on the machine.
  package var stepCount: Int { probe.automaton.set.steps }
}
