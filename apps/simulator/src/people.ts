import { day, minute, second } from "./clock.ts";
import type { Stage } from "./orders.ts";

/** A script for a person's check, from the submission of the form. */
export type Script = {
  /** The name in the panel and in the README. */
  title: string;
  /** The steps in order, each with its delay after the previous one. */
  afterSubmit: readonly { after: number; to: Stage }[];
  /** The steps after a pre-adverse notice was sent. Without them, only the waiting period runs. */
  afterPreAdverse?: readonly { after: number; to: Stage }[];
  /** Whether the invitation expires before the candidate opens it. */
  expiresAtOnce?: true;
};

const checked = 30 * second;

/**
 * The scripted people: anyone with this last name, alone or as part of a double name ("Rivera-Consider"), gets this
 * result.
 * Everyone else is clear.
 */
export const scripts = {
  clear: { title: "Clear half a minute after submitting", afterSubmit: [{ after: checked, to: "clear" }] },
  consider: { title: "A record to consider", afterSubmit: [{ after: checked, to: "consider" }] },
  silent: { title: "The provider never reports", afterSubmit: [] },
  dispute: {
    title:
      "A record to consider; the candidate disputes a day after the pre-adverse notice and is clear three days later",
    afterSubmit: [{ after: checked, to: "consider" }],
    afterPreAdverse: [
      { after: day, to: "dispute" },
      { after: 3 * day, to: "clear" },
    ],
  },
  canceled: { title: "Canceled by the provider", afterSubmit: [{ after: checked, to: "canceled" }] },
  expired: { title: "The invitation expires before it is opened", afterSubmit: [], expiresAtOnce: true },
  revised: {
    title: "Clear, and a record to consider 30 days later by continuous monitoring",
    afterSubmit: [
      { after: checked, to: "clear" },
      { after: 30 * day, to: "consider" },
    ],
  },
  slow: { title: "Clear after ten days", afterSubmit: [{ after: 10 * day, to: "clear" }] },
  info: {
    title: "The provider asks for more information; clear a day later",
    afterSubmit: [
      { after: minute, to: "information-requested" },
      { after: day, to: "processing" },
      { after: minute, to: "clear" },
    ],
  },
  unlisted: { title: "A status that is in no documentation", afterSubmit: [{ after: checked, to: "unlisted" }] },
} satisfies Record<string, Script>;

export type ScriptName = keyof typeof scripts;

/** Returns the script for a last name. */
export function scriptOf(lastName: string): ScriptName {
  const words = lastName.toLowerCase().split(/[^\p{L}]+/u);
  return (Object.keys(scripts) as ScriptName[]).find((name) => words.includes(name)) ?? "clear";
}
