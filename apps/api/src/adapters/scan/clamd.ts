import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import type { ScanPort, ScanVerdict } from "./port.ts";

export type ClamdSettings = {
  host: string;
  port: number;
  /** Milliseconds without a byte in either direction after which it counts as lost; a minute by default. */
  timeoutMs?: number;
};

const longestAnswer = 4096;

/** Parses clamd's response to INSTREAM: `stream: OK`, `stream: NAME FOUND`, or an error. @throws for everything else */
function verdictOf(answer: string): ScanVerdict {
  const text = answer.replace(/\0.*$/s, "").trim();
  if (text === "stream: OK") return { kind: "clean" };
  const [, signature] = /^stream: (.{1,200}) FOUND$/.exec(text) ?? [];
  if (signature) return { kind: "infected", signature };
  throw new Error(`clamd could not look: ${text.slice(0, 200) || "no answer"}`);
}

/**
 * clamd over TCP, by `zINSTREAM`: each chunk preceded by its length, a length of zero at the end. The file is sent as it is
 * read, so that only one chunk is in memory.
 */
export function clamdScan({ host, port, timeoutMs = 60_000 }: ClamdSettings): ScanPort {
  return {
    atOnce: false,
    async scan(content: Readable) {
      const socket = connect({ host, port });
      try {
        socket.setTimeout(timeoutMs, () => socket.destroy(new Error("clamd did not answer in time")));
        await once(socket, "connect");
        // It may respond before everything was sent, when the file is larger than its limit.
        const answer = answerOf(socket);
        answer.catch(() => undefined);
        await Promise.race([sent(socket, content), answer]);
        return verdictOf(await answer);
      } finally {
        content.destroy();
        socket.destroy();
      }
    },
  };
}

async function sent(socket: Socket, content: Readable): Promise<void> {
  await write(socket, Buffer.from("zINSTREAM\0"));
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (chunk.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    await write(socket, length);
    await write(socket, chunk);
  }
  await write(socket, Buffer.alloc(4));
}

const write = (socket: Socket, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));

async function answerOf(socket: Socket): Promise<string> {
  let answer = "";
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    answer += chunk.toString("latin1");
    if (answer.includes("\0") || answer.length > longestAnswer) break;
  }
  return answer;
}
