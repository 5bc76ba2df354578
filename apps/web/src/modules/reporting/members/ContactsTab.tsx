import { useQuery } from "@tanstack/react-query";
import { Button, Facts, LoadingState, Panel } from "@touchline/ui";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { detailsQuery } from "../../requirements/profile/queries.ts";
import { ReadOnlyDetails } from "../../requirements/profile/ReadOnlyDetails.tsx";
import classes from "./MemberPage.module.css";
import type { Member } from "./Memberships.tsx";
import { partnerQuery } from "./queries.ts";
import { words } from "./words.ts";

/** A person's contact information, emergency contacts, and partner IDs. */
export function ContactsTab({ member }: { member: Member }) {
  const query = useQuery(detailsQuery(member.profileId));
  const partner = useQuery(partnerQuery(member.membership.profileLevelAccessId)).data;
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.contactsNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label={words.loadingContacts} />;
  const details = query.data;
  return (
    <div className={classes.stack}>
      {details.refusals.edit === null && (
        <div>
          <Button
            variant="secondary"
            label={words.editContacts}
            href={`/editProfile?${new URLSearchParams({ profileId: member.profileId })}`}
          />
        </div>
      )}
      <ReadOnlyDetails details={details} />
      {(partner || details.ussfId) && (
        <Panel title={words.externalIds}>
          <Facts
            facts={[
              { label: words.usSoccerId, value: details.ussfId },
              {
                label: words.partner,
                value: partner
                  ? words.partnerSite({
                      partner: partner.integrationSource,
                      siteId: partner.siteId,
                      externalId: partner.externalId,
                    })
                  : null,
              },
            ]}
          />
        </Panel>
      )}
    </div>
  );
}
