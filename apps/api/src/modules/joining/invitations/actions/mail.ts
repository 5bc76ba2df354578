import type { Call } from "../../../../call.ts";
import { sendMails } from "../../../messages/index.ts";
import { invitedTo } from "../queries.ts";

export type InvitationLink = { invitationId: string; profileId: string; email: string; token: string };

function dayInEach(at: Date, timeZone: string) {
  const dayIn = (language: string) => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(at);
  return { en: dayIn("en"), es: dayIn("es") };
}

/** Writes the email of each invitation, in a fixed number of statements. Only the email contains the token. */
export async function mailInvitations(call: Call, links: readonly InvitationLink[], expiresAt: Date): Promise<void> {
  const { organization, zone, people } = await invitedTo(
    call,
    links.map((link) => link.profileId),
  );
  const until = dayInEach(expiresAt, zone);
  await sendMails(
    call,
    links.map(({ invitationId, profileId, email, token }) => {
      const { firstName = "", role = "a member", level = organization } = people.get(profileId) ?? {};
      return {
        kind: "invitation",
        to: email,
        profileId,
        key: `invitation:${invitationId}`,
        fields: { firstName, organization, role, level, until, path: `/signup?token=${token}` },
      };
    }),
  );
}

/** Writes the mail of each reminder; their links end at different times. @returns how many were written. */
export async function mailReminders(
  call: Call,
  links: readonly (InvitationLink & { expiresAt: Date })[],
  keyOf: (profileId: string) => string,
): Promise<number> {
  const { organization, zone, people } = await invitedTo(
    call,
    links.map((link) => link.profileId),
  );
  const mails = links.map(({ profileId, email, token, expiresAt }) => {
    const { firstName = "", role = "a member", level = organization } = people.get(profileId) ?? {};
    return {
      kind: "invitationReminder" as const,
      to: email,
      profileId,
      key: keyOf(profileId),
      fields: {
        firstName,
        organization,
        role,
        level,
        until: dayInEach(expiresAt, zone),
        path: `/signup?token=${token}`,
      },
    };
  });
  return (await sendMails(call, mails)).length;
}
