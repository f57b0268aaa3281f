// What the engine makes of cases, one after the other: for Node here, for Chromium as a text that it evaluates.
const resolveAll = (receive, cases) => cases.map(({ files, stream }) => {
  const ask = (method, params = {}) => {
    const id = method.startsWith("textDocument/did") ? undefined : 1;
    return receive(JSON.stringify({ jsonrpc: "2.0", id, method, params })).map((text) => JSON.parse(text));
  };
  ask("playground/load", { files, stream: { name: "stream.ndjson", text: stream } });
  const [{ result, error }] = ask("playground/resolutions");
  const uri = `playground:/${files[0].name}`;
  const findings = ask("textDocument/didOpen", { textDocument: { uri, text: files[0].text } })
    .flatMap(({ params }) => params.diagnostics.map(({ code, message, range }) => [params.uri.replace(/.*?\//, ""), range.start.line + 1, code, message]));
  return { text: result ? result.text : null, fault: error && error.message, findings };
});

if (typeof process === "object") {
  const { readFileSync } = require("node:fs");
  const [, , engine, source, cases] = process.argv;
  const openEngine = new Function(`${readFileSync(source, "utf8")}; return openEngine;`)();
  openEngine(readFileSync(engine)).then((receive) => {
    process.stdout.write(JSON.stringify(resolveAll(receive, JSON.parse(readFileSync(cases, "utf8")))));
  });
}
