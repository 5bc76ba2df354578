import { useQuery } from "@tanstack/react-query";
import { reviewSettingsQuery } from "../../reviews/review/Reasons.tsx";

/** Whether this organization lets reviewers mark a requirement without a reason. */
export const useOptionalReasons = () => useQuery(reviewSettingsQuery).data?.reasonsOptional ?? false;

/** The reason as it is sent: left out when it is optional and empty. */
export const givenReason = (reason: string, optional: boolean): { reason: string } =>
  optional && reason.trim() === "" ? ({} as { reason: string }) : { reason };
