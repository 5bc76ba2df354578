import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { VideoProgress } from "@touchline/contract/requirements/videos";
import { secondsOf, secondsWanted } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { videoProgress } from "../../../schema/requirements.ts";

type Row = typeof videoProgress.$inferSelect;

/** Reads the progress of an attempt; null before any was reported. */
export async function progressOf(call: Call, attemptId: string): Promise<Row | null> {
  const [row] = await call.db
    .select()
    .from(videoProgress)
    .where(and(ours(videoProgress, call), eq(videoProgress.attemptId, attemptId)));
  return row ?? null;
}

/** Shapes what was watched as the contract has it. */
export function shownProgress(
  row: Pick<Row, "stretches" | "position" | "enough"> | null,
  of: SettingsOf<"video">,
): VideoProgress {
  const stretches = row?.stretches ?? [];
  return {
    stretches: stretches.map(([from, to]) => [from, to]),
    watched: secondsOf(stretches),
    wanted: secondsWanted(of),
    position: row?.position ?? 0,
    enough: row?.enough ?? false,
  };
}
