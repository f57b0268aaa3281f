
let compiled;

/** Rule files that decide errors: an engine of its own for each, in memory of its own. */
class Rules {
  constructor(receive, files) {
    const entries = Object.entries(files);
    if (!entries.length) throw new TypeError("There is no rule file. Give one: { \"rules.yaml\": text }.");
    const list = entries.map(([name, text]) => ({ name, text: String(text) }));
    this._receive = receive;
    this._ask("playground/load", { files: list, stream: { name: ".errors", text: "" } });
    const sent = this._send("textDocument/didOpen", { textDocument: { uri: `playground:/${list[0].name}`, text: list[0].text } });
    this.findings = sent.flatMap(({ params }) => params.diagnostics.map((found) => ({
      file: params.uri.replace("playground:/", ""),
      line: found.range.start.line + 1,
      column: found.range.start.character + 1,
      severity: ["error", "warning", "note", "note"][found.severity - 1],
      code: found.code,
      message: found.message,
    })));
  }

  decide(error) {
    const lines = this.replay(`${recordText(error)}\n`);
    if (lines) return JSON.parse(lines);
    throw new TypeError("The error is not a record: an object with type, domain, code, status, message or origin.");
  }

  explain(error) {
    return this._ask("workbench/explain", { error: recordText(error) });
  }

  replay(stream) {
    this._send("textDocument/didChange", { textDocument: { uri: "playground:/.errors", text: String(stream) } });
    return this._ask("playground/resolutions", {}).text;
  }

  _send(method, params, id) {
    return this._receive(JSON.stringify({ jsonrpc: "2.0", id, method, params })).map((text) => JSON.parse(text));
  }

  _ask(method, params) {
    const [{ result, error }] = this._send(method, params, 1);
    if (error) throw new Error(error.message);
    return result;
  }
}

// A line of its own: in JSON, line ends stand between values alone.
const recordText = (error) => (typeof error === "string" ? error.replace(/[\r\n]+/g, " ") : JSON.stringify(error));

const engineBytes = async () => {
  if (typeof process === "object" && process.versions && process.versions.node) {
    return require("fs").promises.readFile(require("path").join(__dirname, "engine.wasm"));
  }
  throw new TypeError("Outside of Node, give the bytes of engine.wasm: loadRules(files, { engine }).");
};

/** The rules of some files, by name; the first is the entry, the others are its imports. */
const loadRules = async (files, { engine } = {}) => {
  if (engine) return new Rules(await openEngine(await WebAssembly.compile(engine)), files);
  compiled = compiled || WebAssembly.compile(await engineBytes());
  return new Rules(await openEngine(await compiled), files);
};

module.exports = { loadRules };
