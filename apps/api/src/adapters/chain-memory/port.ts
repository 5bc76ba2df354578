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
 * This server's memory of the chains outside the database, so that somebody who can write to the database can't make it forget.
 * Everything in it is authenticated with a key derived from the installation's secret.
 */
export type ChainMemory = {
  /** Identifies the server; created with its memory. */
  readonly serverId: string;
  read(organizationId: string): Promise<Memory>;
  /** Stores the end of a chain. An earlier end never replaces a later one, unless a break was found. */
  remember(end: Remembered, options?: { afterBreak?: boolean }): Promise<void>;
  /** Stores alarms. They stay, whatever happens to the database. */
  note(alarms: readonly AuditAlarm[]): Promise<void>;
  /** Lists the newest alarms, newest first; at most 1,000. */
  alarms(): Promise<AuditAlarm[]>;
  /** Lists the alarms that weren't emailed yet. */
  unmailed(): Promise<AuditAlarm[]>;
  markMailed(alarmIds: readonly string[]): Promise<void>;
  /**
   * Appends signed checkpoints to the file of all checkpoints, one line of JSON each, in the format that the check of an export
   * reads.
   */
  keep(checkpoints: readonly Checkpoint[]): Promise<void>;
  /** Stores a checkpoint's time stamp, as its authority returned it. */
  keepStamp(checkpoint: Checkpoint, answer: Buffer): Promise<void>;
};
