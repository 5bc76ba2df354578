import type { QueryOf, ResponseOf } from "@touchline/contract";
import { logoPath } from "@touchline/contract/accounts/organization-settings";
import type {
  DraftContent,
  ListedOrganization,
  lookAtOrganization,
  OrganizationDraft,
  organizationList,
} from "@touchline/contract/setup/organization-creation";
import { wordKey } from "@touchline/rules";
import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Adapters, Call } from "../../../call.ts";
import { onKey, ours, type SharedDb } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import type { Visit } from "../../../http/mount.ts";
import { organizationDirectory, organizationPlan } from "../../../schema/accounts.ts";
import { billingAccount } from "../../../schema/billing.ts";
import { label } from "../../../schema/library.ts";
import { level, profile, profileLevelAccess } from "../../../schema/people.ts";
import { organizationDraft } from "../../../schema/setup.ts";
import { audit } from "../../../security/audit.ts";
import type { CipherContext, Vault } from "../../../security/encryption.ts";
import { billingPlace, ownOrganization } from "../../accounts/index.ts";
import { operates } from "../../platform/index.ts";
import { onboardingStatus } from "../../screening/index.ts";

/** The encryption context of a draft. */
export const draftPlace = (appUserId: string): CipherContext => ({
  tenant: "",
  table: "organization_draft",
  column: "sealed_content",
  id: appUserId,
});

type DraftRow = typeof organizationDraft.$inferSelect;

/** Returns an operator's draft; undefined when there is none. */
export async function draftOf(db: SharedDb, appUserId: string): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(organizationDraft).where(eq(organizationDraft.appUserId, appUserId));
  return row;
}

/** Returns a draft in the contract's shape. */
export function shownDraft(row: DraftRow, vault: Vault): OrganizationDraft {
  const { appUserId, organizationId, revision, step, sealedContent, updatedAt } = row;
  const content = JSON.parse(vault.openShared(draftPlace(appUserId), sealedContent)) as DraftContent;
  return { organizationId, revision, step, content, updatedAt: updatedAt.toISOString() };
}

function toResponse(row: typeof organizationDirectory.$inferSelect): ListedOrganization {
  const { organizationId, name, cityName, stateCode, countryCode, isDemo, logoId, createdAt } = row;
  return {
    ...{ organizationId, name, cityName, stateCode, countryCode, isDemo },
    organizationPhoto: logoId === null ? null : logoPath(organizationId, logoId),
    createdAt: createdAt.toISOString(),
  };
}

