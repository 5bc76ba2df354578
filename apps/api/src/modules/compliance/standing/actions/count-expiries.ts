import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openBatch, partOf } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { expiriesBehind } from "../../../../schema/compliance.ts";
import { peopleAfter } from "../queries/people-after.ts";
import { lockPeople } from "./lock-people.ts";
import { catchUp, restand } from "./restand.ts";

const walk = openBatch<object, typeof expiriesBehind.$inferSelect, string>({
  size: openBatchSize({ first: 500, most: 500 }),
  async begin(call) {
    const [row] = await call.db.select().from(expiriesBehind).where(ours(expiriesBehind, call)).for("update");
    return row ?? null;
  },
  async take(call, { afterProfile }, most) {
    const people = await peopleAfter(call, afterProfile, most);
    await lockPeople(call, people);
    // Changes caused by time are dated at the instant they took effect.
    await catchUp(call, people);
    await restand(call, people);
    return partOf(people, most, (last) => last);
  },
  advance: (call, _, { next }) =>
    call.db.update(expiriesBehind).set({ afterProfile: next }).where(ours(expiriesBehind, call)),
  finish: (call) => call.db.delete(expiriesBehind).where(ours(expiriesBehind, call)),
});

/**
 * Counts the expirations of some hundred people, in an organization from before they were counted. Anyone whose statuses are
 * written meanwhile is counted by that.
 *
 * @returns whether more is left.
 */
export const continueExpiries = (call: Call, most?: number) => walk.step(call, {}, most);
