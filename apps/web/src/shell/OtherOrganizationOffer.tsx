import { Button, EmptyState, IconExternalLink, PageHeader } from "@touchline/ui";
import type { ProfileSummary } from "../session/people.ts";
import type { ActiveProfile } from "../session/useActiveProfile.ts";
import { useTitle } from "../useTitle.ts";

interface OfferProps {
  profile: ProfileSummary;
  active: ActiveProfile;
  onAccept: () => void;
}

export function Offer({ profile, active, onAccept }: OfferProps) {
  const title = `This page belongs to ${profile.organizationName}`;
  useTitle(title);
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={IconExternalLink}
        title={`You are in ${active.organizationName} now`}
        action={<Button label={`Switch to ${profile.organizationName}`} onClick={onAccept} />}
      >
        Go on as {profile.firstName} {profile.lastName} of {profile.organizationName} to see it. You can switch back at
        any time from the header.
      </EmptyState>
    </>
  );
}
