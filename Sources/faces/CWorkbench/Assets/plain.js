// The page's editor where CodeMirror was not built in: a text area with what page.js calls of CodeMirror 5, and its commands.
"use strict";
window.CodeMirror = (() => {
  const lines = (text) => text.split("\n");
  const indexAt = (text, { line, ch }) => {
    const all = lines(text).slice(0, Math.max(0, line) + 1);
    const last = all.length - 1;
    return all.slice(0, last).reduce((sum, one) => sum + one.length + 1, 0) + Math.min(ch, all[last].length);
  };
  const positionAt = (text, index) => {
    const before = lines(text.slice(0, Math.max(0, index)));
    return { line: before.length - 1, ch: before[before.length - 1].length };
  };

  class Doc {
    constructor(text) {
      this.text = text;
      this.listeners = [];
      this.editor = null;
    }
    on(_, run) { this.listeners.push(run); }
    getValue() { return this.text; }
    setValue(text) { this.replace(0, this.text.length, text); }
    posFromIndex(index) { return positionAt(this.text, index); }
    replaceRange(text, from, to = from) { this.replace(indexAt(this.text, from), indexAt(this.text, to), text); }
    replace(start, end, text) {
      const change = { from: positionAt(this.text, start), to: positionAt(this.text, end), text: lines(text) };
      this.text = this.text.slice(0, start) + text + this.text.slice(end);
      if (this.editor) this.editor.take(this.text, start, end, text.length);
      for (const run of this.listeners) run(this, change);
    }
    // The browser keeps the history of a text area itself.
    getHistory() { return null; }
    setHistory() {}
    clearHistory() {}
    // A text area has no marks: the findings are listed below it.
    markText() { return { clear() {} }; }
    addLineClass(line) { return line; }
    removeLineClass() {}
  }

  class Editor {
    constructor(parent, { extraKeys, screenReaderLabel }) {
      this.state = {};
      this.keys = extraKeys;
      this.area = document.createElement("textarea");
      this.area.className = "wb-plain";
      this.area.spellcheck = false;
      this.area.wrap = "off";
      this.area.setAttribute("aria-label", screenReaderLabel);
      this.wrapper = document.createElement("div");
      this.wrapper.className = "wb-plain-editor";
      this.list = document.createElement("ul");
      this.list.className = "wb-plain-list";
      this.list.setAttribute("role", "listbox");
      this.list.setAttribute("aria-label", "Completions");
      this.list.hidden = true;
      const note = document.createElement("p");
      note.className = "wb-plain-note";
      note.textContent = "This errctl was built without CodeMirror, so the editor is a plain text area. "
        + "To have line numbers and colours, install libjs-codemirror and build errctl again.";
      this.wrapper.append(note, this.area, this.list);
      parent.append(this.wrapper);
      this.doc = new Doc("");
      this.area.addEventListener("input", (event) => this.typed(event));
      this.area.addEventListener("keydown", (event) => this.pressed(event));
      this.area.addEventListener("blur", () => setTimeout(() => { if (!this.list.contains(document.activeElement)) this.closeList(); }));
    }
    getInputField() { return this.area; }
    getWrapperElement() { return this.wrapper; }
    getValue() { return this.doc.text; }
    setValue(text) { this.doc.setValue(text); }
    getCursor() { return positionAt(this.area.value, this.area.selectionEnd); }
    setCursor(position) {
      const index = indexAt(this.area.value, position);
      this.area.setSelectionRange(index, index);
    }
    getRange(from, to) { return this.doc.text.slice(indexAt(this.doc.text, from), indexAt(this.doc.text, to)); }
    replaceRange(text, from, to) { this.doc.replaceRange(text, from, to); }
    swapDoc(doc) {
      this.doc.editor = null;
      this.doc = doc;
      doc.editor = this;
      this.area.value = doc.text;
      this.area.setSelectionRange(0, 0);
      this.closeList();
    }
    /** Shows a text that was changed by the page, with the cursor where it was. */
    take(text, start, end, count) {
      if (this.area.value === text) return;
      const moved = (index) => index <= start ? index : index >= end ? index + count - (end - start) : start + count;
      const [from, to] = [moved(this.area.selectionStart), moved(this.area.selectionEnd)];
      this.area.value = text;
      this.area.setSelectionRange(from, to);
    }
    /** Finds what the person changed: the text between the beginning and the end that are as before. */
    typed(event) {
      const [old, text] = [this.doc.text, this.area.value];
      let start = 0;
      while (start < old.length && start < text.length && old[start] === text[start]) start += 1;
      let end = 0;
      while (end < old.length - start && end < text.length - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
      const added = text.slice(start, text.length - end);
      this.doc.replace(start, old.length - end, added);
      this.closeList();
      if (this.inputRead && event.inputType === "insertText") this.inputRead(this, { origin: "+input", text: lines(added) });
    }
    on(event, run) { if (event === "inputRead") this.inputRead = run; }
    pressed(event) {
      if (!this.list.hidden && this.choose(event)) return;
      const name = (event.ctrlKey ? "Ctrl-" : event.metaKey ? "Cmd-" : "") + (event.shiftKey ? "Shift-" : "")
        + ({ " ": "Space", Escape: "Esc" }[event.key] || (event.key.length === 1 ? event.key.toUpperCase() : event.key));
      const run = this.keys[name];
      if (!run || name === "Tab") return; // Tab leaves a text area.
      event.preventDefault();
      run(this);
    }
    operation(run) { run(); }
    focus() { this.area.focus(); }
    refresh() {}
    clearGutter() {}
    setGutterMarker() {}
    scrollIntoView({ line }) {
      const height = parseFloat(getComputedStyle(this.area).lineHeight);
      this.area.scrollTop = Math.max(0, line * height - this.area.clientHeight / 2);
    }
    /** The place of a position on the screen, as far as the lines tell it. */
    cursorCoords({ line }) {
      const box = this.area.getBoundingClientRect();
      const height = parseFloat(getComputedStyle(this.area).lineHeight);
      const top = Math.min(box.bottom - height, Math.max(box.top, box.top + line * height - this.area.scrollTop));
      return { left: box.left + 24, top, bottom: top + height };
    }
    async showHint({ hint }) {
      const found = await hint(this);
      this.closeList();
      if (!found) return;
      this.state.completionActive = true;
      this.list.replaceChildren(...found.list.map((item, index) => {
        const row = document.createElement("li");
        row.setAttribute("role", "option");
        row.setAttribute("aria-selected", String(index === 0));
        row.textContent = item.displayText;
        row.addEventListener("mousedown", (event) => { event.preventDefault(); this.pick(found, index); });
        return row;
      }));
      this.found = found;
      this.list.hidden = false;
      const coords = this.cursorCoords(this.getCursor());
      this.list.style.left = `${coords.left}px`;
      this.list.style.top = `${Math.max(4, Math.min(coords.bottom, innerHeight - this.list.offsetHeight - 8))}px`;
    }
    /** Whether a key is the list's. */
    choose(event) {
      const rows = [...this.list.children];
      const now = rows.findIndex((row) => row.getAttribute("aria-selected") === "true");
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        const next = (now + step + rows.length) % rows.length;
        rows.forEach((row, index) => row.setAttribute("aria-selected", String(index === next)));
        rows[next].scrollIntoView({ block: "nearest" });
      } else if (event.key === "Enter" || event.key === "Tab") this.pick(this.found, now);
      else if (event.key === "Escape") this.closeList();
      else return false;
      event.preventDefault();
      return true;
    }
    pick(found, index) {
      this.closeList();
      this.doc.replaceRange(found.list[index].text, found.from, this.getCursor());
      this.focus();
    }
    closeList() {
      this.list.hidden = true;
      this.state.completionActive = false;
    }
    openDialog(label, run, { value }) {
      const form = document.createElement("form");
      form.className = "wb-plain-dialog";
      form.append(label);
      this.wrapper.prepend(form);
      const field = form.querySelector("input");
      field.value = value;
      field.select();
      const close = () => { form.remove(); this.focus(); };
      form.addEventListener("submit", (event) => { event.preventDefault(); close(); run(field.value); });
      form.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
    }
  }

  const make = (parent, options) => new Editor(parent, options);
  make.Doc = (text) => new Doc(text);
  make.cmpPos = (a, b) => a.line - b.line || a.ch - b.ch;
  return make;
})();
