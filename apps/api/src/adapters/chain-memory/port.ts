import type { integrityAlarmKinds } from "@touchline/contract/platform/integrity";
import type { Checkpoint } from "../../security/audit-chain.ts";

/** The last entry of an organization's chain that a server has seen. */
export type Remembered = { organizationId: string; sequence: number; hash: string; at: string };

/** `damaged`: it exists but wasn't written with this installation's secret. */
export type Memory = { kind: "remembered"; remembered: Remembered } | { kind: "absent" } | { kind: "damaged" };

export type AlarmKind = (typeof integrityAlarmKinds)[number];

export type AuditAlarm = {
  alarmId: string;
  organizationId: string;
  serverId: string;
  at: string;
  kind: AlarmKind;
  /** The remembered and the found numbers and hashes. */
  facts: Readonly<Record<string, string | number>>;
};

/**
 * What this server remembers of the chains outside the database, so that whoever can write to the database cannot make it
 * forget. Everything in it is authenticated with a key that is derived from the installation's secret.
 */
export type ChainMemory = {
  /** Identifies the server; created with its memory. */
  readonly serverId: string;
  read(organizationId: string): Promise<Memory>;
  /** Remembers the end of a chain. An earlier end never takes the place of a later one, unless a break was found. */
  remember(end: Remembered, options?: { afterBreak?: boolean }): Promise<void>;
  /** Notes alarms. They stay, whatever becomes of the database. */
  note(alarms: readonly AuditAlarm[]): Promise<void>;
  /** The newest alarms, the newest first; at most 1,000. */
  alarms(): Promise<AuditAlarm[]>;
  /** Alarms of which nobody was told by mail yet. */
  untold(): Promise<AuditAlarm[]>;
  told(alarmIds: readonly string[]): Promise<void>;
  /** Adds signed checkpoints to the file of all checkpoints, one line of JSON each, in the shape that the check of an export reads. */
  keep(checkpoints: readonly Checkpoint[]): Promise<void>;
  /** Keeps a time stamp of a checkpoint, as its authority answered. */
  keepStamp(checkpoint: Checkpoint, answer: Buffer): Promise<void>;
};
