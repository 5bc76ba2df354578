import { RequirementType, requirementTypeLabels } from "@touchline/contract";
import { labelRoles } from "@touchline/contract/library/labels";
import { states } from "@touchline/contract/regions";
import { and, asc, count, eq, inArray, isNull, lte } from "drizzle-orm";

import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { organizationPlan } from "../../../../schema/accounts.ts";
import { requirement } from "../../../../schema/compliance.ts";
import { content, contentVersion } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { listLabels } from "../../../library/index.ts";
import { conditionsOf } from "../../../requirements/index.ts";

/** Levels and priced requirements that come with the profile; other calls return the rest. */
const most = { levels: 200, priced: 40 };
/** Lists the organization and the levels right below it. */
const treeDepth = 1;
const statesOf = { UnitedStates: "US", Canada: "CA" } as const;

/** Returns the top of the tree, as far as the actor sees members there. */
async function treeTop(call: Call) {
  const within = rowsWithinReach(call, "members.see", { pre: level.pre });
  if (!within) return [];
  return call.db
    .select({
      levelId: level.levelId,
      parentId: level.parentId,
      name: level.name,
      kind: level.kind,
      depth: level.depth,
    })
    .from(level)
    .where(and(ours(level, call), lte(level.depth, treeDepth), within))
    .orderBy(asc(level.pre))
    .limit(most.levels);
}

/** Counts a person's requirements by status. */
const requirementCounts = (call: Call, profileId: string) =>
  call.db
    .select({ status: requirement.status, count: count() })
    .from(requirement)
    .where(and(ours(requirement, call), eq(requirement.profileId, profileId), isNull(requirement.archivedAt)))
    .groupBy(requirement.status)
    .orderBy(requirement.status);

/** Lists the prices of the organization's background checks and trainings. */
async function paidContents(call: Call) {
  const rows = await call.db
    .select({ contentId: content.contentId, name: content.name, type: content.type, settings: contentVersion.settings })
    .from(content)
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, content.currentVersionId))
    .where(
      and(
        ours(content, call),
        isNull(content.archivedAt),
        inArray(content.type, [RequirementType.BackgroundCheck, RequirementType.AbusePreventionTraining]),
      ),
    )
    .orderBy(asc(content.name))
    .limit(most.priced);
  const priced = rows.flatMap(({ settings, ...row }) =>
    "price" in settings && settings.price > 0 ? [{ ...row, amount: settings.price, currency: settings.currency }] : [],
  );
  const ofType = (type: RequirementType) => priced.filter((row) => row.type === type).map(({ type: _, ...row }) => row);
  return {
    backgroundCheckPaymentInfo: ofType(RequirementType.BackgroundCheck),
    abusePreventionTrainingPaymentInfo: ofType(RequirementType.AbusePreventionTraining),
  };
}

async function plansOf(call: Call) {
  return call.db
    .select({
      productName: organizationPlan.productName,
      monthUnitAmount: organizationPlan.monthUnitAmount,
      yearUnitAmount: organizationPlan.yearUnitAmount,
      currency: organizationPlan.currency,
    })
    .from(organizationPlan)
    .where(ours(organizationPlan, call));
}

/**
 * Returns what the page stores about a session beside the profile. Source: specification 1, section 3, Session user.
 *
 * @param of.paysFor whether the person may see what the organization pays.
 */
export async function sessionUser(call: Call, of: { profileId: string; country: string | null; paysFor: boolean }) {
  const [tree, conditions, labels, requirementState, paid, plans] = await Promise.all([
    treeTop(call),
    conditionsOf(call, of.profileId),
    listLabels(call),
    requirementCounts(call, of.profileId),
    paidContents(call),
    of.paysFor ? plansOf(call) : [],
  ]);
  const country = statesOf[of.country as keyof typeof statesOf];
  return {
    tree,
    contentTypes: Object.values(RequirementType).map((type) => ({ type, name: requirementTypeLabels[type] })),
    conditionTypes: conditions.map(({ conditionId, question }) => ({ conditionId, question })),
    labels: labels.map(({ labelId, name, role }) => ({ labelId, name, role })),
    labelRoles: [...labelRoles],
    requirementState,
    states: states.filter((one) => country === undefined || one.country === country),
    plans,
    ...paid,
  };
}
