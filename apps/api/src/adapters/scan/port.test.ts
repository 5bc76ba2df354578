import { createServer, type Server, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import { builtinScan } from "./builtin.ts";
import { clamdScan } from "./clamd.ts";
import type { ScanPort } from "./port.ts";

/** The test file that every scanner knows; assembled here, so that none finds it in this source file. */
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}", "$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!", "$H+H*"].join("");
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Speaks clamd's protocol: reads `zINSTREAM` with its chunks, and responds by what it received. */
async function clamdDouble(
  answer: (sent: Buffer, socket: Socket) => string | null,
  timeoutMs = 10_000,
): Promise<ScanPort> {
  const server = createServer((socket) => {
    let got = Buffer.alloc(0);
    let hasAnswered = false;
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      const command = "zINSTREAM\0";
      if (got.length < command.length || hasAnswered) return;
      if (got.subarray(0, command.length).toString("latin1") !== command) return void socket.end("UNKNOWN COMMAND\0");
      const parts: Buffer[] = [];
      let at = command.length;
      while (got.length >= at + 4) {
        const length = got.readUInt32BE(at);
        if (length === 0) {
          hasAnswered = true;
          const words = answer(Buffer.concat(parts), socket);
          if (words !== null) socket.end(`${words}\0`);
          return;
        }
        if (got.length < at + 4 + length) return;
        parts.push(got.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return clamdScan({ host: "127.0.0.1", port: address.port, timeoutMs });
}

const finding = (sent: Buffer) =>
  sent.toString("latin1").startsWith(eicar) ? "stream: Eicar-Test FOUND" : "stream: OK";
const streamOf = (...parts: (string | Buffer)[]) => Readable.from(parts.map((part) => Buffer.from(part)));

describe.each([
  ["built in", "checked", async () => builtinScan()],
  ["clamd", "clean", () => clamdDouble(finding)],
] as const)("a scanner: %s", (_, kind, open) => {
  test("finds nothing in what is harmless, also in an empty file and in a long one", async () => {
    const scanner = await open();
    expect(await scanner.scan(streamOf("a letter"))).toEqual({ kind });
    expect(await scanner.scan(streamOf())).toEqual({ kind });
    expect(await scanner.scan(streamOf(...Array.from({ length: 64 }, () => Buffer.alloc(65_536, 7))))).toEqual({
      kind,
    });
  });

  test("finds the test file, in one piece and in pieces", async () => {
    const scanner = await open();
    expect(await scanner.scan(streamOf(eicar))).toMatchObject({ kind: "infected" });
    expect(await scanner.scan(streamOf(...eicar))).toMatchObject({ kind: "infected" });
    expect(await scanner.scan(streamOf(eicar, "\r\n"))).toMatchObject({ kind: "infected" });
  });
});

describe("clamd", () => {
  test("names what it found", async () => {
    expect(await (await clamdDouble(() => "stream: Win.Test.EICAR_HDB-1 FOUND")).scan(streamOf("x"))).toEqual({
      kind: "infected",
      signature: "Win.Test.EICAR_HDB-1",
    });
  });

  test.each([
    ["an error", () => "INSTREAM size limit exceeded. ERROR"],
    ["nothing", () => ""],
    ["silence", () => null],
    ["something else than it was asked", () => "stream: OKAY"],
  ])("says that it could not look when the answer is %s", async (_, answer) => {
    await expect((await clamdDouble(answer, 500)).scan(streamOf("x"))).rejects.toThrow(/clamd/);
  });

  test("says that it could not look when the connection breaks, or there is none", async () => {
    const broken = await clamdDouble((_, socket) => {
      socket.destroy();
      return null;
    });
    await expect(broken.scan(streamOf("x"))).rejects.toThrow();
    await expect(clamdScan({ host: "127.0.0.1", port: 1 }).scan(streamOf("x"))).rejects.toThrow();
  });

  test("never takes a file that could not be read to its end for clean", async () => {
    const cut = new Readable({
      read() {
        this.push(Buffer.from("half"));
        this.destroy(new Error("the disk is gone"));
      },
    });
    await expect((await clamdDouble(finding)).scan(cut)).rejects.toThrow();
  });
});
