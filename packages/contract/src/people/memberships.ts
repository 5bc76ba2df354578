import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { RequirementStatus, RequirementType } from "../enums.ts";
import { id, numbered } from "../values.ts";

/** What a membership's change does to what is asked for. */
export const membershipChanges = ["add", "move", "relabel", "remove"] as const;
export type MembershipChange = (typeof membershipChanges)[number];

export const moveMembership = endpoint({
  method: "POST",
  path: "/api/app/profile/move-membership",
  summary: "Moves a membership to another level with the same role. Its requirements follow, and completed work stays.",
  errors: [403, 409],
  query: { profileLevelAccessId: id, newLevelId: id },
  response: z.object({ requirements: z.array(z.object({ id, outcome: z.enum(["kept", "dropped", "added"]) })) }),
});

export const previewMembership = endpoint({
  method: "GET",
  path: "/api/app/profile/membership-preview",
  summary:
    "Previews how changing a membership, or adding one for the same person, would change the requirements. Nothing changes.",
  errors: [403, 409],
  query: {
    /** The membership that changes or, of `add`, any of the person's. */
    profileLevelAccessId: id,
    change: z.enum(membershipChanges),
    /** The level, for `add` and `move`. */
    levelId: id.optional(),
    /** The role, for `add` and `relabel`. */
    labelId: id.optional(),
  },
  response: z.object({
    requirements: z.array(
      z.object({
        contentId: id,
        name: z.string(),
        type: numbered(RequirementType),
        outcome: z.enum(["kept", "dropped", "added"]),
        mandatory: z.boolean(),
        /** Where it stands for the person; null where it was never asked of them. */
        status: numbered(RequirementStatus).nullable(),
        /** Another membership of the person demands it too. */
        elsewhere: z.boolean(),
      }),
    ),
    /** The person has no other membership: removing this one archives them. */
    only: z.boolean(),
    /** The person is there under that label already. */
    alreadyThere: z.boolean(),
  }),
});
