import type { BodyOf } from "@touchline/contract";
import { type createOrganization as creation, defaultPlan } from "@touchline/contract/setup/organization-creation";
import {
  firstAdministrator,
  initialsOf,
  roleRequirementsFault,
  starterLabel,
  starterRequirement,
  starterType,
  stateFits,
  usualZone,
} from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Adapters, Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { mustBeLegible } from "../../../../database/names.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { requestHash } from "../../../../http/idempotency.ts";
import type { Visit } from "../../../../http/mount.ts";
import { organizationDraft, organizationFounding } from "../../../../schema/setup.ts";
import { audit } from "../../../../security/audit.ts";
import { foundOrganization, recordPlan, requireTimeZone } from "../../../accounts/index.ts";
import { addAndInvite } from "../../../joining/index.ts";
import { assignContent, createContent, createLabel, saveSettings } from "../../../library/index.ts";
import { draftOf } from "../queries.ts";

type Creation = BodyOf<typeof creation>;

/** The accent color until the organization chooses one. */
const firstAccent = "#24324f";

/**
 * Creates an organization in one transaction: the organization with its root level, its roles and their requirements, the plan,
 * and the first administrator with an invitation. The operator's draft is deleted. Repeated with the same key it returns the same
 * organization, and a draft creates one organization whatever the key.
 *
 * @throws 400 for invalid input; Conflict `keyUsed` when the key was used for something else.
 */
export async function createOrganization(
  { tenancy, now }: Visit,
  adapters: Adapters,
  appUserId: string,
  body: Creation,
  idempotencyKey: string | null,
): Promise<{ organizationId: string }> {
  check(body);
  const draft = await tenancy.runShared((db) => draftOf(db, appUserId));
  const founded = tenancy.found(draft?.organizationId ?? newId());
  const key = idempotencyKey ?? founded;
  return tenancy.run(founded, async (db) => {
    const call: Call = { actor: { kind: "system", name: "platform" }, organizationId: founded, db, now, adapters };
    const before = await takeKey(call, appUserId, key, body);
    if (before) return { organizationId: before };
    await found(call, body);
    await db
      .delete(organizationDraft)
      .where(and(eq(organizationDraft.appUserId, appUserId), eq(organizationDraft.organizationId, founded)));
    await audit(call, [
      {
        action: "organization.created",
        subjectId: founded,
        facts: { operator: appUserId },
        values: { name: body.general.name },
      },
    ]);
    return { organizationId: founded };
  });
}

/** Checks what the schema can't express. */
function check({ general, admin, roleRequirements }: Creation): void {
  mustBeLegible("general.name", general.name);
  mustBeLegible("admin.firstName", admin.firstName);
  mustBeLegible("admin.lastName", admin.lastName);
  for (const [at, row] of roleRequirements.entries()) mustBeLegible(`roleRequirements.${at}.roleLabel`, row.roleLabel);
  if (!stateFits(general.countryCode, general.stateCode)) {
    throw invalid("general.stateCode", "This state isn't in the selected country. Choose another one.");
  }
  const fault = roleRequirementsFault(roleRequirements);
  if (fault) throw invalid(fault.path, fault.message);
}

/**
 * Stores the key with the change. A concurrent call waits and then returns what the first created.
 *
 * @returns the organization that a call with this key has created.
 */
async function takeKey(call: Call, appUserId: string, key: string, body: Creation): Promise<string | null> {
  const hash = requestHash({ method: "POST", url: "/api/app/organization", body, files: [] });
  const { organizationId, now } = call;
  const taken = await call.db
    .insert(organizationFounding)
    .values({ appUserId, key, requestHash: hash, organizationId, foundedAt: now })
    .onConflictDoNothing()
    .returning({ organizationId: organizationFounding.organizationId });
  if (taken.length > 0) return null;
  const [before] = await call.db
    .select()
    .from(organizationFounding)
    .where(and(eq(organizationFounding.appUserId, appUserId), eq(organizationFounding.key, key)));
  if (before?.requestHash.equals(hash)) return before.organizationId;
  throw conflict("An organization was already created from this draft with other details. Check the list.", "keyUsed");
}

async function found(call: Call, { general, admin, plan, paySubscriptionOrganization, roleRequirements }: Creation) {
  const rootLevelId = newId();
  const { name, countryCode, stateCode } = general;
  const timeZone = general.timeZone ?? usualZone(countryCode, stateCode);
  if (timeZone === null) throw invalid("general.timeZone", "Choose a time zone.");
  await foundOrganization(call, {
    ...general,
    initials: initialsOf(name),
    timeZone,
    accentColor: firstAccent,
    isDemo: false,
    rootLevelId,
    rootKind: "Organization",
  });
  // From here on, statements run within the new organization; a refusal rolls everything back.
  await requireTimeZone(call, timeZone, "general.timeZone");
  await recordPlan(call, { ...defaultPlan, ...plan, ...paySubscriptionOrganization });
  const { label, role } = firstAdministrator;
  const administrator = await createLabel(call, { name: label, role });
  const labelled = [];
  for (const row of roleRequirements) {
    labelled.push({
      ...row,
      labelId: await createLabel(call, { name: row.roleLabel, ...starterLabel(row.roleLabel) }),
    });
  }
  for (const id of new Set(roleRequirements.flatMap((row) => row.roleRequirementsIds))) {
    await demandOf(
      call,
      id,
      rootLevelId,
      labelled.filter((row) => row.roleRequirementsIds.includes(id)),
    );
  }
  await addAndInvite(call, {
    levelId: rootLevelId,
    labelId: administrator,
    person: { ...admin, dateOfBirth: null },
  });
}

type Labelled = Creation["roleRequirements"][number] & { labelId: string };

/** Creates a requirement of the catalog in the organization's library, assigned at the root to the roles that have it. */
async function demandOf(call: Call, id: string, levelId: string, owing: readonly Labelled[]) {
  const starter = starterRequirement(id);
  if (!starter) throw new Error("The catalog was checked before.");
  const { name, description, settings } = starter;
  const { contentId } = await createContent(call, { type: starterType(starter), name, description, levelId });
  await saveSettings(call, { contentId, settings });
  // Roles with the same due date and payer share one assignment.
  const alike = Map.groupBy(owing, (row) =>
    JSON.stringify([row.requirementsDueDate, row.paidRoleRequirementsIds.includes(id)]),
  );
  await assignContent(call, {
    contentId,
    contentAssignments: [...alike.values()].map((rows) => ({
      levelId,
      includeBelow: true,
      labelIds: rows.map((row) => row.labelId),
      mandatory: true,
      dueDate: rows[0]?.requirementsDueDate ?? null,
      payer: rows[0]?.paidRoleRequirementsIds.includes(id) ? "Organization" : "Individual",
    })),
  });
}
