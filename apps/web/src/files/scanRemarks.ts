import type { AttemptFile } from "./queries.ts";

/** Of a file that is not as any other, beside its size. */
export const scanRemarks: Record<AttemptFile["scan"], string> = {
  clean: "",
  unscanned: ", being checked for what could harm",
  failed: ", not checked yet",
  infected: ", locked: it carries something harmful",
};
