import type { Stage } from "../orders.ts";

type Wire = { status: string; result: string | null; assessment: string | null; adjudication: string | null };

const running = { result: null, assessment: null, adjudication: null };
/** The status of a report for each stage; see docs.checkr.com/use-cases/check-status. */
export const wire: Record<Stage, Wire> = {
  invited: { status: "pending", ...running },
  expired: { status: "canceled", ...running },
  "information-requested": { status: "suspended", ...running },
  processing: { status: "pending", ...running },
  clear: { status: "complete", result: "clear", assessment: "eligible", adjudication: null },
  consider: { status: "complete", result: "consider", assessment: "review", adjudication: null },
  "pre-adverse": { status: "complete", result: "consider", assessment: "review", adjudication: "pre_adverse_action" },
  dispute: { status: "dispute", result: "consider", assessment: "review", adjudication: "pre_adverse_action" },
  "final-adverse": {
    status: "complete",
    result: "consider",
    assessment: "review",
    adjudication: "post_adverse_action",
  },
  canceled: { status: "canceled", ...running },
  unlisted: { status: "rechecking", ...running },
};

/** The event for a stage; null if there is none. */
export const events: Record<Stage, string | null> = {
  invited: null,
  expired: null,
  "information-requested": "report.suspended",
  processing: "report.updated",
  clear: "report.completed",
  consider: "report.completed",
  "pre-adverse": "report.pre_adverse_action",
  dispute: "report.disputed",
  "final-adverse": "report.post_adverse_action",
  canceled: "report.canceled",
  unlisted: "report.updated",
};
