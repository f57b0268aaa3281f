// The resolutions of cases, one after the other, or why there are none: for Node here, for Chromium as a text that it evaluates.
const resolveAll = (receive, cases) => cases.map(({ files, stream }) => {
  const ask = (method, params = {}) => JSON.parse(receive(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }))[0]);
  ask("playground/load", { files, stream: { name: "stream.ndjson", text: stream } });
  const { result, error } = ask("playground/resolutions");
  return result ? { text: result.text } : { fault: error.message };
});

if (typeof process === "object") {
  const { readFileSync } = require("node:fs");
  const [, , engine, source, cases] = process.argv;
  const openEngine = new Function(`${readFileSync(source, "utf8")}; return openEngine;`)();
  openEngine(readFileSync(engine)).then((receive) => {
    process.stdout.write(JSON.stringify(resolveAll(receive, JSON.parse(readFileSync(cases, "utf8")))));
  });
}
