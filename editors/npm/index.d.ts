/** An error as it is recorded: `{ type, domain, code, status, message, origin, operation, attempt, … }`. */
export type ErrorRecord = Record<string, unknown>;

/** What becomes of an error; the members are those of a line that `errctl replay --resolutions` writes. */
export interface Resolution {
  /** How the code goes on. */
  evaluation: "proceed" | "retry" | "cancel" | "abort";
  /** Whether a rule or an `otherwise` handled the error; `evaluation` is the default's where none did. */
  handled: boolean;
  [member: string]: unknown;
}

/** A problem in a rule file. */
export interface Finding {
  file: string;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
  severity: "error" | "warning" | "note";
  /** One of those that `errctl codes` lists. */
  code: string;
  message: string;
}

export interface Rules {
  /** What reading the files found: with an error among it, the rules decide nothing. */
  readonly findings: Finding[];
  /** Decides one error by itself: nothing is kept from one to the next. Throws where the rules can't be used. */
  decide(error: ErrorRecord | string): Resolution;
  /** How an error is decided, rule by rule. */
  explain(error: ErrorRecord | string): unknown;
  /** Decides a stream of errors, a line of JSON each, with everything that their order means: a line of JSON for each. */
  replay(stream: string): string;
}

/**
 * The rules of some files, by name; the first is the entry, the others are its imports.
 *
 * Node reads the engine from the package. Elsewhere it is given: the bytes of `errctl-engine/engine.wasm`.
 */
export function loadRules(files: Record<string, string>, options?: { engine?: BufferSource }): Promise<Rules>;
