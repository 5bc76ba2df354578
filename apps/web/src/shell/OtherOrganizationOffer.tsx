import { Button, EmptyState, IconExternalLink, PageHeader } from "@touchline/ui";
import type { ProfileSummary } from "../session/people.ts";
import type { ActiveProfile } from "../session/useActiveProfile.ts";
import { useTitle } from "../useTitle.ts";
import { words } from "./words.ts";

interface OfferProps {
  profile: ProfileSummary;
  active: ActiveProfile;
  onAccept: () => void;
}

export function Offer({ profile, active, onAccept }: OfferProps) {
  const title = words.otherOrganizationTitle({ organizationName: profile.organizationName });
  useTitle(title);
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={IconExternalLink}
        title={words.currentOrganization({ organizationName: active.organizationName })}
        action={<Button label={words.switchTo({ organizationName: profile.organizationName })} onClick={onAccept} />}
      >
        {words.switchHelp({
          firstName: profile.firstName,
          lastName: profile.lastName,
          organizationName: profile.organizationName,
        })}
      </EmptyState>
    </>
  );
}
