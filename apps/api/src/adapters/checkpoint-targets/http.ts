import { type Checkpoint, canonical } from "../../security/audit-chain.ts";
import type { Delivery } from "./port.ts";

/** Milliseconds to wait for the recipient. */
const timeoutMs = 10_000;

/** Posts a checkpoint as JSON. Any status from 200 to 299 means that it was accepted; redirects are not followed. */
export function postingTo(url: string): (checkpoint: Checkpoint) => Promise<Delivery> {
  return async (checkpoint) => {
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: canonical({ checkpoint }),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      return answer.ok ? { kind: "delivered" } : { kind: "failed", code: String(answer.status) };
    } catch (error) {
      return { kind: "failed", code: (error as Error).name };
    }
  };
}
