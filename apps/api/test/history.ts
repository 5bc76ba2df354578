import { getTimeline, type TimelineLine } from "@touchline/contract/reporting/timeline";
import type { TestPerson } from "./world.ts";

type Of<Kind> = Extract<TimelineLine, { kind: Kind }>;

/** Returns the history of a person's requirements as it is shown, newest first. */
export async function requirementHistory(by: TestPerson, plaId: string) {
  const { data } = await by.call(getTimeline, {
    params: { id: plaId },
    query: { kinds: ["requirements"], perPage: 100 },
  });
  return data.filter((line): line is Of<"requirements"> => line.kind === "requirements");
}
