// The npm package as an app has it: engine.js APP README. What the README prints, faults, and an engine that is given.
const assert = require("node:assert");
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");

const [, , app, readme] = process.argv;
const requireThere = createRequire(path.join(path.resolve(app), "index.js"));
const { loadRules } = requireThere("errctl-engine");

(async () => {
  const code = readFileSync(readme, "utf8").match(/```js\n([^]*?)```/)[1];
  const printed = [];
  const run = new Function("require", "console", `return (async () => {${code}})()`);
  await run(requireThere, { log: (value) => printed.push(value) });
  assert.deepStrictEqual(printed.slice(0, 2), [[], "cancel"]);
  assert.strictEqual(printed[2].trim().split("\n").length, 2);

  const faulty = await loadRules({ "rules.yaml": "version: 1\nresponders: [ { idd: app } ]\n" });
  assert.strictEqual(faulty.findings[0].code, "unknown-key");
  assert.strictEqual(faulty.findings[0].severity, "error");
  assert.throws(() => faulty.decide({ status: 404 }), /can't be used/);
  await assert.rejects(loadRules({}), /no rule file/);

  const files = { "rules.yaml": "version: 1\nresponders:\n  - id: app\n    otherwise: { then: abort }\n" };
  const engine = readFileSync(path.join(app, "node_modules/errctl-engine/engine.wasm"));
  const rules = await loadRules(files, { engine });
  assert.deepStrictEqual(rules.findings, []);
  assert.strictEqual(rules.decide({ type: "A" }).evaluation, "abort");
  assert.strictEqual(rules.decide('{"type": "B"}').evaluation, "abort");
  assert.strictEqual(rules.decide('{\n  "type": "C"\n}').evaluation, "abort");
  assert.strictEqual((await loadRules({ "rules.yaml": "version: 1\nresponders: [ { id: app } ]\n" })).decide({ type: "A" }).handled, false);
  assert.throws(() => rules.decide("no record"), /not a record/);
  assert.ok(JSON.stringify(rules.explain({ type: "A" })).includes("abort"));
  console.log("npm package: rules decided, validated and explained in Node", process.version);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
