// What stands for the server's socket in a page without a server: messages go to the engine, which has a thread of its own.
"use strict";
globalThis.openPlayground = () => {
  const find = (id) => document.getElementById(`wb-${id}`);
  // As it is before anything is shown in it.
  const page = `<!doctype html>\n${document.documentElement.outerHTML}\n`;
  const socket = new EventTarget();
  socket.readyState = WebSocket.CONNECTING;
  const fail = (reason) => {
    socket.readyState = WebSocket.CLOSED;
    socket.dispatchEvent(Object.assign(new Event("close"), { reason }));
  };

  // --- the engine's thread ----------------------------------------------------------------------------

  const serve = () => {
    let receive;
    onmessage = async ({ data }) => {
      try {
        if (receive) return postMessage({ messages: receive(data) });
        receive = await openEngine(await unpack(data));
        postMessage({ messages: [] });
      } catch (error) { postMessage({ fault: String(error) }); }
    };
  };
  const code = `const openEngine = ${openEngine}; const unpack = ${unpack}; (${serve})();`;
  const engine = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const queue = [];
  let isBusy = true;
  engine.postMessage(find("engine").textContent);
  const next = () => {
    isBusy = queue.length > 0;
    if (isBusy) engine.postMessage(JSON.stringify(queue.shift()));
  };
  engine.onerror = (event) => fail(`The engine can't run here: ${event.message}`);
  engine.onmessage = ({ data }) => {
    if (data.fault) return fail(`The engine has stopped (${data.fault}). Your text is kept in this browser.`);
    for (const message of data.messages) arrive(message);
    next();
  };
  const put = (message) => {
    queue.push(message);
    if (!isBusy) next();
  };

  const own = new Map();
  let lastID = 0;
  const call = (method, params = {}) => new Promise((resolve) => {
    lastID += 1;
    own.set(`own-${lastID}`, resolve);
    put({ jsonrpc: "2.0", id: `own-${lastID}`, method, params });
  });
  const deliver = (message) => socket.dispatchEvent(new MessageEvent("message", { data: message }));
  const findings = new Map();
  /** Of the findings at a range; each comes with its fix. */
  const fixes = ({ textDocument, range }) => {
    const isBefore = (a, b) => a.line < b.line || (a.line === b.line && a.character <= b.character);
    return (findings.get(textDocument.uri) || [])
      .filter((one) => one.data && isBefore(one.range.start, range.end) && isBefore(range.start, one.range.end)).map((one) => one.data);
  };
  const arrive = (text) => {
    const message = JSON.parse(text);
    const resolve = own.get(message.id);
    if (message.method === "textDocument/publishDiagnostics") findings.set(message.params.uri, message.params.diagnostics);
    if (!resolve) return deliver(text);
    own.delete(message.id);
    resolve(message.result);
  };

  /** What a later request of the same method replaces while it waits. */
  const replaceable = ["workbench/preview", "workbench/records", "workbench/explain", "textDocument/codeLens"];
  socket.send = (text) => {
    const message = JSON.parse(text);
    const answer = (result) => deliver(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    if (message.method === "textDocument/codeAction") return answer(fixes(message.params));
    if (message.method === "workbench/report") return call("workbench/open").then((opened) => answer({ html: pageOf(opened) }));
    if (message.method === "workbench/save") {
      return call("workbench/save", message.params).then((saved) => {
        download(message.params.uri.split("/").pop(), saved.text);
        answer(saved);
      });
    }
    if (replaceable.includes(message.method)) {
      const place = queue.findIndex((waiting) => waiting.method === message.method && !own.has(waiting.id));
      if (place >= 0) {
        const [{ id }] = queue.splice(place, 1);
        deliver(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32800, message: "A newer request replaces it." } }));
      }
    }
    put(message);
  };

  // --- files ------------------------------------------------------------------------------------------

  const download = (name, text) => {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = document.createElement("a");
    Object.assign(link, { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  const contents = (opened) => {
    const all = opened.files.map(({ name, text, kind }) => ({ name, text, kind }));
    return { files: all.filter((file) => file.kind !== "stream"), stream: all.find((file) => file.kind === "stream") };
  };
  /** This page, with other files in it. */
  const pageOf = (opened) => {
    const example = JSON.stringify(contents(opened)).replace(/</g, "\\u003c");
    const start = page.indexOf(">", page.indexOf('<script id="wb-example"')) + 1;
    return page.slice(0, start) + example + page.slice(page.indexOf("<\/script>", start));
  };
  /** Distinguishes what the browser keeps of files with the same names. */
  const hash = (text) => {
    let value = 0x811c9dc5;
    for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    return (value >>> 0).toString(16);
  };
  const load = async (loaded) => {
    await call("playground/load", { files: loaded.files, stream: loaded.stream, set: hash(JSON.stringify([loaded.files, loaded.stream])) });
    socket.readyState = WebSocket.OPEN;
    socket.dispatchEvent(new Event("open"));
  };

  /** Of a longer file, the first lines. */
  const longest = 32 << 20;
  const read = async (file) => {
    const text = await file.slice(0, longest).text();
    return { name: file.name, text: file.size > longest ? text.slice(0, text.lastIndexOf("\n") + 1) : text };
  };
  const take = async (list) => {
    const chosen = await Promise.all([...list].map(read));
    const rules = chosen.filter((file) => /\.(ya?ml|json)$/i.test(file.name) && !/\.test\./.test(file.name));
    const streams = chosen.filter((file) => !/\.(ya?ml|json)$/i.test(file.name));
    const before = contents(await call("workbench/open"));
    rules.sort((a, b) => /^rules\./.test(b.name) - /^rules\./.test(a.name));
    await load({ files: rules.length ? rules : before.files, stream: streams[0] || before.stream });
  };
  const input = document.createElement("input");
  Object.assign(input, { type: "file", multiple: true, hidden: true, id: "wb-choose" });
  input.addEventListener("change", () => { take(input.files); input.value = ""; });
  const open = document.createElement("button");
  Object.assign(open, { type: "button", id: "wb-open", textContent: "Open files", title: "Rule files (YAML, JSON), and recorded errors, a line of JSON each" });
  open.addEventListener("click", () => input.click());
  find("save").before(open, input);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  });

  // --- examples, and the files that an address holds ----------------------------------------------------

  const example = JSON.parse(find("example").textContent);
  const examples = JSON.parse(find("examples").textContent);
  const chooser = document.createElement("select");
  Object.assign(chooser, { id: "wb-examples-list", name: "examples", title: "Rules to start from, each with the commonest errors of its kind" });
  chooser.setAttribute("aria-label", "Examples");
  chooser.append(new Option("Examples", ""), ...examples.map(({ title }, index) => new Option(title, index)), new Option("This page's own", "own"));
  chooser.addEventListener("change", () => {
    load(chooser.value === "own" ? example : examples[chooser.value]);
    chooser.value = "";
  });
  open.before(chooser);
  /** `#rules=TEXT&errors=TEXT`, percent-encoded. Without errors, the first two of each example stand there. */
  const ofAddress = () => {
    const named = new URLSearchParams(location.hash.slice(1));
    const text = named.get("rules");
    if (!text) return null;
    const common = () => examples.flatMap(({ stream }) => stream.text.split("\n").slice(0, 2)).map((line) => `${line}\n`).join("");
    const stream = { name: "errors.ndjson", text: named.get("errors") ?? common(), kind: "stream" };
    return { files: [{ name: /^\s*\{/.test(text) ? "rules.json" : "rules.yaml", text, kind: "rules" }], stream };
  };
  addEventListener("hashchange", () => {
    const named = ofAddress();
    if (named) load(named);
  });

  find("keys").textContent = "Control-S saves, F1 says what is wrong at the cursor, F8 goes to the next finding, Control-Period offers fixes, F6 leaves the editor.";
  find("status").textContent = "Starting…";
  load(ofAddress() || example);
  return socket;
};
