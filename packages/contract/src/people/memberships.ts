import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { RequirementStatus, RequirementType } from "../enums.ts";
import { id, numbered } from "../values.ts";

/** Changes of a membership whose effect on requirements can be previewed. */
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
    /** The membership that changes or, for `add`, any of the person's. */
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
        /** The person's status; null if they never had the requirement. */
        status: numbered(RequirementStatus).nullable(),
        /** Whether another membership of the person demands it too. */
        elsewhere: z.boolean(),
      }),
    ),
    /** Whether the person has no other membership: removing this one archives them. */
    only: z.boolean(),
    /** Whether the person is already there with that label. */
    alreadyThere: z.boolean(),
  }),
});
