// The engine as WebAssembly, from its bytes or compiled: a function that takes a message as JSON, and gives those that it sends back.
"use strict";
const openEngine = async (bytes) => {
  // Nothing is read, written or drawn at random.
  const refuse = () => 52;
  const host = { fd_close: refuse, fd_seek: refuse, fd_write: refuse, random_get: () => 0 };
  const made = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: host });
  const { memory, errctl_message, errctl_receive, __wasm_call_ctors } = (made.instance || made).exports;
  __wasm_call_ctors();
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return (message) => {
    const text = encoder.encode(message);
    // Memory that grows is another buffer.
    const place = errctl_message(text.length) >>> 0;
    new Uint8Array(memory.buffer).set(text, place);
    const start = errctl_receive() >>> 0;
    const length = new DataView(memory.buffer).getUint32(start, true);
    return decoder.decode(new Uint8Array(memory.buffer, start + 4, length)).split("\n").filter(Boolean);
  };
};

/** The bytes of a text in Base64 of what gzip has packed. */
const unpack = (base64) => new Response(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]).stream()
  .pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
