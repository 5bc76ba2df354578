import type { Day, Instant } from "../calendar.ts";
import { isMinor } from "../compliance/age.ts";

/**
 * Decides whether a person may use the support chat, which a third party runs. Adults may; minors, and people whose date of
 * birth is unknown, only where their organization allows it for minors.
 */
export function mayChat(
  { dateOfBirth, chatForMinors }: { dateOfBirth: Day | null; chatForMinors: boolean },
  now: Instant,
  zone: string,
): boolean {
  return chatForMinors || (dateOfBirth !== null && !isMinor(dateOfBirth, now, zone));
}
