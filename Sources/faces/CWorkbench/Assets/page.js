// The page of `errctl serve`: a client of the language server, with requests of its own beside it. Texts of files and of the log
// come into the page as text only; markup comes from errctl, which escapes them.
"use strict";
(() => {
  const $ = (id) => document.getElementById(`wb-${id}`);
  const element = (tag, options = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(options)) {
      if (name === "class") made.className = value;
      else if (name === "on") for (const [event, run] of Object.entries(value)) made.addEventListener(event, run);
      else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  };
  const button = (text, run, options = {}) => element("button", { type: "button", on: { click: run }, ...options }, text);
  const number = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
  const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
  /** Paths in the served folder, relative to it. */
  let folder = "";
  const shown = (text) => (folder ? text.replaceAll(`${folder}/`, "") : text);
  const say = (text) => { $("status").textContent = shown(text); };

  // --- messages ---------------------------------------------------------------------------------------

  // A page without a server brings the engine with it (playground/).
  const socket = globalThis.openPlayground ? openPlayground() : new WebSocket(`ws://${location.host}${location.pathname}messages`);
  const waiting = new Map();
  let lastID = 0;

  const post = (message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  };
  const notify = (method, params) => post({ method, params });
  const ask = (method, params = {}) => new Promise((resolve, reject) => {
    lastID += 1;
    waiting.set(lastID, { resolve, reject });
    post({ id: lastID, method, params });
  });
  /** The request was replaced by a newer one, or is about an older text. */
  const isOutdated = (error) => error.code === -32800 || error.code === -32801;
  const complain = (error) => { if (!isOutdated(error)) say(error.message); };

  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.method !== undefined) {
      received(message.method, message.params);
      if (message.id !== undefined) post({ id: message.id, result: null });
    } else {
      const one = waiting.get(message.id);
      waiting.delete(message.id);
      if (!one) return;
      if (message.error) one.reject(message.error); else one.resolve(message.result);
    }
  });
  socket.addEventListener("close", (event) => {
    alertWith(event.reason || "errctl serve has ended, or this page may not talk to it. Your text is kept in this browser.",
      ["Reload", () => location.reload()]);
    say("Not connected");
  });

  const received = (method, params) => {
    if (method === "textDocument/publishDiagnostics") {
      const file = files.find((one) => one.uri === params.uri);
      if (file) { file.findings = params.diagnostics; showFindings(); }
    } else if (method === "workspace/codeLens/refresh") showCounts();
    else if (method === "workbench/progress") {
      $("progress").max = Math.max(1, params.total);
      $("progress").value = params.done;
    } else if (method === "window/showMessage" && !params.message.includes("\n")) say(params.message);
  };

  const alertWith = (text, ...choices) => {
    const bar = $("alert");
    bar.replaceChildren(element("span", {}, text), ...choices.map(([title, run]) => button(title, () => {
      bar.hidden = true;
      run();
    })));
    bar.hidden = false;
  };

  // --- files ------------------------------------------------------------------------------------------

  const editor = CodeMirror($("editor"), {
    lineNumbers: true, indentUnit: 2, tabSize: 2, screenReaderLabel: "Text of the file",
    gutters: ["wb-marks", "CodeMirror-linenumbers", "wb-cover", "wb-gutter"],
    extraKeys: {
      "Ctrl-S": () => save(), "Cmd-S": () => save(), "Ctrl-Space": () => complete(), F1: () => tell(editor.getCursor()),
      F2: () => rename(), F8: () => nextFinding(1), "Shift-F8": () => nextFinding(-1), "Ctrl-.": () => offerFixes(),
      F12: () => define(), F6: () => leave(),
      // Escape, then Tab leaves the editor as Tab leaves any other field.
      Tab: (own) => escaped ? leave() : own.somethingSelected() ? own.indentSelection("add") : own.execCommand("insertSoftTab"),
      Esc: () => { $("tip").hidden = true; },
    },
  });
  const leave = () => document.querySelector("#wb-tabs [aria-selected=true]").focus();
  let escaped = false;
  editor.on("keydown", (_, event) => { if (event.key !== "Tab") escaped = event.key === "Escape"; });
  editor.on("blur", () => { escaped = false; });
  editor.getInputField().setAttribute("aria-describedby", "wb-keys");

  const files = [];
  let current = null;
  let root = "";
  let clauses = [];

  const textOf = (file) => file.doc.getValue("\n");
  const isChanged = (file) => textOf(file) !== file.saved;
  const key = (file) => `errctl ${file.uri}`;

  const add = (listed) => {
    const mode = /json$/.test(listed.name) ? { name: "javascript", json: true } : "yaml";
    const file = { ...listed, doc: CodeMirror.Doc(listed.text, mode), saved: listed.text, version: 1, findings: [], marks: [], isOpen: false };
    files.push(file);
    restore(file);
    file.doc.on("change", (_, change) => changed(file, change));
    file.tab = button(file.name, () => show(file), { role: "tab", "aria-selected": "false", "aria-controls": "wb-editor" });
    file.tab.dataset.uri = file.uri;
    $("files").append(file.tab);
    return file;
  };

  /** Text and undo as they were before the page was loaded again. */
  const restore = (file) => {
    let kept;
    try { kept = JSON.parse(localStorage.getItem(key(file))); } catch { return; }
    if (!kept || typeof kept.text !== "string") return;
    if (kept.saved === file.saved) {
      file.doc.setValue(kept.text);
      file.doc.setHistory(kept.history);
    } else if (kept.text !== kept.saved) {
      file.doc.setValue(kept.text);
      file.doc.clearHistory();
      disagree(file);
    }
  };
  const keep = (file) => {
    try {
      localStorage.setItem(key(file), JSON.stringify({ saved: file.saved, text: textOf(file), history: file.doc.getHistory() }));
    } catch { /* The text is too long to be kept. */ }
  };

  const open = (file) => {
    if (file.isOpen) return;
    file.isOpen = true;
    notify("textDocument/didOpen", { textDocument: { uri: file.uri, languageId: "yaml", version: file.version, text: textOf(file) } });
  };

  const show = (file) => {
    open(file);
    if (current !== file) {
      current = file;
      editor.swapDoc(file.doc);
      for (const other of files) other.tab.setAttribute("aria-selected", String(other === file));
      roving($("files"));
      showCounts();
      showCoverage();
    }
    showFindings();
    showState();
    editor.refresh();
  };

  const showState = () => {
    for (const file of files) {
      file.tab.classList.toggle("wb-changed", isChanged(file));
      file.tab.setAttribute("aria-label", isChanged(file) ? `${file.name}, not saved` : file.name);
    }
    $("save").disabled = !current || !isChanged(current);
  };

  const later = (milliseconds, run) => {
    let timer;
    return () => { clearTimeout(timer); timer = setTimeout(run, milliseconds); };
  };
  const keepSoon = later(300, () => files.filter((file) => file.isOpen).forEach(keep));
  const previewSoon = later(5, () => preview());
  const countSoon = later(700, () => showCounts());

  const changed = (file, change) => {
    file.version += 1;
    if (file.isOpen) {
      notify("textDocument/didChange", {
        textDocument: { uri: file.uri, version: file.version },
        contentChanges: [{
          range: { start: { line: change.from.line, character: change.from.ch }, end: { line: change.to.line, character: change.to.ch } },
          text: change.text.join("\n"),
        }],
      });
    } else open(file);
    $("tip").hidden = true;
    if (uncovered.length) { uncovered = []; showCoverage(); }
    isTested = false;
    showState();
    keepSoon();
    previewSoon();
    countSoon();
  };

  /** Replaces what differs only, so that the cursor and marks stay where they are. */
  const setText = (file, text) => {
    const old = textOf(file);
    if (old === text) return;
    let start = 0;
    while (start < old.length && start < text.length && old[start] === text[start]) start += 1;
    let end = 0;
    while (end < old.length - start && end < text.length - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
    file.doc.replaceRange(text.slice(start, text.length - end), file.doc.posFromIndex(start), file.doc.posFromIndex(old.length - end));
  };

  const save = async () => {
    const file = current;
    if (!file || !isChanged(file)) return;
    try {
      const version = file.version;
      const result = await ask("workbench/save", { uri: file.uri });
      file.saved = result.text;
      if (file.version === version) setText(file, result.text);
      notify("textDocument/didSave", { textDocument: { uri: file.uri } });
      keep(file);
      showState();
      say(result.isFormatted ? `${file.name} is saved.` : `${file.name} is saved as it is; it has errors.`);
      if (isShown("changes")) compare();
    } catch (error) {
      if (error.data && error.data.isChanged) disagree(file); else complain(error);
    }
  };

  /** Somebody else has changed the file, and there is text here that is not saved. */
  const disagree = (file) => alertWith(
    `${file.name} was changed by another program, and here too. Saving is off until you choose.`,
    ["Take the file", () => reload(file, true)], ["Keep my text", () => reload(file, false)],
  );
  const reload = async (file, takes) => {
    try {
      const result = await ask("workbench/reload", { uri: file.uri });
      file.saved = result.text;
      if (takes) setText(file, result.text);
      notify("textDocument/didSave", { textDocument: { uri: file.uri } });
      keep(file);
      showState();
      previewSoon();
    } catch (error) { complain(error); }
  };
  const look = async () => {
    if (document.hidden || socket.readyState !== WebSocket.OPEN) return;
    const uris = await ask("workbench/look").catch(() => []);
    for (const file of files.filter((one) => uris.includes(one.uri))) {
      if (isChanged(file)) { if ($("alert").hidden) disagree(file); } else {
        await reload(file, true);
        say(`${file.name} was changed by another program, and read again.`);
      }
    }
  };

  // --- what the language server says --------------------------------------------------------------------

  const place = (position) => ({ line: position.line, ch: position.character });
  const at = (position) => ({ textDocument: { uri: current.uri }, position: { line: position.line, character: position.ch } });
  const goTo = (uri, line, ch = 0) => {
    const file = files.find((one) => one.uri === uri);
    if (!file) return say("The rule is in a file that is not open here.");
    show(file);
    editor.setCursor({ line, ch });
    editor.scrollIntoView({ line, ch }, 120);
    if (current.here !== undefined) current.doc.removeLineClass(current.here, "background", "wb-here");
    current.here = current.doc.addLineClass(line, "background", "wb-here");
  };

  const severities = ["", "error", "warning", "note", "note"];
  const showFindings = () => {
    if (!current) return;
    editor.operation(() => {
      for (const mark of current.marks) mark.clear();
      editor.clearGutter("wb-marks");
      current.marks = current.findings.map((finding) => {
        const [from, to] = [place(finding.range.start), place(finding.range.end)];
        if (from.line === to.line && from.ch === to.ch) to.ch += 1;
        editor.setGutterMarker(from.line, "wb-marks", element("span",
          { class: `wb-mark s${finding.severity}`, title: finding.message, role: "img", "aria-label": severities[finding.severity] }, finding.severity === 1 ? "●" : finding.severity === 2 ? "▲" : "·"));
        return current.doc.markText(from, to, { className: `wb-f${finding.severity}`, title: finding.message });
      });
    });
    const rows = files.flatMap((file) => file.findings.map((finding) => element("li", {},
      element("span", { class: `wb-severity s${finding.severity}` }, `${severities[finding.severity]} `),
      button(`${file.name}:${finding.range.start.line + 1}`, () => {
        goTo(file.uri, finding.range.start.line, finding.range.start.character);
        editor.focus();
      }, { class: "wb-link" }), ` ${finding.message}`)));
    $("findings").replaceChildren(...(rows.length ? rows : [element("li", {}, "None.")]));
  };
  const nextFinding = (step) => {
    const line = editor.getCursor().line;
    // Of those on a line the worst one.
    const list = [...current.findings].sort((a, b) => (a.range.start.line - b.range.start.line) * step || a.severity - b.severity)
      .map((finding) => finding.range.start);
    const next = list.find((one) => (one.line - line) * step > 0) || list[0];
    if (!next) return say("There are no findings in this file.");
    editor.setCursor(place(next));
    tell(place(next));
  };

  const showCounts = async () => {
    if (!current || !current.isOpen) return;
    const file = current;
    const lenses = await ask("textDocument/codeLens", { textDocument: { uri: file.uri } }).catch(() => null);
    if (!lenses || file !== current) return;
    editor.operation(() => {
      editor.clearGutter("wb-gutter");
      for (const lens of lenses) {
        const count = /^answered ([\d,]+)/.exec(lens.command.title);
        if (!count) continue;
        const title = lens.command.title.replace(/ · explain$/, "");
        editor.setGutterMarker(lens.range.start.line, "wb-gutter",
          element("span", { class: count[1] === "0" ? "wb-hits none" : "wb-hits", title }, count[1]));
      }
    });
  };

  const tip = $("tip");
  const tell = async (position, coords = editor.cursorCoords(position, "window")) => {
    const here = current.findings.filter((finding) => {
      const [from, to] = [place(finding.range.start), place(finding.range.end)];
      return CodeMirror.cmpPos(from, position) <= 0 && CodeMirror.cmpPos(position, to) <= 0;
    }).map((finding) => finding.message);
    const hover = await ask("textDocument/hover", at(position)).catch(() => null);
    const texts = [...here, ...(hover ? [hover.contents.value.replace(/```\w*\n?/g, "").replace(/[`*]/g, "")] : [])];
    tip.hidden = texts.length === 0;
    if (tip.hidden) return;
    tip.textContent = texts.join("\n\n");
    tip.style.left = `${Math.max(4, Math.min(coords.left, innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${coords.bottom + 6 + tip.offsetHeight < innerHeight ? coords.bottom + 6 : Math.max(4, coords.top - tip.offsetHeight - 6)}px`;
    say(texts[0].split("\n")[0]);
  };
  let pointer;
  editor.getWrapperElement().addEventListener("mousemove", (event) => {
    clearTimeout(pointer);
    if (!tip.hidden && !event.buttons) tip.hidden = true;
    if (event.buttons || !event.target.closest(".CodeMirror-code")) return;
    pointer = setTimeout(() => {
      const position = editor.coordsChar({ left: event.clientX, top: event.clientY }, "window");
      if (position.outside) return;
      tell(position, { left: event.clientX, top: event.clientY - 8, bottom: event.clientY + 8 });
    }, 450);
  });
  editor.getWrapperElement().addEventListener("mouseleave", () => clearTimeout(pointer));

  const complete = () => editor.showHint({
    completeSingle: false,
    hint: Object.assign(async (own) => {
      const cursor = own.getCursor();
      const result = await ask("textDocument/completion", at(cursor)).catch(() => null);
      const items = Array.isArray(result) ? result : result ? result.items : [];
      const [first] = items;
      if (!first) return null;
      const [from, to] = [place(first.textEdit.range.start), place(first.textEdit.range.end)];
      const word = own.getRange(from, cursor).replace(/^["']/, "").toLowerCase();
      const list = items.filter((item) => item.filterText.toLowerCase().includes(word))
        .sort((a, b) => b.filterText.toLowerCase().startsWith(word) - a.filterText.toLowerCase().startsWith(word) || (a.sortText < b.sortText ? -1 : 1))
        .slice(0, 200)
        .map((item) => ({ text: item.textEdit.newText, displayText: item.detail ? `${item.label}  ${item.detail}` : item.label }));
      return list.length ? { list, from, to } : null;
    }, { async: false }),
  });
  editor.on("inputRead", (_, change) => {
    if (change.origin === "+input" && /^[\w$"]$/.test(change.text.join("")) && !editor.state.completionActive) complete();
  });

  const apply = (edit) => {
    for (const [uri, edits] of Object.entries(edit.changes || {})) {
      const file = files.find((one) => one.uri === uri);
      if (!file) return say("The change is in a file that is not open here.");
      open(file);
      const ordered = [...edits].sort((a, b) => CodeMirror.cmpPos(place(b.range.start), place(a.range.start)));
      const run = () => {
        for (const one of ordered) file.doc.replaceRange(one.newText.replace(/\r/g, ""), place(one.range.start), place(one.range.end));
      };
      if (file === current) editor.operation(run); else run();
    }
  };

  const menu = $("menu");
  const offerFixes = async () => {
    const cursor = editor.getCursor();
    const range = { start: at(cursor).position, end: at(cursor).position };
    const line = current.findings.filter((finding) => finding.range.start.line <= cursor.line && cursor.line <= finding.range.end.line);
    if (line.length) { range.start = line[0].range.start; range.end = line[0].range.end; }
    const actions = await ask("textDocument/codeAction", { textDocument: { uri: current.uri }, range, context: { diagnostics: [] } })
      .catch((error) => { complain(error); return []; });
    const fixes = actions.filter((action) => action.edit);
    if (!fixes.length) return say("No finding here has a fix.");
    const close = () => { menu.hidden = true; editor.focus(); };
    menu.replaceChildren(...fixes.map((fix) => button(fix.title, () => { close(); apply(fix.edit); }, { role: "menuitem" })));
    menu.hidden = false;
    const coords = editor.cursorCoords(cursor, "window");
    menu.style.left = `${Math.max(4, Math.min(coords.left, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.min(coords.bottom + 4, innerHeight - menu.offsetHeight - 8)}px`;
    menu.firstChild.focus();
    menu.onkeydown = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") close();
      if (!step) return;
      event.preventDefault();
      const all = [...menu.children];
      all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
    };
  };

  const rename = async () => {
    const here = at(editor.getCursor());
    try {
      const found = await ask("textDocument/prepareRename", here);
      if (!found) return say("There is no name here that can be renamed.");
      const range = found.range || found;
      const old = found.placeholder || editor.getRange(place(range.start), place(range.end));
      editor.openDialog(element("label", {}, "New name ", element("input", { type: "text", spellcheck: "false" })), async (name) => {
        try {
          if (name && name !== old) apply(await ask("textDocument/rename", { ...here, newName: name }));
        } catch (error) { complain(error); }
      }, { value: old });
    } catch (error) { complain(error); }
  };
  const define = async () => {
    const found = await ask("textDocument/definition", at(editor.getCursor())).catch(() => null);
    const one = Array.isArray(found) ? found[0] : found;
    if (one) goTo(one.uri, one.range.start.line, one.range.start.character); else say("Nothing is declared under this name.");
  };

  // --- results ----------------------------------------------------------------------------------------

  const tabs = [...document.querySelectorAll("#wb-tabs [role=tab]")];
  const panel = (name) => $(name);
  const isShown = (name) => !panel(name).hidden;
  const select = (name) => {
    for (const tab of tabs) {
      const isIt = tab.id === `wb-tab-${name}`;
      tab.setAttribute("aria-selected", String(isIt));
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isIt;
    }
    roving($("tabs"));
    $("tabs").scrollLeft = $(`tab-${name}`).offsetLeft - 80;
    if (name === "records") list();
    if (name === "changes") compare();
    if (name === "tests") listTests();
  };
  /** One tab of a list is reached by the Tab key, the others by arrows. */
  const roving = (tablist) => {
    for (const tab of tablist.children) tab.tabIndex = tab.getAttribute("aria-selected") === "true" ? 0 : -1;
  };
  for (const tablist of [$("files"), $("tabs")]) {
    tablist.addEventListener("keydown", (event) => {
      const all = [...tablist.children].filter((tab) => tab.getClientRects().length);
      const from = all.indexOf(document.activeElement);
      const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: all.length - 1 }[event.key];
      if (to === undefined || from < 0) return;
      event.preventDefault();
      const next = all[(to + all.length) % all.length];
      next.focus();
      next.click();
    });
  }
  for (const tab of tabs) tab.addEventListener("click", () => select(tab.id.slice("wb-tab-".length)));

  const fault = (text) => {
    $("fault").textContent = shown(text);
    $("fault").hidden = !text;
  };

  /** The HTML of the parts on the page. A part that stays the same is left as it is. */
  let parts = [];
  const render = (texts) => {
    const [summary, frame] = [$("summary"), panel("preview")];
    const [top, old, changed] = [frame.scrollTop, [...summary.children], []];
    // Measured before anything changes. What is out of sight is not laid out, and counts with the height that it had.
    const heights = old.map((part) => part.offsetHeight);
    texts.forEach((text, index) => {
      if (text === parts[index]) return;
      const made = element("template");
      made.innerHTML = text;
      const [part, before] = [made.content.firstElementChild, old[index]];
      if (before) {
        part.style.containIntrinsicBlockSize = `auto ${heights[index]}px`;
        before.replaceWith(part);
      } else summary.append(part);
      changed.push([part, before]);
    });
    for (const part of old.slice(texts.length)) part.remove();
    parts = texts;
    for (const [part] of changed) enhance(part);
    for (const [part, before] of changed) {
      if (before) restoreIn(part, before);
      link(part);
    }
    frame.scrollTop = top;
  };
  /** What was opened and typed in a part, in the one that takes its place. */
  const restoreIn = (part, old) => {
    const opened = new Set([...old.querySelectorAll("details[open] > summary")].map((one) => one.textContent));
    for (const one of part.querySelectorAll("details")) one.open = opened.has(one.querySelector("summary").textContent);
    for (const { id, value } of old.querySelectorAll("[data-filter] input")) {
      const input = document.getElementById(id);
      if (!input || !value) continue;
      input.value = value;
      input.dispatchEvent(new Event("input"));
    }
  };

  /** The names of rules and outcomes lead to their records. */
  const link = (part) => {
    if (part.id === "nobody") offerRules(part);
    const known = new Set(clauses.map((clause) => clause.name));
    for (const name of part.querySelectorAll("#rule-rows tbody th bdi, .card bdi")) {
      const rule = name.textContent;
      if (!known.has(rule) || name.closest("a, button")) continue;
      const made = button("", () => showRule(rule), { class: "wb-link" });
      name.replaceWith(made);
      made.append(name);
    }
    for (const card of part.querySelectorAll(".card")) {
      const [, look] = /\bo-(\w+)/.exec(card.className) || [];
      const title = card.querySelector("h2 span");
      if (!look || !title) continue;
      const made = button("", () => showRecords({ outcome: look === "nobody" ? "unhandled" : look }), { class: "wb-link" });
      title.replaceWith(made);
      made.append(title);
    }
  };
  /** A button above the kinds of errors that nobody handles. */
  const offerRules = (part) => {
    const kinds = part.querySelectorAll("#nobody-rows tbody tr").length;
    if (!kinds) return;
    const words = kinds === 1 ? "Draft a rule for this kind" : `Draft rules for all ${number(kinds)} kinds`;
    part.querySelector("h2").after(element("p", { class: "wb-tools", "data-server": "" }, button(words, draftAll, { id: "wb-draft-all" })));
  };
  const draftAll = async () => {
    say("Drafting rules that change nothing that is handled now…");
    try {
      const result = await ask("workspace/executeCommand", { command: "errctl.draftRules", arguments: [{ uri: files[0].uri }] });
      const [sentence] = result.text.split("\n");
      if (result.edit) {
        const [uri] = Object.keys(result.edit.changes);
        const file = files.find((one) => one.uri === uri);
        if (!file) return say("The change is in a file that is not open here.");
        show(file);
        apply(result.edit);
        goTo(uri, Math.min(...result.edit.changes[uri].map((one) => one.range.start.line)));
        select("changes");
        $("proof").hidden = false;
        $("proof").textContent = shown(result.text);
      }
      say(sentence);
    } catch (error) { complain(error); }
  };
  const showRule = (rule) => {
    const clause = clauses.find((one) => one.name === rule);
    if (clause) goTo(clause.uri, clause.line);
    showRecords({ rule });
  };

  const preview = async () => {
    try {
      const result = await ask("workbench/preview");
      if (!result) return;
      clauses = result.clauses;
      fault("");
      render(result.parts);
      choices($("rule"), clauses.map((clause) => clause.name));
      choices($("category"), result.categories);
      if (isShown("records")) list();
      if (isShown("changes")) compare();
      if (isShown("tests")) listTests();
      if ($("answer").hasChildNodes()) explainTyped();
      if (!$("record").hidden) explain(shownRecord, false);
    } catch (error) {
      // The last preview stays, with the reason why it is not newer.
      if (!isOutdated(error)) fault(`${error.message} ${$("summary").hasChildNodes() ? "The figures are those of the last rules that could be used." : "There are no figures until the rules can be used."}`);
    }
  };

  const choices = (list, names) => {
    const value = list.value;
    list.replaceChildren(element("option", { value: "" }, "all"), ...names.map((name) => element("option", { value: name }, name)));
    list.value = names.includes(value) ? value : "";
  };

  const page = 100;
  let from = 0;
  const list = async () => {
    const filter = { text: $("text").value, outcome: $("outcome").value, rule: $("rule").value, category: $("category").value };
    try {
      const result = await ask("workbench/records", { ...filter, from, count: page });
      const last = from + result.rows.length;
      $("count").textContent = result.total === 0 ? `None of ${counted(result.all, "record")}.`
        : `Records ${number(from + 1)} to ${number(last)} of ${number(result.total)}${result.total < result.all ? `, of ${number(result.all)} in all` : ""}.`;
      $("rows").tBodies[0].replaceChildren(...result.rows.map((row) => {
        const kind = [row.kind, row.status].filter(Boolean).join(" ");
        const [, year, time] = /^(\d{4}-)?(.*)$/s.exec(row.time);
        return element("tr", { "data-number": row.number, on: { click: () => explain(row.number, true) } },
          element("th", { scope: "row", title: row.id }, button(row.id, () => {}, { class: "wb-link" })),
          element("td", { title: row.time }, element("span", { class: "wb-year" }, year || ""), time),
          element("td", { title: [kind, row.message].filter(Boolean).join("\n") }, element("bdi", { class: "name" }, kind), " ",
            element("bdi", { class: "message" }, row.message),
            element("bdi", { class: "wb-brief" }, [time.replace(/^\d\d-\d\d /, ""), row.rule].filter(Boolean).join(" · "))),
          element("td", { title: row.rule }, element("bdi", { class: "name" }, row.rule)),
          element("td", {}, element("span", { class: `chip o-${row.outcome === "unhandled" ? "nobody" : row.outcome}` }, row.outcome)));
      }));
      markCurrent();
      $("earlier").disabled = from === 0;
      $("later").disabled = last >= result.total;
    } catch (error) { complain(error); }
  };
  /** The record whose explanation is shown. */
  const markCurrent = () => {
    for (const row of $("rows").tBodies[0].rows) {
      if (!$("record").hidden && Number(row.dataset.number) === shownRecord) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  };
  /** On a narrow screen the lists are folded: their number says that one is set. */
  const countChoices = () => {
    const count = ["outcome", "rule", "category"].filter((name) => $(name).value).length;
    $("more").textContent = count ? `Filters (${count})` : "Filters";
  };
  $("more").addEventListener("click", () => $("more").setAttribute("aria-expanded", String($("more").getAttribute("aria-expanded") === "false")));
  const showRecords = (filter) => {
    for (const name of ["text", "outcome", "rule", "category"]) $(name).value = filter[name] || "";
    countChoices();
    from = 0;
    select("records");
    $("filter").scrollIntoView({ block: "nearest" });
  };
  choices($("outcome"), ["retry", "abort", "cancel", "proceed", "unhandled", "event"]);
  $("filter").addEventListener("input", () => { from = 0; countChoices(); list(); });
  $("filter").addEventListener("submit", (event) => event.preventDefault());
  $("earlier").addEventListener("click", () => { from = Math.max(0, from - page); list(); });
  $("later").addEventListener("click", () => { from += page; list(); });

  /** The steps of an explanation, each leading to the lines of its rule. */
  const tellStory = (target, result) => {
    target.innerHTML = result.html;
    for (const step of target.querySelectorAll("[data-clause]")) {
      const clause = clauses[Number(step.dataset.clause)];
      const name = step.children[1].querySelector("bdi") || step.children[1];
      if (!clause) continue;
      const made = button("", () => goTo(clause.uri, clause.line), { class: "wb-link", "aria-label": `${name.textContent}: to its lines` });
      name.replaceWith(made);
      made.append(name);
    }
  };
  let shownRecord = 0;
  let shownJSON = "";
  const explain = async (record, isAsked) => {
    try {
      const result = await ask("workbench/explain", { record });
      shownRecord = record;
      shownJSON = result.json;
      $("record-title").textContent = `Record ${result.id}`;
      tellStory($("story"), result);
      $("draft").hidden = result.isHandled;
      $("record").hidden = false;
      markCurrent();
      if (!isAsked) return;
      const clause = clauses[result.clause];
      if (clause) goTo(clause.uri, clause.line);
      const row = $("rows").querySelector("[aria-current]");
      if (row) row.scrollIntoView({ block: "nearest" });
      $("record-title").focus();
      $("record").scrollIntoView();
    } catch (error) { complain(error); }
  };

  $("close").addEventListener("click", () => {
    const row = $("rows").querySelector("[aria-current] button");
    $("record").hidden = true;
    markCurrent();
    (row || $("text")).focus();
  });
  $("make").addEventListener("click", async () => {
    try {
      const rules = files[0].uri;
      const result = await ask("workspace/executeCommand", { command: "errctl.writeTest", arguments: [{ uri: rules, record: shownRecord }] });
      apply(result.edit);
      const file = files.find((one) => Object.keys(result.edit.changes).includes(one.uri));
      if (!file) return;
      show(file);
      const line = result.edit.changes[file.uri][0].range.start.line;
      editor.setCursor({ line, ch: 0 });
      editor.scrollIntoView({ line, ch: 0 }, 120);
      say(`The test is in ${file.name}, which is not saved yet.`);
    } catch (error) { complain(error); }
  });
  $("draft").addEventListener("click", async () => {
    say("Looking for a rule that matches nothing that is handled now…");
    try {
      const result = await ask("workbench/draft", { record: shownRecord });
      const [uri] = Object.keys(result.edit.changes);
      const file = files.find((one) => one.uri === uri);
      if (!file) return say("The change is in a file that is not open here.");
      show(file);
      apply(result.edit);
      goTo(uri, result.line);
      say(`${result.name} matches no error that is handled now; that is proved. Write what it is to do.`);
    } catch (error) { complain(error); }
  });
  $("edit").addEventListener("click", () => {
    let text = shownJSON;
    try { text = JSON.stringify(JSON.parse(shownJSON), null, 2); } catch { /* It is shown as it is. */ }
    $("error").value = text;
    select("try");
    explainTyped();
    $("error").focus();
  });

  const explainTyped = async () => {
    if (!$("error").value.trim()) return;
    try {
      tellStory($("answer"), await ask("workbench/explain", { error: $("error").value }));
    } catch (error) { if (!isOutdated(error)) $("answer").textContent = error.message; }
  };
  $("explain").addEventListener("click", explainTyped);
  $("error").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) explainTyped(); });

  /** A revision; none stands for the saved files. */
  const earlier = () => $("from").value.trim() ? { from: $("from").value.trim() } : {};
  const compare = async () => {
    try {
      const result = await ask("workbench/compare", earlier());
      $("moved").textContent = result.changed === 0 ? `None of ${counted(result.records, "record")} ends otherwise.`
        : `${number(result.changed)} of ${counted(result.records, "record")} end otherwise, ${number(result.otherOutcome)} with another outcome.`
          + (result.untracked ? ` ${result.untracked === 1 ? "1 retry is" : `${number(result.untracked)} retries are`} untracked: no record says which try failed.` : "");
      $("groups").parentElement.hidden = result.groups.length === 0;
      $("groups").tBodies[0].replaceChildren(...result.groups.map((group) => element("tr", {},
        element("td", { class: "num" }, number(group.count)),
        ...[group.old, group.new].map((side) => element("td", {}, element("span", { class: `chip o-${side.outcome === "unhandled" ? "nobody" : side.outcome}` }, side.outcome),
          element("bdi", { class: "name" }, side.by))),
        element("td", {}, group.changes.join(", ")),
        element("td", {}, ...group.samples.flatMap((sample) => [button(sample.id, () => { select("records"); explain(sample.number, true); },
          { class: "wb-link", title: sample.name }), " "])))));
    } catch (error) {
      if (isOutdated(error)) return;
      $("moved").textContent = shown(error.message);
      $("groups").parentElement.hidden = true;
    }
  };
  $("earlier-rules").addEventListener("submit", (event) => event.preventDefault());
  $("from").addEventListener("change", () => { $("proof").hidden = true; compare(); });
  $("prove").addEventListener("click", async () => {
    $("proof").hidden = false;
    $("proof").textContent = "Comparing…";
    const told = ask("workspace/executeCommand", { command: "errctl.showChanges", arguments: [{ uri: files[0].uri, ...earlier() }] });
    $("proof").textContent = await told.then((result) => shown(result.text), (error) => shown(error.message));
  });
  let uncovered = [];
  /** Lines that no test reaches, until the rules change. */
  const showCoverage = () => editor.operation(() => {
    editor.clearGutter("wb-cover");
    const names = new Map();
    for (const item of uncovered) if (item.uri === current.uri) names.set(item.line, [...(names.get(item.line) || []), item.name]);
    for (const [line, all] of names) {
      const title = `No test covers ${all.join(", ")}.`;
      editor.setGutterMarker(line, "wb-cover", element("span", { class: "wb-uncovered", title, role: "img", "aria-label": title }, "○"));
    }
  });
  /** The results that are shown are those of the text in the editor. */
  let isTested = false;
  const most = 1_000;
  const showTests = (suites) => $("suites").replaceChildren(...suites.map((suite) => element("details", { open: "" },
    element("summary", {}, `${shown(suite.file)}: ${counted(suite.tests.length, suite.isExamples ? "example" : "case")}`),
    element("ul", { class: "wb-cases" },
      ...suite.tests.slice(0, most).map(({ name, uri, line, status }) => element("li", {}, button(name, () => goTo(uri, line), { class: "wb-link" }),
        ...(status ? [element("span", { class: `wb-${status.replace(" ", "-")}` }, status)] : []))),
      ...(suite.tests.length > most ? [element("li", {}, `and ${number(suite.tests.length - most)} more`)] : [])))));
  const listTests = async () => {
    if (isTested) return;
    try {
      const { suites } = await ask("workbench/suites");
      if (isTested) return;
      const count = suites.reduce((sum, suite) => sum + suite.tests.length, 0);
      $("report-text").hidden = true;
      $("result").textContent = count ? `${counted(count, "test")}, not run yet.`
        : "There are no tests: neither a suite beside the rules nor an example in them. Make one of a record.";
      showTests(suites);
    } catch (error) { if (!isOutdated(error)) $("result").textContent = shown(error.message); }
  };
  $("run").addEventListener("click", async () => {
    $("result").textContent = "Running…";
    try {
      const result = await ask("workbench/tests");
      isTested = true;
      $("report-text").hidden = result.failed + result.errors === 0;
      $("report-text").textContent = shown(result.text);
      const passed = result.tests - result.failed - result.todo;
      $("result").textContent = `${number(passed)} of ${counted(result.tests, "test")} passed; they cover ${number(result.covered)} of ${number(result.items)} parts of the rules.`;
      showTests(result.suites);
      uncovered = result.missing;
      showCoverage();
    } catch (error) { $("result").textContent = isOutdated(error) ? "" : shown(error.message); }
  });

  $("whole").addEventListener("click", async () => {
    $("running").hidden = false;
    $("progress").value = 0;
    $("whole").disabled = true;
    try {
      const result = await ask("workbench/whole");
      render(result.parts);
      say("The figures are those of all records, until the rules change.");
    } catch (error) { complain(error); }
    $("running").hidden = true;
    $("whole").disabled = false;
  });
  $("stop").addEventListener("click", () => ask("workbench/stop").catch(complain));
  $("report").addEventListener("click", async () => {
    try {
      const { html } = await ask("workbench/report");
      const address = URL.createObjectURL(new Blob([html], { type: "text/html" }));
      element("a", { href: address, download: "report.html" }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) { complain(error); }
  });
  $("save").addEventListener("click", save);
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); save(); }
    if (event.key === "F6" && !event.defaultPrevented) { event.preventDefault(); editor.focus(); }
    if (event.key === "Escape") { tip.hidden = true; menu.hidden = true; }
  });
  addEventListener("pointerdown", (event) => { if (!menu.contains(event.target)) menu.hidden = true; });
  addEventListener("beforeunload", () => files.filter((file) => file.isOpen).forEach(keep));

  // --- the beginning ------------------------------------------------------------------------------------

  const openFiles = async () => {
    const result = await ask("workbench/open");
    for (const listed of result.files) if (!files.some((file) => file.uri === listed.uri)) add(listed);
    return result;
  };
  const title = document.title;
  select("preview");
  let looking;
  socket.addEventListener("open", async () => {
    clearInterval(looking);
    current = null;
    files.length = 0;
    $("files").replaceChildren();
    try {
      const begun = await openFiles();
      root = begun.root;
      folder = decodeURIComponent(root.replace(/^file:\/\/|\/$/g, ""));
      $("zone").textContent = begun.zone || "UTC";
      document.title = `${files[0].name}: ${title}`;
      $("sample").textContent = `The first ${counted(begun.records, "record")} of ${begun.streams.join(", ")}`;
      $("sample").hidden = begun.isWhole;
      $("whole").hidden = begun.isWhole;
      await ask("initialize", { processId: null, rootUri: root, capabilities: {
        textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } } },
        workspace: { codeLens: { refreshSupport: true } },
      } });
      notify("initialized", {});
      show(files[0]);
      say("");
      await preview();
      // Now the folder is known, with the suites in it.
      await ask("errctl/synchronize").catch(() => null);
      await openFiles();
      showState();
      looking = setInterval(look, 2000);
    } catch (error) { say(error.message); }
  });
})();
