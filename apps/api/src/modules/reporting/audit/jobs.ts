import { z } from "zod";
import type { Delivery } from "../../../adapters/checkpoint-targets/port.ts";
import type { IdentityPort } from "../../../adapters/identity/port.ts";
import type { Adapters, Call } from "../../../call.ts";
import { defineErrand, enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import type { Checkpoint } from "../../../security/audit-chain.ts";
import { checkStep, isCheckDue } from "./actions/check.ts";
import { mailAlarms } from "./actions/mail-alarms.ts";
import { isBehind, sealStep } from "./actions/seal.ts";
import { noteSettled, raise, settleSealed } from "./actions/settle.ts";
import { watchChains } from "./actions/watch.ts";
import { checkpointAt, latestCheckpoint } from "./queries/export.ts";

const targets = ["post", "mail", "stamp"] as const;
type Target = (typeof targets)[number];

/** Seals recorded rows into the chain, some thousand per step; the end of the chain is remembered outside the database. */
export const seal = defineErrand({
  name: "audit.seal",
  whileSuspended: true,
  payload: z.object({}),
  begin: async (call) => ({ sealed: await sealStep(call), organizationId: call.organizationId, now: call.now }),
  async act({ sealed, organizationId, now }, adapters, log) {
    await settleSealed(adapters, log, organizationId, sealed, now);
    return sealed;
  },
  async finish(call, _payload, sealed) {
    await noteSettled(call, sealed);
    if (sealed.checkpoint) await sendOut(call, sealed.checkpoint, ["post"]);
    return sealed.more ? "again" : undefined;
  },
});

/** Checks where rows were recorded since. */
export const noticeUnsealed: Schedule = {
  name: "audit.notice",
  whileSuspended: true,
  everySeconds: 60,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      if (await isBehind(call)) await enqueue(call, seal, {}, { singletonKey: "seal" });
    }),
};

/** Sends a checkpoint to one of the configured places; retried for hours until it is accepted. */
export const sendCheckpoint = defineErrand({
  name: "audit.sendCheckpoint",
  whileSuspended: true,
  payload: z.object({ sequence: z.number(), to: z.enum(targets) }),
  retries: 12,
  backoffSeconds: 15,
  priority: -1,
  async begin(call, { sequence, to }) {
    const checkpoint = isSet(call.adapters, to) ? await checkpointAt(call, sequence) : null;
    return checkpoint && { checkpoint, to };
  },
  act: ({ checkpoint, to }, adapters) => deliver(adapters, checkpoint, to),
  finish: async (_call, _payload, { kind }) => (kind === "delivered" ? undefined : "retry"),
});

const isSet = ({ checkpointTargets: { post, mailTo, stamp } }: Adapters, to: Target) =>
  ({ post: post !== null, mail: mailTo !== null, stamp: stamp !== null })[to];

async function deliver(adapters: Adapters, checkpoint: Checkpoint, to: Target): Promise<Delivery> {
  const { post, mailTo, stamp } = adapters.checkpointTargets;
  if (to === "post" && post) return post(checkpoint);
  if (to === "stamp" && stamp) {
    const stamped = await stamp(checkpoint);
    if (stamped.answer) await adapters.chainMemory.keepStamp(checkpoint, stamped.answer);
    return stamped;
  }
  if (to === "mail" && mailTo !== null) {
    const outcome = await adapters.mail.send(checkpointMail(adapters, checkpoint, mailTo));
    return outcome.kind === "sent" ? { kind: "delivered" } : { kind: "failed", code: outcome.code };
  }
  return { kind: "delivered" };
}

function checkpointMail({ site }: Adapters, checkpoint: Checkpoint, to: string) {
  const { organizationId, sequence } = checkpoint;
  const text = `Keep this email. With it you can prove what the audit log of ${site.url} said today: see docs/audit.md.\n\n${JSON.stringify({ checkpoint })}\n`;
  return {
    id: `checkpoint-${organizationId}-${sequence}`,
    to,
    subject: `Audit log checkpoint ${sequence} of organization ${organizationId}`,
    text,
    html: `<pre style="white-space:pre-wrap">${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`,
  };
}

async function sendOut(call: Call, { sequence }: Pick<Checkpoint, "sequence">, to: readonly Target[]): Promise<void> {
  for (const one of to) {
    if (isSet(call.adapters, one)) await enqueue(call, sendCheckpoint, { sequence, to: one });
  }
}

/** The daily check of an organization's chain and statuses, a bounded step at a time. */
export const check = defineErrand({
  name: "audit.check",
  whileSuspended: true,
  payload: z.object({}),
  priority: -2,
  begin: checkStep,
  async act(done, { chainMemory }, log) {
    await raise(chainMemory, log, done.alarms);
    return done;
  },
  async finish(call, _payload, { more, alarms }) {
    await noteSettled(call, { end: null, alarms });
    if (more) return "again";
    const checkpoint = await latestCheckpoint(call);
    if (checkpoint) await sendOut(call, checkpoint, ["mail", "stamp"]);
    return undefined;
  },
});

/** Finds organizations whose daily check is due, or was begun and not finished. */
export const noticeUnchecked: Schedule = {
  name: "audit.noticeUnchecked",
  whileSuspended: true,
  everySeconds: 900,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      if (await isCheckDue(call)) await enqueue(call, check, {}, { singletonKey: "check" });
    }),
};

/**
 * Checks on each server whether the chains in the database continue from what it remembers, remembers how far they reach, and
 * emails the platform's operators about new alarms.
 */
export const watch = (
  { chainMemory }: Pick<Adapters, "chainMemory">,
  identity: Pick<IdentityPort, "accountById">,
): Schedule => ({
  name: `audit.watch.${chainMemory.serverId}`,
  everySeconds: 60,
  async run(deps) {
    await watchChains(deps);
    await mailAlarms(deps, identity);
  },
});
