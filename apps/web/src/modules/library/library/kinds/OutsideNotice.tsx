import { useQuery } from "@tanstack/react-query";
import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { externalReviewers, getExternalReviewSettings } from "@touchline/contract/screening/external-review";
import { backgroundCheckProviderLabels } from "@touchline/rules/library/content-words";
import { Notice, TextLink } from "@touchline/ui";
import { call } from "../../../../client.ts";
import { useActiveProfile } from "../../../../session/useActiveProfile.ts";
import { words } from "../words.ts";

/** Explains a background check by JDP or NCSI: where members do it, and who reviews findings. */
export function OutsideNotice({ provider }: { provider: BackgroundCheckProvider }) {
  const { organizationId: id, yardstikOnboardingStatus } = useActiveProfile();
  const { data } = useQuery({
    queryKey: ["screening", "external", id],
    queryFn: ({ signal }) => call(getExternalReviewSettings, { params: { id } }, { signal }),
  });
  if (!data) return null;
  const portal = externalReviewers.find((one) => one === provider);
  const name = backgroundCheckProviderLabels[provider];
  const hasPage = portal === undefined || (portal === 1 ? data.portals.jdp : data.portals.ncsi) !== null;
  // Only some people may change it.
  const link = yardstikOnboardingStatus !== null && (
    <>
      {" "}
      <TextLink href="/account/organization/screening">{words.screeningSettings}</TextLink>
    </>
  );
  return (
    <>
      {portal !== undefined && (
        <Notice tone={hasPage ? "none" : "needs"} title={hasPage ? undefined : words.portalMissing({ name })}>
          {words.doneAtPortal({ name })}
          {link}
        </Notice>
      )}
      {data.reviewer !== null && (
        <Notice tone="none">
          {words.reviewedOutside({ name: backgroundCheckProviderLabels[data.reviewer] })}
          {link}
        </Notice>
      )}
    </>
  );
}
