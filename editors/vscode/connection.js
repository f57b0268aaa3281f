// JSON-RPC with a language server over its standard streams.
"use strict";

const { spawn } = require("node:child_process");

/** A server process. `onEnd` is called once, when it ends or cannot be started. */
class Connection {
  constructor(program, words, folder, { onMessage, onRequest, onEnd, onComplaint }) {
    this.waiting = new Map();
    this.lastId = 0;
    this.bytes = Buffer.alloc(0);
    this.onMessage = onMessage;
    this.onRequest = onRequest;
    this.isEnded = false;
    const end = (reason) => {
      if (this.isEnded) return;
      this.isEnded = true;
      for (const { reject } of this.waiting.values()) reject(new Error(reason));
      this.waiting.clear();
      onEnd(reason);
    };
    this.process = spawn(program, words, { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
    this.process.on("error", (error) => end(error.code === "ENOENT" ? "it was not found" : error.message));
    this.process.on("exit", (status, signal) => end(signal ? `it was ended by ${signal}` : `it ended with status ${status}`));
    // Writing to a server that is gone is not an error of its own.
    this.process.stdin.on("error", () => {});
    this.process.stdout.on("data", (more) => this.read(more));
    this.process.stderr.on("data", (text) => onComplaint(String(text)));
  }

  read(more) {
    this.bytes = Buffer.concat([this.bytes, more]);
    for (;;) {
      const end = this.bytes.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.bytes.toString("latin1", 0, end));
      const from = end + 4;
      const to = from + Number(length ? length[1] : 0);
      if (this.bytes.length < to) return;
      const body = this.bytes.toString("utf8", from, to);
      this.bytes = this.bytes.subarray(to);
      this.take(JSON.parse(body));
    }
  }

  take(message) {
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (!waiting) return;
      if (message.error) waiting.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
      else waiting.resolve(message.result);
    } else if (message.id === undefined) {
      this.onMessage(message.method, message.params);
    } else {
      Promise.resolve(this.onRequest(message.method, message.params)).then(
        (result) => this.send({ id: message.id, result: result === undefined ? null : result }),
        (error) => this.send({ id: message.id, error: { code: error.code || -32603, message: error.message } })
      );
    }
  }

  send(message) {
    if (this.isEnded) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  /** The answer; null where it was cancelled, is of an older text, or the server is gone. */
  async ask(method, params, token) {
    if (this.isEnded) return null;
    const id = ++this.lastId;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.send({ id, method, params });
    const listening = token && token.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    try {
      return await answer;
    } catch (error) {
      if (this.isEnded || error.code === -32800 || error.code === -32801) return null;
      throw error;
    } finally {
      if (listening) listening.dispose();
    }
  }

  async stop() {
    if (this.isEnded) return;
    await this.ask("shutdown");
    this.notify("exit");
  }
}

module.exports = { Connection };
