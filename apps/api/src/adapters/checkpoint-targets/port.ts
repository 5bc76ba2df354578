import type { Checkpoint } from "../../security/audit-chain.ts";

/** `code` is an HTTP status or one of our own codes, never the recipient's text. */
export type Delivery = { kind: "delivered" } | { kind: "failed"; code: string };

/**
 * The places where checkpoints of the audit log are sent besides the file in `DATA_DIR`; null if not configured. None throws
 * because of the recipient's response.
 */
export type CheckpointTargets = {
  /** Posts each checkpoint, as JSON. */
  readonly post: ((checkpoint: Checkpoint) => Promise<Delivery>) | null;
  /** The recipient of a daily email with the newest checkpoint of each organization. */
  readonly mailTo: string | null;
  /** Has the newest checkpoint of each organization time-stamped once a day; resolves to the authority's response. */
  readonly stamp: ((checkpoint: Checkpoint) => Promise<Delivery & { answer?: Buffer }>) | null;
};

export const noTargets: CheckpointTargets = { post: null, mailTo: null, stamp: null };
