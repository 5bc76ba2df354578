import type { CaptureHint } from "./frame-checks.ts";

/** A hint that is shown and spoken, and what the latest frames asked for. */
export interface SteadyHint {
  displayed: CaptureHint;
  /** When it was shown, in milliseconds. */
  since: number;
  latest: CaptureHint;
  /** The number of consecutive frames that asked for the latest hint. */
  count: number;
}

export const firstHint = (now: number): SteadyHint => ({ displayed: "fit", since: now, latest: "fit", count: 0 });

/** Milliseconds between two hints, so that each can be read and heard, and frames that must agree before it changes. */
const between = 1_400;
const agreeing = 2;

/** Takes one more frame into account. The hint changes once two frames agree and the previous one was shown for a while. */
export function withFrame(before: SteadyHint, hint: CaptureHint, now: number): SteadyHint {
  const count = hint === before.latest ? before.count + 1 : 1;
  const changes = hint !== before.displayed && count >= agreeing && now - before.since >= between;
  return { displayed: changes ? hint : before.displayed, since: changes ? now : before.since, latest: hint, count };
}
