import { day, minute, second } from "./clock.ts";
import type { Stage } from "./orders.ts";

/** What a provider does with a person's check, from the moment the candidate submits the form. */
export type Script = {
  /** What it is called in the panel and in the README. */
  title: string;
  /** The steps in their order, each so long after the one before. */
  afterSubmit: readonly { after: number; to: Stage }[];
  /** The steps from the moment a pre-adverse notice went out; absent: only the waiting period runs. */
  afterPreAdverse?: readonly { after: number; to: Stage }[];
  /** The invitation has expired before the candidate opens it. */
  expiresAtOnce?: true;
};

const checked = 30 * second;

/**
 * The scripted people: whoever types this last name, alone or as a part of a double name ("Rivera-Consider"), gets this
 * outcome. Everybody else is clear.
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

/** The script of whoever typed this last name. */
export function scriptOf(lastName: string): ScriptName {
  const words = lastName.toLowerCase().split(/[^\p{L}]+/u);
  return (Object.keys(scripts) as ScriptName[]).find((name) => words.includes(name)) ?? "clear";
}
