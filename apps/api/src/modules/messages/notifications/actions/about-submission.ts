import { type Call, organizationFacts } from "../../../../call.ts";
import type { AdverseMail } from "../mails/background-check-notice.ts";
import type { CheckEnd } from "../mails/check-ended.ts";
import { addressees } from "../queries/addressees.ts";
import { sendMails } from "./send.ts";

/** A submission that a mail is about. */
type Sent = { profileId: string; requirementName: string; path: string; key: string };
type Reset = Sent & { notes: string };

/**
 * Tells members that their submissions were reset, with the reviewer's note; the guardians, if a child has no login. Runs a fixed number
 * of statements.
 *
 * @param resets at most 100; the `key` is the review's id, so that each reader gets one mail about it.
 * @returns the number of mails written; people without an address get none.
 */
export async function mailResets(call: Call, resets: readonly Reset[]): Promise<number> {
  const mails = await aboutSent(call, "reset", resets, ({ notes }) => ({ notes }));
  return (await sendMails(call, mails)).length;
}

/**
 * Tells members that a file they uploaded is harmful; the guardians, if a child has no login. Nobody can turn this mail off.
 *
 * @param found at most 100; the `key` is the attempt's id.
 */
export async function mailHarmful(call: Call, found: readonly (Sent & { files: readonly string[] })[]): Promise<void> {
  await sendMails(call, await aboutSent(call, "harmfulFile", found, ({ files }) => ({ files })));
}

/** Tells a member that a background check ended without a result; the guardians, if a child has no login. */
export async function mailCheckEnded(call: Call, ended: Sent & { why: CheckEnd }): Promise<void> {
  await sendMails(call, await aboutSent(call, "checkEnded", [ended], ({ why }) => ({ why })));
}

/** Tells a member that a license no longer counts; the guardians, if a child has no login. Nobody can turn this mail off. */
export async function mailLicenseEnded(call: Call, ended: Sent): Promise<void> {
  await sendMails(call, await aboutSent(call, "licenseEnded", [ended], () => ({})));
}

/** Tells a member of a step of an adverse action; the guardians, if a child has no login. @returns the number of mails written. */
export async function mailAdverseAction(call: Call, notice: Sent & { what: AdverseMail }): Promise<number> {
  const mails = await aboutSent(call, "backgroundCheckNotice", [notice], ({ what }) => ({ what }));
  return (await sendMails(call, mails)).length;
}

/** Addresses a mail about each submission to its member, or to the guardians of a child without a login. */
async function aboutSent<Kind extends string, One extends Sent, More>(
  call: Call,
  kind: Kind,
  all: readonly One[],
  more: (one: One) => More,
) {
  if (all.length === 0) return [];
  const people = await addressees(call, [...new Set(all.map((one) => one.profileId))]);
  const { name: organization } = await organizationFacts(call);
  return all.flatMap((sent) => {
    const { member, to } = people.get(sent.profileId) ?? { member: null, to: [] };
    return to.map((one) => ({
      kind,
      to: one.email,
      profileId: one.profileId,
      key: `${kind}:${sent.key}:${one.profileId}`,
      fields: {
        firstName: one.firstName,
        member: member === null || one.profileId === sent.profileId ? null : `${member.firstName} ${member.lastName}`,
        requirement: sent.requirementName,
        organization,
        path: sent.path,
        ...more(sent),
      },
    }));
  });
}
