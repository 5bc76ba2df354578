import { and, desc, eq, gt, isNull, or } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invalid } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { lookBack } from "../../../../schema/reporting.ts";
import { authorize } from "../../../../security/authorize.ts";
import { treeBelow } from "../../../compliance/index.ts";
import { type LevelRow, levelById } from "../../../people/index.ts";
import { goOnLookingBack } from "../jobs.ts";
import { pastInstant } from "../queries/moment.ts";
import { noCounts, stepOf } from "./look-back-steps.ts";

/** Memberships that are processed within the request. */
const atOnce = 2_500;
const minuteMs = 60_000;
/** How long a result answers the same question again: names and roles are those of its moment. */
const freshMs = 15 * minuteMs;
/** A call that began before an instant may write after it: a result for so recent an instant isn't reused. */
const settledMs = minuteMs;
const nothing = "00000000-0000-0000-0000-000000000000";

/**
 * Looks back at a level and everything below it: within the request if few members ever arrived there, else by a job
 * (`goOnLookingBack`). Another unfinished one of the same person is given up.
 *
 * @param most memberships that are processed within the request.
 * @returns the id.
 * @throws NotFound, Forbidden; 400 for a future instant.
 */
export async function startLookingBack(
  call: Call,
  input: { levelId: string; asOf: string },
  most = atOnce,
): Promise<string> {
  const level = await levelById(call, input.levelId);
  authorize(call, "members.see", { levelPre: level.pre });
  return begin(call, level, { at: await pastInstant(call, input.asOf, "asOf"), since: null }, most);
}

/**
 * Compares a level and everything below it at two past moments, in the way `startLookingBack` looks at one.
 *
 * @returns the id.
 * @throws as `startLookingBack`; 400 if the second is not after the first.
 */
export async function startComparing(
  call: Call,
  input: { levelId: string; from: string; to: string },
  most = atOnce,
): Promise<string> {
  const level = await levelById(call, input.levelId);
  authorize(call, "members.see", { levelPre: level.pre });
  const since = await pastInstant(call, input.from, "from");
  const at = await pastInstant(call, input.to, "to");
  if (at <= since) throw invalid("to", "This date must be after the first one. Choose a later one.");
  return begin(call, level, { at, since }, most);
}

type Asked = { at: Date; since: Date | null };

async function begin(call: Call, level: LevelRow, { at, since }: Asked, most: number): Promise<string> {
  const tree = await treeBelow(call, level);
  const askedBy = actingProfile(call) ?? nothing;
  const known = await present(call, level, { at, since }, tree, askedBy);
  if (known !== null) return known;
  await giveUpOthers(call, askedBy);
  const lookBackId = newId();
  const begun = {
    ...{ lookBackId, levelId: level.levelId, at, since, tree, askedBy, looked: 0, total: null, counts: noCounts() },
    ...{ afterLevel: nothing, afterMembership: nothing, movedAt: call.now, createdAt: call.now },
    state: "building" as const,
  };
  await call.db.insert(lookBack).values({ organizationId: call.organizationId, ...begun });
  if (await stepOf(call, begun, level, most)) await enqueue(call, goOnLookingBack, { lookBackId });
  return lookBackId;
}

/**
 * Finds a recent result for the same question: a finished one of anybody, or an unfinished one of the actor's own, because
 * others may give theirs up.
 */
async function present(
  call: Call,
  { levelId }: LevelRow,
  { at, since }: Asked,
  tree: bigint,
  askedBy: string,
): Promise<string | null> {
  const [row] = await call.db
    .select({ lookBackId: lookBack.lookBackId })
    .from(lookBack)
    .where(
      and(
        ...[ours(lookBack, call), eq(lookBack.levelId, levelId), eq(lookBack.at, at), eq(lookBack.tree, tree)],
        since === null ? isNull(lookBack.since) : eq(lookBack.since, since),
        or(eq(lookBack.state, "whole"), and(eq(lookBack.state, "building"), eq(lookBack.askedBy, askedBy))),
        ...[gt(lookBack.createdAt, new Date(call.now.getTime() - freshMs))],
        gt(lookBack.createdAt, new Date(at.getTime() + settledMs)),
      ),
    )
    .orderBy(desc(lookBack.createdAt))
    .limit(1);
  return row?.lookBackId ?? null;
}

/** Gives up the person's other unfinished results, because everyone may have only one. */
async function giveUpOthers(call: Call, askedBy: string): Promise<void> {
  await call.db
    .update(lookBack)
    .set({ state: "over" })
    .where(and(ours(lookBack, call), eq(lookBack.askedBy, askedBy), eq(lookBack.state, "building")));
}
