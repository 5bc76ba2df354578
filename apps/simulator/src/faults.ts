import type { KeptState } from "./state.ts";

/** What can go wrong with an answer to a call. */
export const answerFaults = [
  "delay",
  "drop",
  "500",
  "429",
  "timeout-before",
  "timeout-after",
  "malformed",
  "schema-drift",
] as const;

/** What can go wrong with a webhook. */
export const webhookFaults = [
  "webhook-delay",
  "webhook-duplicate",
  "webhook-reorder",
  "webhook-drop",
  "webhook-forge",
] as const;

export const faultNames = [...answerFaults, ...webhookFaults] as const;
export type FaultName = (typeof faultNames)[number];
export type AnswerFault = (typeof answerFaults)[number];
export type WebhookFault = (typeof webhookFaults)[number];

/** What each does, shown in the panel. */
export const faultTexts: Record<FaultName, string> = {
  delay: "The answer comes late (value: milliseconds, 2,000 by default)",
  drop: "The connection is cut before the call is handled",
  "500": "Answered with status 500, nothing is done",
  "429": "Answered with status 429 and Retry-After (value: seconds, 30 by default), nothing is done",
  "timeout-before": "No answer, and nothing is done",
  "timeout-after": "No answer, but the order is taken",
  malformed: "Half an answer",
  "schema-drift": "An answer whose fields are named and shaped differently",
  "webhook-delay": "The next webhook is late (value: seconds, 60 by default)",
  "webhook-duplicate": "The next webhook is sent twice",
  "webhook-reorder": "The next webhook is sent after the one that follows it",
  "webhook-drop": "The next webhook is never sent",
  "webhook-forge": "A forged webhook with a wrong signature is sent before the next one",
};

export type SimulatedFault<Name extends FaultName = FaultName> = {
  name: Name;
  /** Milliseconds or seconds, as the fault says; null: its default. */
  value: number | null;
};

export type QueuedFault = SimulatedFault & {
  /** The vendor that it happens to; null: whichever is called next. */
  vendor: string | null;
  /** How the path of the call begins, such as `/yardstik/packages`; null: any call. Of no effect on webhooks. */
  path: string | null;
  /** How often it happens yet. */
  times: number;
};

export const isFaultName = (text: unknown): text is FaultName => faultNames.some((name) => name === text);
export const isWebhookFault = (name: FaultName): name is WebhookFault => name.startsWith("webhook-");

/**
 * Reads the header `x-simulate`: faults with commas between them, each with an optional value after an equals sign
 * (`429=5, webhook-duplicate`).
 *
 * @throws Error that names what is no fault.
 */
export function parseFaults(header: string): SimulatedFault[] {
  return header
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", value] = part.split("=");
      if (!isFaultName(name)) throw new Error(`"${name}" is no fault: write ${faultNames.join(", ")}.`);
      if (value !== undefined && !/^\d{1,9}$/.test(value)) throw new Error(`The value of "${name}" is no number.`);
      return { name, value: value === undefined ? null : Number(value) };
    });
}

const concerns = (one: QueuedFault, vendor: string) => one.vendor === null || one.vendor === vendor;

/** The faults that wait to happen, in the order in which they were asked for. */
export class FaultQueue {
  readonly #queued: QueuedFault[];

  constructor(state: KeptState) {
    this.#queued = state.part("faults", () => []);
  }

  list(): readonly QueuedFault[] {
    return this.#queued;
  }

  add(fault: QueuedFault): void {
    this.#queued.push(fault);
  }

  clear(): void {
    this.#queued.length = 0;
  }

  /** Takes the next fault for the answer to a call of this vendor at this path; null: none. */
  takeForAnswer(vendor: string, path: string): SimulatedFault<AnswerFault> | null {
    return this.#take(
      (one) => !isWebhookFault(one.name) && concerns(one, vendor) && (one.path === null || path.startsWith(one.path)),
    );
  }

  /** Takes the next fault of a webhook of this vendor; null: none. */
  takeForWebhook(vendor: string): SimulatedFault<WebhookFault> | null {
    return this.#take((one) => isWebhookFault(one.name) && concerns(one, vendor));
  }

  #take<Name extends FaultName>(isWanted: (one: QueuedFault) => boolean): SimulatedFault<Name> | null {
    const found = this.#queued.find(isWanted);
    if (found === undefined) return null;
    found.times -= 1;
    if (found.times <= 0) this.#queued.splice(this.#queued.indexOf(found), 1);
    return { name: found.name as Name, value: found.value };
  }
}
