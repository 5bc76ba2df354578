import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { findElsewhere } from "@touchline/contract/people/profiles";
import { LoadingState } from "@touchline/ui";
import { lazy, type ReactNode, Suspense } from "react";
import { call } from "../client.ts";
import type { ProfileSummary } from "../session/people.ts";
import { useActiveProfile } from "../session/useActiveProfile.ts";
import { placeOf } from "./place.ts";
import type { Switch } from "./shell.ts";
import { words } from "./words.ts";

const Offer = lazy(() => import("./OtherOrganizationOffer.tsx").then((module) => ({ default: module.Offer })));

interface OtherOrganizationProps {
  people: readonly ProfileSummary[];
  onSwitch: (to: Switch) => void;
  children: ReactNode;
}

/** A link into another organization of the same account offers to continue there instead of finding nothing here. */
export function OtherOrganization({ people, onSwitch, children }: OtherOrganizationProps) {
  const active = useActiveProfile();
  const { pathname, href } = useLocation();
  const place = placeOf(pathname);
  const several = people.some((one) => !one.guarded && one.organizationId !== active.organizationId);
  const { data, isLoading } = useQuery({
    queryKey: ["elsewhere", place?.kind, place?.id],
    queryFn: ({ signal }) =>
      place ? call(findElsewhere, { query: { kind: place.kind, id: place.id } }, { signal }) : null,
    enabled: several && place !== null,
    staleTime: Infinity,
  });
  if (data?.profile) {
    const { profile } = data;
    return (
      <Suspense fallback={<LoadingState label={words.loading} />}>
        <Offer profile={profile} active={active} onAccept={() => onSwitch({ profileId: profile.profileId, href })} />
      </Suspense>
    );
  }
  // Whoever has no such page here would be sent home before the answer is there.
  if (isLoading && place && !active.tabs.includes(place.tab)) return <LoadingState label={words.loading} />;
  return children;
}
