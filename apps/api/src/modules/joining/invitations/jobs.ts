import { and, eq, inArray, lte } from "drizzle-orm";
import type { Call } from "../../../call.ts";
import { onKey, ours } from "../../../database/tenancy.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { guardianInvitation, invitation, invitationToken } from "../../../schema/joining.ts";

/** Days for which a link that has run out still says so, instead of being unknown. */
const keptDays = 30;
const atOnce = 1_000;

/** The tokens of links that ran out long ago; the invitations themselves stay with their people. */
export const forgetTokens: Schedule = {
  name: "invitations.forgetTokens",
  whileSuspended: true,
  everySeconds: 6 * 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetSome),
};

async function forgetSome(call: Call): Promise<void> {
  const before = new Date(call.now.getTime() - keptDays * 86_400_000);
  const tokens = eq(invitationToken.organizationId, call.organizationId);
  const hashes = () => call.db.select({ tokenHash: invitationToken.tokenHash }).from(invitationToken);
  const profiles = hashes()
    .innerJoin(invitation, onKey(invitation.invitationId, invitationToken.invitationId))
    .where(and(tokens, ours(invitation, call), lte(invitation.expiresAt, before)))
    .limit(atOnce);
  const guardians = hashes()
    .innerJoin(guardianInvitation, onKey(guardianInvitation.guardianInvitationId, invitationToken.invitationId))
    .where(and(tokens, ours(guardianInvitation, call), lte(guardianInvitation.expiresAt, before)))
    .limit(atOnce);
  for (const over of [profiles, guardians]) {
    await call.db.delete(invitationToken).where(and(tokens, inArray(invitationToken.tokenHash, over)));
  }
}
