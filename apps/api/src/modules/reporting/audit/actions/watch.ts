import type { OrganizationId } from "../../../../database/tenancy.ts";
import { failureFacts } from "../../../../jobs/job-runner.ts";
import type { ScheduleDeps } from "../../../../jobs/schedules.ts";
import { type Against, compareWithCheckpoint, lastEntry } from "../queries/checkpoint-comparison.ts";
import { sealStep } from "./seal.ts";
import { noteSettled, settleSealed } from "./settle.ts";

/** Stretches of one chain that are followed in one round; the rest follows in the next. */
const mostStretches = 20;

type Deps = Pick<ScheduleDeps, "tenancy" | "adapters" | "now" | "log">;

/**
 * Compares the chain of every organization with what this server remembers of it, and remembers how far it reaches now. A chain
 * that doesn't continue from there raises an alarm here, whichever server seals. A failure in one organization doesn't stop the
 * others.
 */
export async function watchChains(deps: Deps): Promise<void> {
  let failed = 0;
  for await (const organizationId of deps.tenancy.organizations()) {
    await watchChain(deps, organizationId).catch((error: unknown) => {
      failed += 1;
      deps.log.error({ organizationId, ...failureFacts(error) }, "Audit chain not compared");
    });
  }
  if (failed > 0) throw new Error(`The chains of ${failed} organizations were not compared.`);
}

async function watchChain(deps: Deps, organizationId: OrganizationId): Promise<void> {
  const { adapters, log } = deps;
  const within = <Result>(work: (call: Parameters<typeof sealStep>[0]) => Promise<Result>) =>
    deps.tenancy.run(organizationId, (db) =>
      work({ actor: { kind: "system", name: "audit.watch" }, organizationId, db, now: deps.now(), adapters }),
    );
  for (let stretches = 0; stretches < mostStretches; stretches += 1) {
    const memory = await adapters.chainMemory.read(organizationId);
    const { against, last } = await within(async (call) => ({
      against: await compareWithCheckpoint(call),
      last: await lastEntry(call),
    }));
    if (isNew(against)) {
      const sealed = await within(sealStep);
      await settleSealed(adapters, log, organizationId, sealed, deps.now());
      await within((call) => noteSettled(call, sealed));
      return;
    }
    const end = against.kind === "broken" ? null : (against.end ?? last);
    if (!end || (memory.kind === "remembered" && end.sequence === memory.remembered.sequence)) return;
    await adapters.chainMemory.remember({ organizationId, ...end, at: deps.now().toISOString() });
    await within((call) => noteSettled(call, { end, alarms: [] }));
    if (against.kind === "sound") return;
  }
}

const isNew = ({ kind, alarms }: Against) => kind === "broken" || alarms.length > 0;
