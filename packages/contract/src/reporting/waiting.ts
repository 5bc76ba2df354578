import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { taskKinds } from "../enums.ts";
import { id } from "../values.ts";

/** The most pairs of entries that are counted. */
export const mostPairsCounted = 100;
/** The most people with undelivered email that are counted. */
export const mostUndeliveredCounted = 1_000;

/** `more`: there are more than `count`. */
const counted = z.object({ count: z.int(), more: z.boolean() });

export const getWaiting = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/waiting",
  summary:
    "Counts what needs the caller's attention at a level and below, and within reach. Null if the caller has no part in it.",
  errors: [403],
  response: z.object({
    /** Memberships at the level and below whose people haven't activated their profile, or confirmed their address. */
    notActivated: z.int(),
    notConfirmed: z.int(),
    /** People at the level and below, and guardians invited for them, whose latest email couldn't be delivered. */
    undelivered: counted,
    /** Submissions at any level that are pending the caller's review. */
    reviews: counted.nullable(),
    /** Disqualifications proposed by a colleague, within reach; null if the caller can't disqualify anywhere. */
    proposals: counted.nullable(),
    /** Background checks that wait for a result from JDP or NCSI, within reach; null if the caller reviews none. */
    external: z.object({ waiting: z.int(), overdue: z.int() }).nullable(),
    /**
     * People about whom the state must be notified that their Live Scan isn't needed anymore, within reach, up to 1,000; null
     * if the caller reviews none.
     */
    liveScanNotices: z.int().nullable(),
    /** Pairs of entries that may be one person. */
    duplicates: counted.nullable(),
    /** Open incidents that the caller may read, and those past their reporting deadline. */
    incidents: z.object({ open: z.int(), overdue: z.int() }),
    /** The organization's time zone was never chosen, and the caller may choose it. */
    timeZoneAssumed: z.boolean(),
    /** The caller's tasks from the last seven days that didn't succeed completely, newest first. */
    failedTasks: z.array(z.object({ taskId: id, kind: z.enum(taskKinds), failed: z.int(), stopped: z.boolean() })),
  }),
});
