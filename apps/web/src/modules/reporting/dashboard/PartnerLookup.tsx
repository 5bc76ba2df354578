import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { EmptyState, IconUsers, LoadingState } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { membershipsByIdQuery } from "./queries.ts";

/** Leads from a partner's link to the person it is about. */
export function PartnerLookup({ externalId }: { externalId: string }) {
  const { data, error, refetch } = useQuery(membershipsByIdQuery(externalId));
  if (!data && error) return <LoadFailed what="This person" error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Finding the person" />;
  const [first] = data;
  if (first) return <Navigate to={`/members/${first.profileLevelAccessId}` as never} replace />;
  return (
    <EmptyState icon={IconUsers} title="No one found">
      None of the members you can see has the partner ID {externalId}. Check the link, or ask your administrator.
    </EmptyState>
  );
}