/** Matches organizations of which every search word begins a word of the name or is in the location. */
function found(search: string): SQL[] {
  const words = wordKey(search).split(" ").slice(0, 6);
  return words.map((word) => {
    const beginning = `% ${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    return sql`(' ' || ${organizationDirectory.nameKey} || ' ' || lower(coalesce(${organizationDirectory.cityName}, '')
      || ' ' || coalesce(${organizationDirectory.stateCode}, ''))) LIKE ${beginning}`;
  });
}

/** Lists organizations by name: all of them for an operator, otherwise those in which the account has a profile. */
export async function listedOrganizations(
  visit: Visit,
  { page, perPage, search }: QueryOf<typeof organizationList>,
): Promise<ResponseOf<typeof organizationList>> {
  const appUserId = visit.identified?.appUserId ?? "";
  const own = (await operates(visit))
    ? null
    : (await visit.tenancy.profilesOfAccount(appUserId)).map((one) => one.organizationId);
  const where = and(
    own === null ? undefined : inArray(organizationDirectory.organizationId, [...new Set(own)]),
    ...(search ? found(search) : []),
  );
  return visit.tenancy.runShared(async (db) => {
    const rows = await db
      .select()
      .from(organizationDirectory)
      .where(where)
      .orderBy(asc(organizationDirectory.nameKey), asc(organizationDirectory.organizationId))
      .limit(perPage)
      .offset((page - 1) * perPage);
    const [counted] = await db.select({ all: count() }).from(organizationDirectory).where(where);
    return { data: rows.map(toResponse), pagination: { page, perPage, totalRecords: counted?.all ?? 0 } };
  });
}

/** Lists at most ten organizations with a similar name, ignoring punctuation and spaces. */
export async function namedAlike({ tenancy }: Visit, name: string): Promise<ListedOrganization[]> {
  const rows = await tenancy.runShared((db) =>
    db
      .select()
      .from(organizationDirectory)
      .where(sql`replace(${organizationDirectory.nameKey}, ' ', '') = ${wordKey(name).replaceAll(" ", "")}`)
      .orderBy(asc(organizationDirectory.createdAt))
      .limit(10),
  );
  return rows.map(toResponse);
}

/**
 * Returns what an operator may see of an organization: of its members only the administrators. The organization's own audit log
 * records the view.
 *
 * @throws NotFound
 */
export async function lookedAt(
  { tenancy, now }: Visit,
  adapters: Adapters,
  operator: string,
  id: string,
): Promise<ResponseOf<typeof lookAtOrganization>> {
  const [listed] = await tenancy.runShared((db) =>
    db.select().from(organizationDirectory).where(eq(organizationDirectory.organizationId, id)),
  );
  if (!listed) throw notFound("organization");
  const organizationId = tenancy.found(id);
  return tenancy.run(organizationId, async (db) => {
    const call: Call = { actor: { kind: "system", name: "platform" }, organizationId, db, now, adapters };
    const own = await ownOrganization(call);
    await audit(call, [{ action: "organization.viewed", subjectId: id, facts: { operator } }]);
    return {
      ...toResponse(listed),
      website: own.website,
      phone: own.phone,
      timeZone: own.timeZone,
      onboarding: await onboardingStatus(call),
      ...(await size(call)),
      plan: await planOf(call, own.wrappedKey),
      hasCard: await hasCard(call),
      administrators: await administrators(call),
    };
  });
}

async function size(call: Call) {
  const [levels] = await call.db.select({ all: count() }).from(level).where(ours(level, call));
  const [members] = await call.db
    .select({ all: count() })
    .from(profileLevelAccess)
    .where(ours(profileLevelAccess, call));
  return { levels: levels?.all ?? 0, members: members?.all ?? 0 };
}

async function planOf(call: Call, wrappedKey: Buffer) {
  const [row] = await call.db.select().from(organizationPlan).where(ours(organizationPlan, call));
  if (!row) return null;
  const { productName, monthUnitAmount, yearUnitAmount, currency, sealedBillingEmail, priceIdStripe } = row;
  const billingEmail =
    sealedBillingEmail && call.adapters.vault.open(wrappedKey, billingPlace(call), sealedBillingEmail);
  return { productName, monthUnitAmount, yearUnitAmount, currency, billingEmail, priceIdStripe };
}

async function hasCard(call: Call): Promise<boolean | null> {
  if (call.adapters.payments === null) return null;
  const [row] = await call.db
    .select({ methodId: billingAccount.defaultMethodId })
    .from(billingAccount)
    .where(ours(billingAccount, call));
  return row?.methodId != null;
}

/** Lists at most 20 people with the role of Admin. */
export async function administrators(call: Call) {
  const rows = await call.db
    .selectDistinctOn([profile.sortName, profile.profileId], {
      profileId: profile.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
      activatedAt: profile.activatedAt,
    })
    .from(profileLevelAccess)
    .innerJoin(profile, onKey(profile.profileId, profileLevelAccess.profileId))
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .where(and(ours(profileLevelAccess, call), inArray(label.role, ["Admin"])))
    .orderBy(asc(profile.sortName), asc(profile.profileId))
    .limit(20);
  return rows.map((row) => ({ ...row, activatedAt: row.activatedAt?.toISOString() ?? null }));
}
