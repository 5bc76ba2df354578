import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { EmptyState, IconUsers, LoadingState } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { membershipsByIdQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Leads from a partner's link to the person it is about. */
export function PartnerLookup({ externalId }: { externalId: string }) {
  const { data, error, refetch } = useQuery(membershipsByIdQuery(externalId));
  if (!data && error) return <LoadFailed title={words.personNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.findingPerson} />;
  const [first] = data;
  if (first) return <Navigate to={`/members/${first.profileLevelAccessId}` as never} replace />;
  return (
    <EmptyState icon={IconUsers} title={words.personNotFound}>
      {words.partnerIdUnknown({ externalId })}
    </EmptyState>
  );
}
