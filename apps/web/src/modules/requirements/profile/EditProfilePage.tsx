import { useQuery } from "@tanstack/react-query";
import { LoadingState, PageHeader } from "@touchline/ui";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { SavedParts } from "../../../parts/SavedParts.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { CitizenshipSection } from "./CitizenshipSection.tsx";
import { ContactSection } from "./ContactSection.tsx";
import { EmergencySection } from "./EmergencySection.tsx";
import { NameSection } from "./NameSection.tsx";
import { PhotoSection } from "./PhotoSection.tsx";
import classes from "./Profile.module.css";
import { QuestionsSection } from "./QuestionsSection.tsx";
import { type Details, detailsQuery, membershipsQuery } from "./queries.ts";
import { ReadOnlyDetails } from "./ReadOnlyDetails.tsx";
import { UssfSection } from "./UssfSection.tsx";
import { words } from "./words.ts";

const readProfileId = (search: RawSearch) => textIn(search.profileId);

const titles = (details: Details) => ({
  self: words.myDetails,
  guarded: words.childsDetails({ firstName: details.firstName }),
  other: words.detailsOf({ firstName: details.firstName, lastName: details.lastName }),
});

/** A person's details in sections that are saved separately: one's own, a child's, or a member's. */
export function EditProfilePage() {
  const active = useActiveProfile();
  const [search] = useUrlState(readProfileId);
  const profileId = search || active.profileId;
  const query = useQuery(detailsQuery(profileId));
  const title = query.data ? titles(query.data)[query.data.relation] : words.details;
  useTitle(title);
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.personNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label={words.loadingTheDetails} />;
  const details = query.data;
  return (
    <>
      <PageHeader title={title}>
        {details.refusals.edit === null ? words.savedSeparately : active.organizationName}
      </PageHeader>
      <div className={classes.page}>
        {details.refusals.edit === null ? (
          <Sections key={profileId} details={details} />
        ) : (
          <ReadOnlyDetails details={details} />
        )}
      </div>
    </>
  );
}

function Sections({ details }: { details: Details }) {
  const { profileId } = details;
  const [membership] = useQuery(membershipsQuery(profileId)).data ?? [];
  return (
    <SavedParts>
      <PhotoSection details={details} />
      <NameSection details={details} />
      <ContactSection details={details} />
      <EmergencySection details={details} />
      <CitizenshipSection details={details} />
      {membership && <UssfSection details={details} profileLevelAccessId={membership.profileLevelAccessId} />}
      <QuestionsSection profileId={profileId} />
    </SavedParts>
  );
}
