import type { BodyOf } from "@touchline/contract";
import { readableAccent } from "@touchline/contract/colours";
import type { saveOrganizationSettings } from "@touchline/contract/organization-settings";
import { stateFits, wordKey } from "@touchline/rules";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import { authorize } from "../../../kernel/authorize.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid } from "../../../kernel/errors.ts";
import { mustBeLegible } from "../../../kernel/names.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { nameRoot } from "../../hierarchy/actions.ts";
import { inTurn } from "../../profiles/actions/turn.ts";
import { lockOrganization, namedOrganization } from "../queries/own.ts";
import { levelKinds } from "../queries/settings.ts";
import { levelKind, organization, organizationDirectory } from "../tables.ts";
import { changeTimeZone } from "./time-zone.ts";

type Changes = BodyOf<typeof saveOrganizationSettings>;
type Columns = Partial<typeof organization.$inferInsert>;
type Present = Awaited<ReturnType<typeof namedOrganization>>;

/**
 * Changes parts of the settings; all or nothing. The audit log keeps what was there before.
 *
 * @throws NotFound, Forbidden; 400 for an accent that could not be read, with one that can; Conflict while an earlier change
 * of the time zone is under way.
 */
export async function saveSettings(given: Call, organizationId: string, changes: Changes): Promise<void> {
  const duties = changes.timeZone === undefined ? "memberships" : "assignments";
  const call = await inTurn(given, { duties, also: lockOrganization });
  const own = await namedOrganization(call, organizationId);
  authorize(call, "organization.edit", { organizationWide: true });
  const columns = { ...details(changes), ...accent(changes), ...choices(changes) };
  const changed = Object.fromEntries(
    Object.entries(columns).filter(([key, value]) => !same(own[key as keyof Present], value)),
  ) as Columns;
  if (Object.keys(changed).length > 0) await write(call, own, changed);
  if (changes.levelKinds) await nameKinds(call, changes.levelKinds);
  if (changes.timeZone !== undefined && changes.timeZone !== own.timeZone) {
    await changeTimeZone(call, own.timeZone, changes.timeZone);
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function details({ details: given }: Changes): Columns {
  if (!given) return {};
  for (const field of ["name", "initials", "cityName"] as const) mustBeLegible(`details.${field}`, given[field] ?? "");
  if (!stateFits(given.countryCode, given.stateCode)) {
    throw invalid("details.stateCode", "This state is not one of that country's. Choose it again.");
  }
  return given;
}

function accent({ accentColor }: Changes): Columns {
  if (accentColor === undefined) return {};
  const readable = readableAccent(accentColor);
  if (readable !== accentColor.toLowerCase()) {
    throw invalid(
      "accentColor",
      `White text on this colour could not be read. The nearest that will do is ${readable}.`,
    );
  }
  return { accentColor: readable };
}

function choices({ languages, retention, managers }: Changes): Columns {
  return {
    ...(languages && { languages: [...new Set(languages)] }),
    ...(retention && { consentYears: retention.consentYears, outcomeYears: retention.outcomeYears }),
    ...(managers && { managersReview: managers.review, managersEditContent: managers.editContent }),
  };
}

/** What of an organization could name or reach somebody is kept sealed in the log; the rest is plain. */
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

/** Names the kinds of levels anew. Those in use keep a name, so that nobody looks for a kind that levels have. */
async function nameKinds(call: Call, kinds: NonNullable<Changes["levelKinds"]>) {
  const keys = kinds.map((one) => wordKey(one.singular));
  for (const [at, { singular, plural }] of kinds.entries()) {
    mustBeLegible(`levelKinds.${at}.singular`, singular);
    mustBeLegible(`levelKinds.${at}.plural`, plural);
    if (keys.indexOf(keys[at] as string) !== at) {
      throw invalid(`levelKinds.${at}.singular`, `"${singular}" is there twice.`);
    }
  }
  const before = (await levelKinds(call)).map(({ singular, plural }) => ({ singular, plural }));
  await call.db.delete(levelKind).where(ours(levelKind, call));
  if (kinds.length > 0) {
    await call.db
      .insert(levelKind)
      .values(kinds.map((one, position) => ({ organizationId: call.organizationId, ...one, position })));
  }
  await audit(call, [
    {
      action: "organization.changed",
      subjectId: call.organizationId,
      values: { levelKinds: { before, after: kinds } },
    },
  ]);
}
