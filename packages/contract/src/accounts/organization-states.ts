/** Whether an organization can be used. A suspended one can be resumed; a closed one can't. */
export const organizationStates = ["active", "suspended", "closed"] as const;
export type OrganizationState = (typeof organizationStates)[number];
