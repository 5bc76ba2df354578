import type { BodyOf } from "@touchline/contract";
import { readableAccent } from "@touchline/contract/accounts/colors";
import type { saveOrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { stateFits, wordKey } from "@touchline/rules";
import { eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { mustBeLegible } from "../../../../database/names.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invalid } from "../../../../errors.ts";
import { levelKind, organization, organizationDirectory } from "../../../../schema/accounts.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { followSeason } from "../../../compliance/index.ts";
import { nameKindsOfLevels, nameRoot, withLocks } from "../../../people/index.ts";
import { lockOrganization, namedOrganization } from "../queries/own.ts";
import { levelKinds } from "../queries/settings.ts";
import { changeTimeZone } from "./time-zone.ts";

type Changes = BodyOf<typeof saveOrganizationSettings>;
type Columns = Partial<typeof organization.$inferInsert>;
type Present = Awaited<ReturnType<typeof namedOrganization>>;

/**
 * Changes some settings, all or nothing. The audit log stores the previous values.
 *
 * @throws NotFound, Forbidden; 400 for an accent color with too little contrast, suggesting another; Conflict while an earlier
 * change of the time zone runs.
 */
export async function saveSettings(unlocked: Call, organizationId: string, changes: Changes): Promise<void> {
  // Taken before any row lock: moving a level takes the duties first and then renumbers the root.
  const renamesKinds = changes.levelKinds?.some(({ singular, was }) => was !== undefined && was !== singular);
  const alone = changes.timeZone !== undefined || changes.seasonStart !== undefined;
  const duties = alone || renamesKinds ? "assignments" : "memberships";
  const mine = (one: Call) => organizationToEdit(one, organizationId);
  const call = await withLocks(unlocked, { duties, refuse: mine, also: lockOrganization });
  const own = await mine(call);
  const columns = { ...details(changes), ...accent(changes), ...choices(changes) };
  const changed = Object.fromEntries(
    Object.entries(columns).filter(([key, value]) => !same(own[key as keyof Present], value)),
  ) as Columns;
  if (Object.keys(changed).length > 0) await write(call, own, changed);
  if (changed.seasonMonth !== undefined || changed.seasonDay !== undefined) await followSeason(call);
  if (changes.levelKinds) await nameKinds(call, changes.levelKinds);
  if (changes.timeZone !== undefined && changes.timeZone !== own.timeZone) {
    await changeTimeZone(call, own.timeZone, changes.timeZone);
  }
  if (changes.timeZone !== undefined && own.timeZoneAssumed) await write(call, own, { timeZoneAssumed: false });
}

async function organizationToEdit(call: Call, organizationId: string): Promise<Present> {
  const own = await namedOrganization(call, organizationId);
  authorize(call, "organization.edit", { organizationWide: true });
  return own;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function details({ details: changed }: Changes): Columns {
  if (!changed) return {};
  for (const field of ["name", "initials", "cityName"] as const)
    mustBeLegible(`details.${field}`, changed[field] ?? "");
  if (!stateFits(changed.countryCode, changed.stateCode)) {
    throw invalid("details.stateCode", "This state isn't in the selected country. Choose another one.");
  }
  return changed;
}

function accent({ accentColor }: Changes): Columns {
  if (accentColor === undefined) return {};
  const readable = readableAccent(accentColor);
  if (readable !== accentColor.toLowerCase()) {
    throw invalid("accentColor", `White text isn't readable on this color. The closest readable color is ${readable}.`);
  }
  return { accentColor: readable };
}

function choices({ languages, retention, managers, seasonStart, chatForMinors }: Changes): Columns {
  return {
    ...(seasonStart && { seasonMonth: seasonStart.month, seasonDay: seasonStart.day }),
    ...(languages && { languages: [...new Set(languages)] }),
    ...(retention && { consentYears: retention.consentYears, outcomeYears: retention.outcomeYears }),
    ...(managers && { managersReview: managers.review, managersEditContent: managers.editContent }),
    ...(chatForMinors !== undefined && { chatForMinors }),
  };
}

/** The settings that could identify or reach a person are encrypted in the log; the others are plain. */
const sealed: ReadonlySet<string> = new Set(["name", "initials", "website", "phone", "cityName"]);

async function write(call: Call, own: Present, changed: Columns) {
  await call.db.update(organization).set(changed).where(ours(organization, call));
  const { name, cityName, stateCode, countryCode } = { ...own, ...changed };
  await call.db
    .update(organizationDirectory)
    .set({ name, nameKey: wordKey(name), cityName, stateCode, countryCode })
    .where(eq(organizationDirectory.organizationId, call.organizationId));
  // The organization is the root of its own tree.
  if (changed.name !== undefined) await nameRoot(call, changed.name);
  const part = (wanted: (key: string) => boolean) => {
    const keys = Object.keys(changed).filter(wanted) as (keyof Columns & keyof Present)[];
    const of = (row: Partial<Present> | Columns) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
    return keys.length === 0 ? undefined : { before: of(own), after: of(changed) };
  };
  const values = part((key) => sealed.has(key));
  await audit(call, [
    {
      action: "organization.changed",
      subjectId: call.organizationId,
      facts: part((key) => !sealed.has(key)) ?? {},
      ...(values && { values }),
    },
  ]);
}

type Kinds = NonNullable<Changes["levelKinds"]>;

/** Renames kinds of levels, and the levels with them. Kinds in use that are left out keep their name. */
async function nameKinds(call: Call, kinds: Kinds) {
  const present = await levelKinds(call);
  refuseKinds(kinds, present);
  await call.db.delete(levelKind).where(ours(levelKind, call));
  const after = kinds.map(({ singular, plural }) => ({ singular, plural }));
  if (after.length > 0) {
    await call.db
      .insert(levelKind)
      .values(after.map((one, position) => ({ organizationId: call.organizationId, ...one, position })));
  }
  const renamed = kinds.flatMap(({ singular, was }) =>
    was === undefined || was === singular ? [] : { was, singular },
  );
  if (renamed.length > 0) await nameKindsOfLevels(call, renamed);
  const before = present.map(({ singular, plural }) => ({ singular, plural }));
  await audit(call, [
    {
      action: "organization.changed",
      subjectId: call.organizationId,
      values: { levelKinds: { before, after, ...(renamed.length > 0 && { renamed }) } },
    },
  ]);
}

/** @throws 400 for an unreadable or duplicate name, for two kinds that would become one, and for a kind that doesn't exist */
function refuseKinds(kinds: Kinds, present: readonly { singular: string; levels: number }[]): void {
  const keys = kinds.map((one) => wordKey(one.singular));
  const were = kinds.map(({ was }) => was && wordKey(was));
  const there = new Map(present.map((one) => [wordKey(one.singular), one]));
  for (const [at, { singular, plural, was }] of kinds.entries()) {
    const [key, before] = [keys[at] as string, were[at]];
    const wrong = (sentence: string) => invalid(`levelKinds.${at}.singular`, sentence);
    mustBeLegible(`levelKinds.${at}.singular`, singular);
    mustBeLegible(`levelKinds.${at}.plural`, plural);
    if (keys.indexOf(key) !== at) throw wrong(`“${singular}” is used twice.`);
    if (before === undefined) continue;
    if (!there.has(before)) throw wrong(`“${was}” no longer exists. Reload the page.`);
    if (were.indexOf(before) !== at) throw wrong(`“${was}” has two new names. Choose one.`);
    // Merging two kinds couldn't be undone.
    const taken = key !== before && !were.includes(key) && (there.get(key)?.levels ?? 0) > 0;
    if (taken) throw wrong(`“${singular}” is already in use.`);
  }
}
