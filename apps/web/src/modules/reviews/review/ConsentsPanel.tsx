import { useQuery } from "@tanstack/react-query";
import { Button, Notice } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { GivenConsents } from "../../../screening/GivenConsents.tsx";
import { consentsQuery } from "../../../screening/queries.ts";
import { words as consentWords } from "../../../screening/words.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import type { Review } from "./queries.ts";

/** What the person signed before the background check. */
export function ConsentsPanel({ review: { requirementId, profileLevelAccessId } }: { review: Review }) {
  const zone = useActiveProfile().organization.timeZone;
  const { data, error, refetch, isFetching } = useQuery(consentsQuery(requirementId, profileLevelAccessId));
  if (data) {
    const requirement = { requirementId, profileLevelAccessId };
    return <GivenConsents requirement={requirement} zone={zone} consents={data} />;
  }
  if (!error) return null;
  const retry = (
    <Button
      small
      variant="secondary"
      label={consentWords.tryAgain}
      loading={isFetching}
      onClick={() => void refetch()}
    />
  );
  return (
    <Notice tone="stop" title={consentWords.notLoaded} action={retry}>
      {messageOf(error)}
    </Notice>
  );
}
