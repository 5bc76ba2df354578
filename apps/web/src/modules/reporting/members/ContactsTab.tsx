import { useQuery } from "@tanstack/react-query";
import { Button, Facts, LoadingState, Panel } from "@touchline/ui";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { detailsQuery } from "../../requirements/profile/queries.ts";
import { ReadOnlyDetails } from "../../requirements/profile/ReadOnlyDetails.tsx";
import classes from "./MemberPage.module.css";
import type { Member } from "./Memberships.tsx";
import { partnerQuery } from "./queries.ts";

/** How a person is reached, whom to call, and under which id a partner knows them. */
export function ContactsTab({ member }: { member: Member }) {
  const query = useQuery(detailsQuery(member.profileId));
  const partner = useQuery(partnerQuery(member.membership.profileLevelAccessId)).data;
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed what="The contacts" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label="Loading the contacts" />;
  const details = query.data;
  return (
    <div className={classes.stack}>
      {details.refusals.edit === null && (
        <div>
          <Button
            variant="secondary"
            label="Edit contacts"
            href={`/editProfile?${new URLSearchParams({ profileId: member.profileId })}`}
          />
        </div>
      )}
      <ReadOnlyDetails details={details} />
      {(partner || details.ussfId) && (
        <Panel title="External IDs">
          <Facts
            facts={[
              { label: "U.S. Soccer ID", value: details.ussfId },
              {
                label: "Partner",
                value: partner ? `${partner.integrationSource}, site ${partner.siteId}: ${partner.externalId}` : null,
              },
            ]}
          />
        </Panel>
      )}
    </div>
  );
}
