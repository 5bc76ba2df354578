import { type Call, organizationFacts } from "../../../../call.ts";
import type { requirementsOpen } from "../mails/requirements-open.ts";
import { addressees } from "../queries/addressees.ts";
import { type OrganizationMail, writeMails } from "./send.ts";

/** The result for a person: emailed, or the reason why not. */
export type Mailed = "mailed" | "noAddress" | "inactive" | "already";

type Open = Parameters<(typeof requirementsOpen)["en"]>[0]["open"][number];

/** The maximum number of requirements or fees in one mail. */
const mostNamed = 20;

/**
 * Reminds people of their open requirements; the guardians, if a child has no login. Each reader gets one mail about all of
 * them, unless one with the same key was sent before. Runs a fixed number of statements.
 *
 * @param open the open requirements by profile, of at most a few hundred profiles.
 * @param keyOf the reason for a reader's mail.
 */
export async function mailReminders(
  call: Call,
  open: ReadonlyMap<string, readonly Omit<Open, "member">[]>,
  keyOf: (profileId: string) => string,
): Promise<Map<string, Mailed>> {
  return remindAbout(call, open, keyOf, (all, fields) => ({
    kind: "requirementsOpen",
    fields: {
      ...fields,
      open: all.slice(0, mostNamed),
      path: all.every((one) => one.member === null) ? "/requirements" : "/groupAccountDashboard",
    },
  }));
}

/** Reminds people of the fees that they owe; the guardians, if a child has no login. */
export async function mailFeesOwed(
  call: Call,
  owed: ReadonlyMap<string, readonly { what: string; money: string }[]>,
  keyOf: (profileId: string) => string,
): Promise<Map<string, Mailed>> {
  return remindAbout(call, owed, keyOf, (all, fields) => ({
    kind: "feesOwed",
    fields: { ...fields, owed: all.slice(0, mostNamed), path: "/payments" },
  }));
}

/** Writes one mail to each reader about themselves and the children without a login whose guardian they are. */
async function remindAbout<One>(
  call: Call,
  open: ReadonlyMap<string, readonly One[]>,
  keyOf: (profileId: string) => string,
  mailOf: (
    all: (One & { member: string | null })[],
    fields: { firstName: string; organization: string; more: number },
  ) => OrganizationMail,
): Promise<Map<string, Mailed>> {
  const people = await addressees(call, [...open.keys()]);
  const { name: organization } = await organizationFacts(call);
  const pairs = [...people].flatMap(([profileId, { member, to }]) =>
    to.filter((one) => one.active).map((one) => ({ profileId, member, one })),
  );
  const mails = [...Map.groupBy(pairs, ({ one }) => one.profileId).values()].flatMap((theirs) => {
    const reader = theirs[0]?.one;
    if (!reader) return [];
    const all = theirs.flatMap(({ profileId, member }) => {
      const own = profileId === reader.profileId;
      return (open.get(profileId) ?? []).map((one) => ({ ...one, member: own ? null : member.firstName }));
    });
    const { profileId, email, firstName } = reader;
    const written = mailOf(all, { firstName, organization, more: Math.max(0, all.length - mostNamed) });
    return [{ ...written, to: email, profileId, key: keyOf(profileId) }];
  });
  const written = new Set((await writeMails(call, mails)).map(({ key }) => key));
  return new Map(
    [...open.keys()].map((profileId) => {
      const to = people.get(profileId)?.to ?? [];
      const active = to.filter((one) => one.active);
      if (active.some((one) => written.has(keyOf(one.profileId)))) return [profileId, "mailed"];
      return [profileId, to.length === 0 ? "noAddress" : active.length === 0 ? "inactive" : "already"];
    }),
  );
}
