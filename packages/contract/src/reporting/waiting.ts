import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { taskKinds } from "../enums.ts";
import { id } from "../values.ts";

/** Pairs of entries are counted up to so many. */
export const mostPairsCounted = 100;
/** People whose email wasn't delivered are counted up to so many. */
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
    /** Memberships at the level and below whose people have not taken up their profile, or not confirmed their address. */
    notActivated: z.int(),
    notConfirmed: z.int(),
    /** People at the level and below, and guardians invited for them, whose latest email was given up. */
    undelivered: counted,
    /** Submissions that await the caller's review, wherever. */
    reviews: counted.nullable(),
    /** Disqualifications that a colleague proposed, within reach; null where the caller disqualifies nowhere. */
    proposals: counted.nullable(),
    /** Background checks that wait for a result of JDP or NCSI, within reach; null where the caller reviews none. */
    external: z.object({ waiting: z.int(), overdue: z.int() }).nullable(),
    /** People about whom the state is to be told that their Live Scan isn't needed any more, within reach, up to 1,000; null where the caller reviews none. */
    liveScanNotices: z.int().nullable(),
    /** Pairs of entries that may be one person. */
    duplicates: counted.nullable(),
    /** Open incidents that the caller may read, and those of which an authority should have been told by now. */
    incidents: z.object({ open: z.int(), overdue: z.int() }),
    /** The organization's time zone was never chosen, and the caller may choose it. */
    timeZoneAssumed: z.boolean(),
    /** What the caller began in the last seven days and did not succeed altogether, newest first. */
    failedTasks: z.array(z.object({ taskId: id, kind: z.enum(taskKinds), failed: z.int(), stopped: z.boolean() })),
  }),
});
