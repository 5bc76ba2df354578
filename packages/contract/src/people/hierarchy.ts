import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { overallStatuses, RequirementStatus, RequirementType, roles } from "../enums.ts";
import { day, id, instant, jsonInQuery, numbered, numberedInQuery, paging, repeated } from "../values.ts";

/**
 * The sort orders of the members list; each has an index. `OverallStatus`: worst first when ascending; `Role`: by the label's
 * name; by name within each.
 */
export const memberSorts = ["FullName", "OverallStatus", "Role"] as const;

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
  overallStatusSince: instant,
  /** How many requirements the membership has, and how many of them are done. */
  owed: z.int(),
  done: z.int(),
  /** Whether the latest email to the person's address couldn't be delivered, and none was since. */
  emailRefused: z.boolean(),
});

/** The most matches of a search; above this, the total is a lower bound. */
export const mostFound = 1000;

export const getNavigation = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/navigation",
  summary: "Gets the tree of levels from one level down, in tree order, as far as the caller can see it.",
  response: z.array(
    z.object({
      levelId: id,
      parentId: id.nullable(),
      name: z.string(),
      kind: z.string(),
      depth: z.int(),
      /** The id of its logo, if it has one of its own. */
      logoId: id.nullable(),
    }),
  ),
});

/** The list's filter as one JSON object. Source: specification 1, section 2, dashboard members list; the last two are ours. */
const memberFilters = z.strictObject({
  sortCol: z.enum(memberSorts).optional(),
  sortDir: z.enum(["ASC", "DESC"]).optional(),
  search: z.string().trim().max(100).optional(),
  requirementStatuses: z.array(numbered(RequirementStatus)).max(100).optional(),
  labels: z.array(id).max(100).optional(),
  overallStatuses: z.array(z.enum(overallStatuses)).max(overallStatuses.length).optional(),
  content: id.optional(),
});

export const listMembers = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/members",
  summary: "Lists the memberships at a level and everywhere below it.",
  errors: [403],
  query: {
    ...paging,
    sortCol: z.enum(memberSorts).default("FullName"),
    sortDir: z.enum(["ASC", "DESC"]).default("ASC"),
    search: z.string().trim().max(100).default(""),
    labels: repeated(id),
    overallStatuses: repeated(z.enum(overallStatuses)),
    requirementStatuses: repeated(numberedInQuery(RequirementStatus)),
    /** Members with this content; `requirementStatuses` then refer to it. */
    content: id.optional(),
    /** Its values take precedence over the same names outside it. */
    filters: jsonInQuery(memberFilters).optional(),
    /** `pagination.next` of the previous page: continues there at any depth, instead of counting to `page`. */
    cursor: z.string().max(1000).optional(),
  },
  response: z.object({
    data: z.array(memberRow),
    pagination: z.object({
      page: z.int(),
      perPage: z.int(),
      totalRecords: z.int(),
      /** Whether a search found more than `totalRecords`. */
      more: z.boolean(),
      /** The cursor of the next page; null at the end. */
      next: z.string().nullable(),
    }),
  }),
});

/** The most contents in a heat map, and levels on one page of it. */
export const heatContents = 40;
export const heatLevels = 50;

/** How many memberships owe a content, and on how many it is done. */
const heatCell = z.object({ owed: z.int(), done: z.int() });
const heatRow = z.object({
  levelId: id,
  name: z.string(),
  kind: z.string(),
  /** In the order of `contents`; null if no one has the requirement. */
  cells: z.array(heatCell.nullable()),
});

export const getHeatMap = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/heat-map",
  summary: "Gets completion by requirement for a level and each level directly below it.",
  errors: [403],
  query: { page: paging.page },
  response: z.object({
    /** The largest open share first. */
    contents: z.array(z.object({ contentId: id, name: z.string(), type: numbered(RequirementType) })),
    /** Whether more contents are owed than are listed. */
    moreContents: z.boolean(),
    /** The level with everything below it. */
    whole: heatRow,
    /** The levels directly below, in tree order: one page of them. Members at the level itself are in none of them. */
    children: z.array(heatRow),
    pagination: z.object({ page: z.int(), perPage: z.int(), totalRecords: z.int() }),
  }),
});

