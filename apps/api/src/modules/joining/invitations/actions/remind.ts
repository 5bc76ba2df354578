import { randomBytes } from "node:crypto";
import { and, gt, inArray, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invitation, invitationToken } from "../../../../schema/joining.ts";
import { minorsAmong } from "../queries.ts";
import { tokenHash } from "./invite.ts";
import { mailReminders } from "./mail.ts";

/**
 * Reminds people of their open invitation with another link to it, which is valid as long as the first. It takes a fixed number
 * of statements, and is called by schedules.
 *
 * @param due.isDue tests whether a person who was invited at an instant is reminded now.
 * @param due.keyOf returns a key; of several emails with the same key, only one is sent.
 * @returns the number of emails that were written.
 */
export async function remindInvited(
  call: Call,
  profileIds: readonly string[],
  { isDue, keyOf }: { isDue(invitedAt: Date): boolean; keyOf(profileId: string): string },
): Promise<number> {
  if (profileIds.length === 0) return 0;
  const open = await call.db
    .select()
    .from(invitation)
    .where(
      and(
        ours(invitation, call),
        inArray(invitation.profileId, [...profileIds]),
        isNull(invitation.acceptedAt),
        isNull(invitation.supersededAt),
        gt(invitation.expiresAt, call.now),
      ),
    );
  // An invited person whose date of birth was corrected to under 18 is represented by guardians.
  const minors = await minorsAmong(
    call,
    open.map((one) => one.profileId),
  );
  const links = open
    .filter((one) => isDue(one.createdAt) && !minors.has(one.profileId))
    .map(({ invitationId, profileId, email, expiresAt }) => {
      const token = randomBytes(32).toString("base64url");
      return { invitationId, profileId, email, expiresAt, token, tokenHash: tokenHash(token) };
    });
  if (links.length === 0) return 0;
  await call.db
    .insert(invitationToken)
    .values(
      links.map(({ tokenHash, invitationId }) => ({ organizationId: call.organizationId, tokenHash, invitationId })),
    );
  return mailReminders(call, links, keyOf);
}
