import { eq } from "drizzle-orm";
import type { Adapters, Call } from "../../../../call.ts";
import { conflict, notFound } from "../../../../errors.ts";
import type { Visit } from "../../../../http/mount.ts";
import { organizationDirectory } from "../../../../schema/accounts.ts";
import { audit } from "../../../../security/audit.ts";
import { invitationLink, resendTo } from "../../../joining/index.ts";
import { administrators } from "../queries.ts";

/**
 * Invites an administrator of an organization again, if the first mail didn't arrive.
 *
 * @returns the path of a link to pass on; null when a mail was sent.
 * @throws NotFound for anybody but an administrator there; Conflict for one who has accepted, or was mailed a moment ago.
 */
export async function inviteAdministrator(
  { tenancy, now }: Visit,
  adapters: Adapters,
  operator: string,
  { id, profileId, by }: { id: string; profileId: string; by: "email" | "link" },
): Promise<string | null> {
  const [listed] = await tenancy.runShared((db) =>
    db.select().from(organizationDirectory).where(eq(organizationDirectory.organizationId, id)),
  );
  if (!listed) throw notFound("organization");
  const organizationId = tenancy.found(id);
  return tenancy.run(organizationId, async (db) => {
    const call: Call = { actor: { kind: "system", name: "platform" }, organizationId, db, now, adapters };
    if (!(await administrators(call)).some((one) => one.profileId === profileId)) throw notFound("administrator");
    const path = by === "link" ? await invitationLink(call, profileId) : null;
    const outcome =
      by === "link" ? (path === null ? "activated" : "sent") : (await resendTo(call, [profileId])).get(profileId);
    if (outcome === "justSent") {
      throw conflict("An invitation was just sent. Wait a few minutes, or copy the link.", "justSent");
    }
    if (outcome !== "sent")
      throw conflict("This administrator can't be invited anymore. Reload the page.", "activated");
    await audit(call, [{ action: "person.invited", subjectId: profileId, facts: { operator, by } }]);
    return path;
  });
}
