import { createSocket } from "node:dgram";
import { once } from "node:events";

const txt = 16;
const notFound = 3;

/** The question's name and the bytes that it takes (RFC 1035, section 4.1.2); null: not one plain question. */
function questionOf(message: Buffer): { name: string; type: number; end: number } | null {
  if (message.length < 17 || message.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length !== 0; length = message[at] ?? 0) {
    if (length > 63 || at + length + 5 > message.length) return null;
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** A record that names its owner by a pointer to the question: type, class, one minute to live, and its strings. */
function txtRecord(value: string): Buffer {
  const bytes = Buffer.from(value);
  const strings = [];
  for (let start = 0; start < bytes.length; start += 255) {
    const part = bytes.subarray(start, start + 255);
    strings.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(strings);
  const head = Buffer.from([0xc0, 0x0c, 0, txt, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff]);
  return Buffer.concat([head, data]);
}

/**
 * A name server on this machine that knows TXT records (RFC 1035), by UDP.
 *
 * @param port 0 for any free one.
 * @param records by name, as they are now.
 */
export async function startNameServer(port: number, records: ReadonlyMap<string, readonly string[]>) {
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const question = questionOf(message);
    if (!question) return;
    const values = question.type === txt ? (records.get(question.name) ?? []) : [];
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(0x8580 | (records.has(question.name) ? 0 : notFound), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(values.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(
      Buffer.concat([head, message.subarray(12, question.end), ...values.map(txtRecord)]),
      from.port,
      from.address,
    );
  });
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  socket.unref();
  return {
    port: socket.address().port,
    close: () => new Promise<void>((done) => socket.close(() => done())),
  };
}
