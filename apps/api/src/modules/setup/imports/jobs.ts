import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { batchJob } from "../../../jobs/batch-job.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { rosterImport } from "../../../schema/setup.ts";
import { foldSoon } from "../../compliance/index.ts";
import { actingAgain } from "../../people/index.ts";
import { continueCheck } from "./actions/check.ts";
import { mayImport } from "./actions/context.ts";
import { forgetImports } from "./actions/forget.ts";
import { continueImport, giveUp, giveUpAbandoned } from "./actions/run.ts";

/** Returns a call that acts as the importer; null when they can't act here anymore. */
async function asImporter(call: Call, rosterImportId: string): Promise<Call | null> {
  const [begun] = await call.db
    .select({ by: rosterImport.createdBy })
    .from(rosterImport)
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId)));
  return begun ? actingAgain(call, begun.by) : null;
}

/** Runs one step as the importer; if they can't act anymore, the import fails. @returns whether more is left. */
async function stepAs(call: Call, rosterImportId: string, step: (as: Call) => Promise<boolean>) {
  const as = await asImporter(call, rosterImportId);
  if (as && mayImport(as)) return step(as);
  await giveUp(call, rosterImportId, "The person who started this import no longer has permission to add people.");
  return false;
}

const ofImport = { rosterImportId: z.uuid() };

/** Checks a long file, a few thousand rows at a time. */
export const checkRoster = batchJob({
  name: "imports.check",
  payload: z.object({ ...ofImport, round: z.int() }),
  step: (call, payload) => stepAs(call, payload.rosterImportId, (as) => continueCheck(as, payload)),
  after: foldSoon,
});

/** Runs the import, a few hundred rows at a time. */
export const writeRoster = batchJob({
  name: "imports.write",
  payload: z.object(ofImport),
  step: (call, payload) => stepAs(call, payload.rosterImportId, (as) => continueImport(as, payload)),
  after: foldSoon,
});

/** Fails imports whose job was given up, which would otherwise seem to run forever. */
export const noticeAbandonedImports: Schedule = {
  name: "imports.noticeAbandoned",
  everySeconds: 60,
  run: ({ eachOrganization }) => eachOrganization(giveUpAbandoned),
};

/** Deletes old files and rows, which are personal data and no longer needed. */
export const forgetRosters: Schedule = {
  name: "imports.forget",
  whileSuspended: true,
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetImports),
};
