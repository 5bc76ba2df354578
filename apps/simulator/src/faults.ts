import type { KeptState } from "./state.ts";

/** The faults of an answer to a call. */
export const answerFaults = [
  "delay",
  "drop",
  "500",
  "429",
  "422",
  "401",
  "timeout-before",
  "timeout-after",
  "malformed",
  "schema-drift",
] as const;

/** The faults of a webhook. */
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

/** Descriptions of the faults, for the panel. */
export const faultTexts: Record<FaultName, string> = {
  delay: "The answer comes late (value: milliseconds, 2,000 by default)",
  drop: "The connection is cut before the call is handled",
  "500": "Answered with status 500, nothing is done",
  "429": "Answered with status 429 and Retry-After (value: seconds, 30 by default), nothing is done",
  "422": "Answered with status 422, nothing is done",
  "401": "Answered with status 401 as if the key were wrong, nothing is done",
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
  /** Milliseconds or seconds, depending on the fault; null for the default. */
  value: number | null;
};

export type QueuedFault = SimulatedFault & {
  /** The vendor that it applies to; null for whichever is called next. */
  vendor: string | null;
  /** The prefix of the call's path, such as `/yardstik/packages`; null for any call. Ignored for webhooks. */
  path: string | null;
  /** The number of remaining times. */
  times: number;
};

export const isFaultName = (text: unknown): text is FaultName => faultNames.some((name) => name === text);
export const isWebhookFault = (name: FaultName): name is WebhookFault => name.startsWith("webhook-");

/**
 * Parses the header `x-simulate`: faults separated by commas, each with an optional value after an equals sign
 * (`429=5, webhook-duplicate`).
 *
 * @throws Error that names an unknown fault.
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

/** The queued faults, in the order in which they were requested. */
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

  /** Takes the next fault for a call of this vendor at this path; null if there is none. */
  takeForAnswer(vendor: string, path: string): SimulatedFault<AnswerFault> | null {
    return this.#take(
      (one) => !isWebhookFault(one.name) && concerns(one, vendor) && (one.path === null || path.startsWith(one.path)),
    );
  }

  /** Takes the next fault for a webhook of this vendor; null if there is none. */
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
