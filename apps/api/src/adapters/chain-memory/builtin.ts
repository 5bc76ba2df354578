import { createHmac, hkdfSync, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { appendFile, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { canonical } from "../../security/audit-chain.ts";
import type { AuditAlarm, ChainMemory, Memory, Remembered } from "./port.ts";

/** The most alarms that are returned. */
const mostAlarms = 1_000;
const uuid = /^[0-9a-f-]{36}$/;

/** Stores the memory as files in a folder that belongs to one server only. The folder is created on first use. */
export function filedChainMemory({ folder, secret }: { folder: string; secret: string }): ChainMemory {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "touchline/audit-memory/1", 32));
  const macOf = (what: string, value: object) =>
    createHmac("sha256", key)
      .update(canonical([what, value]))
      .digest();
  const written = (what: string, value: object) =>
    canonical({ ...value, mac: macOf(what, value).toString("base64url") });

  /** Returns a value that was written with this secret, or null. */
  function read<Value extends object>(what: string, text: string): Value | null {
    try {
      const { mac, ...value } = JSON.parse(text) as Value & { mac: string };
      const received = Buffer.from(String(mac), "base64url");
      const wanted = macOf(what, value);
      return received.length === wanted.length && timingSafeEqual(received, wanted)
        ? (value as unknown as Value)
        : null;
    } catch {
      return null;
    }
  }

  const headFile = (organizationId: string) => {
    if (!uuid.test(organizationId)) throw new Error("This is not an organization's id.");
    return join(folder, "heads", `${organizationId}.json`);
  };
  const alarmsFile = join(folder, "alarms.ndjson");
  const mailedFile = join(folder, "alarms-told.ndjson");
  let serverId: string | undefined;
  let known: Promise<AuditAlarm[]> | undefined;
  /** Serializes writes of one organization's head. */
  const queues = new Map<string, Promise<unknown>>();

  function ownId(): string {
    const path = join(folder, "server.json");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const made = written("server", { serverId: randomUUID() });
    const present = textOrNull(() => readFileSync(path, "utf8"));
    const id = present === null ? undefined : read<{ serverId: string }>("server", present)?.serverId;
    if (id !== undefined) return id;
    // Written with another secret, or changed: the memory can't be trusted, and records that itself.
    writeFileSync(path, made, { mode: 0o600, flush: true });
    return ownId();
  }

  async function memoryOf(organizationId: string): Promise<Memory> {
    const text = await textOf(headFile(organizationId));
    if (text === null) return { kind: "absent" };
    const remembered = read<Remembered>("head", text);
    return remembered?.organizationId === organizationId ? { kind: "remembered", remembered } : { kind: "damaged" };
  }

  async function remember(end: Remembered, afterBreak: boolean): Promise<void> {
    const before = await memoryOf(end.organizationId);
    const ahead = before.kind === "remembered" && before.remembered.sequence >= end.sequence;
    if (ahead && !afterBreak) return;
    await replace(headFile(end.organizationId), written("head", end));
  }

  function inTurn(organizationId: string, work: () => Promise<void>): Promise<void> {
    const turn = (queues.get(organizationId) ?? Promise.resolve()).catch(() => {}).then(work);
    queues.set(organizationId, turn);
    return turn.finally(() => queues.get(organizationId) === turn && queues.delete(organizationId));
  }

  function knownAlarms(): Promise<AuditAlarm[]> {
    known ??= readAlarms();
    return known;
  }

  async function readAlarms(): Promise<AuditAlarm[]> {
    const lines = ((await textOf(alarmsFile)) ?? "").split("\n").filter(Boolean);
    return lines.slice(-mostAlarms).flatMap((line) => read<AuditAlarm>("alarm", line) ?? []);
  }

  return {
    get serverId() {
      serverId ??= ownId();
      return serverId;
    },
    read: memoryOf,
    remember: (end, { afterBreak = false } = {}) => inTurn(end.organizationId, () => remember(end, afterBreak)),
    async note(alarms) {
      if (alarms.length === 0) return;
      const all = await knownAlarms();
      await append(
        alarmsFile,
        alarms.map((one) => written("alarm", one)),
      );
      all.push(...alarms);
    },
    alarms: async () => (await knownAlarms()).slice(-mostAlarms).toReversed(),
    async unmailed() {
      const mailedIds = new Set(((await textOf(mailedFile)) ?? "").split("\n"));
      return (await knownAlarms()).filter(({ alarmId }) => !mailedIds.has(alarmId));
    },
    markMailed: (alarmIds) => append(mailedFile, alarmIds),
    keep: (checkpoints) =>
      append(
        join(folder, "checkpoints.ndjson"),
        checkpoints.map((one) => canonical(one)),
      ),
    keepStamp: ({ organizationId, sequence }, answer) =>
      replace(join(folder, "timestamps", `${organizationId}-${sequence}.tsr`), answer),
  };
}

function textOrNull(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

const textOf = (path: string) =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });

async function append(path: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await appendFile(path, lines.map((line) => `${line}\n`).join(""), { mode: 0o600, flush: true });
}

/** Writes to another file and renames it, so that the name never has a partial one. */
async function replace(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(aside, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path).catch(async (error: unknown) => {
    await rm(aside, { force: true });
    throw error;
  });
}
