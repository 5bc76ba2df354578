import type { Call } from "../../../kernel/call.ts";
import { sendMails } from "../../notifications/actions.ts";
import { invitedTo } from "../queries.ts";

export type Link = { invitationId: string; profileId: string; email: string; token: string };

/** Writes the mail of each invitation, in a fixed number of statements. The token stands in it, and nowhere else. */
export async function mailInvitations(call: Call, links: readonly Link[], expiresAt: Date): Promise<void> {
  const { organization, zone, people } = await invitedTo(
    call,
    links.map((link) => link.profileId),
  );
  const until = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: zone }).format(expiresAt);
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