/** The number of memberships by overall status; every status is included. */
const overallCounts = z.record(z.enum(overallStatuses), z.int());

export const getDashboardInfo = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/dashboard-info",
  summary:
    "Gets the clearance summary of a level and everything below it: counts by status, role, requirement, and sublevel.",
  errors: [403],
  response: z.object({
    levelId: id,
    total: z.int(),
    overall: overallCounts,
    labels: z.array(z.object({ labelId: id, labelName: z.string(), overall: overallCounts })),
    /** Memberships that owe each content, by their status (the specification's number as the key). */
    requirements: z.array(
      z.object({
        contentId: id,
        name: z.string(),
        type: numbered(RequirementType),
        total: z.int(),
        statuses: z.record(z.string(), z.int()),
      }),
    ),
    /** The levels directly below, in tree order, at most 200; members at the level itself are in none of them. */
    children: z.array(
      z.object({ levelId: id, name: z.string(), kind: z.string(), total: z.int(), overall: overallCounts }),
    ),
  }),
});

/** The number of days in a trend. */
export const trendLengths = [30, 90, 365] as const;

const trendDay = z.object({
  day,
  members: z.int(),
  /** How many of them weren't cleared: neither cleared nor free of mandatory requirements. */
  left: z.int(),
});

export const getTrend = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/trend",
  summary: "Gets the clearance summary of a level and everything below it at the end of each past day, and now.",
  errors: [403],
  query: { days: z.coerce.number().pipe(z.literal(trendLengths)).default(90) },
  response: z.object({
    /** One entry for each day, the last one today as it stands now. Days before the first stored one are left out. */
    days: z.array(trendDay),
  }),
});

/** How a membership changed; `moved`: it came from another level; `movedAway`: it went to one that isn't below. */
export const memberChangeKinds = ["joined", "left", "moved", "movedAway", "status"] as const;

export const listDayChanges = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/changes",
  summary:
    "Lists the memberships at a level or below that began, ended, arrived, left, or changed on a day, the latest first.",
  errors: [403],
  query: { day, perPage: paging.perPage, cursor: z.string().max(200).optional() },
  response: z.object({
    data: z.array(
      z.object({
        changeId: id,
        at: instant,
        kind: z.enum(memberChangeKinds),
        profileLevelAccessId: id,
        fullName: z.string(),
        /** Where that was; for one that moved away, its previous level. */
        levelName: z.string(),
        labelName: z.string(),
        fromStatus: z.enum(overallStatuses).nullable(),
        toStatus: z.enum(overallStatuses).nullable(),
        /** Whether the membership is still at the level or below it, so that a link to it works. */
        stillMember: z.boolean(),
      }),
    ),
    next: z.string().nullable(),
  }),
});

/** The most days of expirations in one request: a year and some days around it. */
export const longestExpiring = 400;

export const getExpiries = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/expiries",
  summary: "Counts the completed requirements at a level or below that expire on each day of the next year.",
  errors: [403],
  response: z.object({
    /** Today in the organization's calendar, and the last day that is included. */
    from: day,
    to: day,
    /** The days with expirations, in order; `expiring`: pairs of a membership and a requirement. */
    days: z.array(z.object({ day, expiring: z.int() })),
    /** Whether some aren't counted yet: the numbers are still growing. */
    counting: z.boolean(),
  }),
});

export const listExpiring = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/expiring",
  summary:
    "Lists the completed requirements at a level or below that expire on given days, level by level, the earliest first.",
  errors: [403],
  query: { from: day, to: day, perPage: paging.perPage, cursor: z.string().max(1000).optional() },
  response: z.object({
    total: z.int(),
    data: z.array(
      z.object({
        profileLevelAccessId: id,
        fullName: z.string(),
        levelName: z.string(),
        labelName: z.string(),
        contentId: id,
        contentName: z.string(),
        /** The last valid day. */
        day,
      }),
    ),
    next: z.string().nullable(),
  }),
});
