import type { Checkpoint } from "../../security/audit-chain.ts";

/** `code`: an HTTP status or a name of ours, never what the other side wrote. */
export type Delivery = { kind: "delivered" } | { kind: "failed"; code: string };

/** Where checkpoints of the audit log go beside the file in `DATA_DIR`; null: not set. None throws for what the other side answers. */
export type CheckpointTargets = {
  /** Posts each checkpoint, as JSON. */
  readonly post: ((checkpoint: Checkpoint) => Promise<Delivery>) | null;
  /** Whom the newest checkpoint of each organization is mailed to once a day. */
  readonly mailTo: string | null;
  /** Has the newest checkpoint of each organization time-stamped once a day; resolves to the authority's answer. */
  readonly stamp: ((checkpoint: Checkpoint) => Promise<Delivery & { answer?: Buffer }>) | null;
};

export const noTargets: CheckpointTargets = { post: null, mailTo: null, stamp: null };
