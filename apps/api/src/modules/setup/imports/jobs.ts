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

/** The call as whoever began the import; null when they cannot act here any more. */
async function asImporter(call: Call, rosterImportId: string): Promise<Call | null> {
  const [begun] = await call.db
    .select({ by: rosterImport.createdBy })
    .from(rosterImport)
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId)));
  return begun ? actingAgain(call, begun.by) : null;
}

/** One step as the importer; without them the import has failed. @returns whether more is left. */
async function stepAs(call: Call, rosterImportId: string, step: (as: Call) => Promise<boolean>) {
  const as = await asImporter(call, rosterImportId);
  if (as && mayImport(as)) return step(as);
  await giveUp(call, rosterImportId, "The person who started this import no longer has permission to add people.");
  return false;
}

const ofImport = { rosterImportId: z.uuid() };

/** The dry run of a long file, some thousand rows at a time. */
export const checkRoster = batchJob({
  name: "imports.check",
  payload: z.object({ ...ofImport, round: z.int() }),
  step: (call, payload) => stepAs(call, payload.rosterImportId, (as) => continueCheck(as, payload)),
  after: foldSoon,
});

/** The import itself, some hundred rows at a time. */
export const writeRoster = batchJob({
  name: "imports.write",
  payload: z.object(ofImport),
  step: (call, payload) => stepAs(call, payload.rosterImportId, (as) => continueImport(as, payload)),
  after: foldSoon,
});

/** An import whose job was given up would otherwise seem to be under way for ever. */
export const noticeAbandonedImports: Schedule = {
  name: "imports.noticeAbandoned",
  everySeconds: 60,
  run: ({ eachOrganization }) => eachOrganization(giveUpAbandoned),
};

/** Files and rows are personal data and have served their purpose. */
export const forgetRosters: Schedule = {
  name: "imports.forget",
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetImports),
};
