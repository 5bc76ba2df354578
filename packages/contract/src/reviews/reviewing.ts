/** Who has claimed a submission, as seen by the caller. */
export const claimers = ["mine", "others", "nobody"] as const;
export type Claimer = (typeof claimers)[number];

export const reviewOrders = ["oldest", "newest"] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

/** How many minutes a claim lasts after it is made or renewed. */
export const claimMinutes = 3;

/**
 * Placeholders that a reason can contain, in braces; the page fills them in for the person, and the note can still be edited.
 */
export const reasonVariables = ["firstName", "requirement", "organization", "reviewer"] as const;
export type ReasonVariable = (typeof reasonVariables)[number];

export const mostTemplates = 40;
export const longestTemplate = 1000;
