/** The interface of the reviews area for other areas: reading submissions and their decisions, and deciding on them. */

export { endExtensions, extendMany, isDecreeable } from "./reviews/actions/extend.ts";
export { reviewTenantFacts } from "./reviews/actions/facts.ts";
export { moveReviews } from "./reviews/actions/move-reviews.ts";
export { notesOn } from "./reviews/queries/notes.ts";
export { awaitingConfirmation, awaitingReview } from "./reviews/queries/queue.ts";
export { noReviewer } from "./reviews/queries/submissions.ts";
