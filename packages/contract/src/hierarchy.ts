import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { overallStatuses, RequirementStatus, roles } from "./enums.ts";
import { id, listOf, numberedInQuery, paging, repeated } from "./values.ts";

export const memberSorts = ["FullName"] as const;

export const memberRow = z.object({
  profileLevelAccessId: id,
  profileId: id,
  fullName: z.string(),
  email: z.string().nullable(),
  levelId: id,
  levelName: z.string(),
  labelId: id,
  labelName: z.string(),
  role: z.enum(roles),
  overallStatus: z.enum(overallStatuses),
});

export const getNavigation = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/navigation",
  summary: "The tree from one level down, as far as the caller may see it; in tree order.",
  response: z.array(
    z.object({ levelId: id, parentId: id.nullable(), name: z.string(), kind: z.string(), depth: z.int() }),
  ),
});

export const listMembers = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/members",
  summary: "The memberships at a level and everywhere below it.",
  errors: [403],
  query: {
    ...paging,
    sortCol: z.enum(memberSorts).default("FullName"),
    sortDir: z.enum(["ASC", "DESC"]).default("ASC"),
    search: z.string().trim().max(100).default(""),
    labels: repeated(id),
    overallStatuses: repeated(z.enum(overallStatuses)),
    requirementStatuses: repeated(numberedInQuery(RequirementStatus)),
  },
  response: listOf(memberRow),
});
