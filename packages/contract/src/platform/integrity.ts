import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, instant } from "../values.ts";

/** Problems with the sealed history of an organization, or with servers' memory of it. */
export const integrityAlarmKinds = [
  "chainRewritten",
  "chainCutOff",
  "chainAltered",
  "memoryVanished",
  "memoryDamaged",
  "memoryNew",
  "checkFailed",
] as const;

export const getIntegrity = endpoint({
  method: "GET",
  path: "/api/app/platform/integrity",
  summary:
    "Gets alarms about the audit log, what the daily check of each organization's history and statuses found, and whether the last scheduled backup failed. For platform operators.",
  errors: [403],
  response: z.object({
    /** The newest 100, newest first. */
    alarms: z.array(
      z.object({
        alarmId: id,
        at: instant,
        organizationId: id,
        organizationName: z.string(),
        kind: z.enum(integrityAlarmKinds),
        /** The entry of the chain that it is about; null if none. */
        entry: z.int().nullable(),
      }),
    ),
    /** At most 200: those with findings first, then those that were unchecked for longest. */
    organizations: z.array(
      z.object({
        organizationId: id,
        name: z.string(),
        /** When the last check finished; null: none has, or its result wasn't signed by this installation. */
        checkedAt: instant.nullable(),
        /** By when the first check should finish; null once one has, and when it is overdue. */
        firstCheckBy: instant.nullable(),
        /** Whether the next check should have finished by now. */
        overdue: z.boolean(),
        entries: z.int(),
        people: z.int(),
        problems: z.int(),
        /** The first 50. */
        findings: z.array(z.object({ id: z.string(), what: z.string() })),
      }),
    ),
    /** How many organizations there are. */
    total: z.int(),
    /** When the last scheduled backup failed; null: it succeeded, or none is scheduled. */
    backupFailedAt: instant.nullable(),
  }),
});
