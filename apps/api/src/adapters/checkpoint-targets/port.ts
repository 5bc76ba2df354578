import type { Checkpoint } from "../../security/audit-chain.ts";

/** `code` is an HTTP status or one of our names, never the other side's text. */
export type Delivery = { kind: "delivered" } | { kind: "failed"; code: string };

/** Where checkpoints of the audit log go besides the file in `DATA_DIR`; null if not configured. None throws because of the other side's answer. */
export type CheckpointTargets = {
  /** Posts each checkpoint, as JSON. */
  readonly post: ((checkpoint: Checkpoint) => Promise<Delivery>) | null;
  /** The recipient of a daily email with the newest checkpoint of each organization. */
  readonly mailTo: string | null;
  /** Has the newest checkpoint of each organization time-stamped once a day; resolves to the authority's answer. */
  readonly stamp: ((checkpoint: Checkpoint) => Promise<Delivery & { answer?: Buffer }>) | null;
};

export const noTargets: CheckpointTargets = { post: null, mailTo: null, stamp: null };
