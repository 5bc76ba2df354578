import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { Button, IconArrowRight, LoadingState, PageHeader, RequirementStatusBadge } from "@touchline/ui";
import { lazy, Suspense } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { GoTo } from "../../../GoTo.tsx";
import { type ActiveProfile, useActiveProfile } from "../../../session/useActiveProfile.ts";
import { requirementSentence } from "../../../standing/reasons.ts";
import { Why } from "../../../standing/Why.tsx";
import { WhyChain } from "../../../standing/WhyChain.tsx";
import { useTitle } from "../../../useTitle.ts";
import { Flow, isRead, isTracked } from "./Flow.tsx";
import { Instructions } from "./Instructions.tsx";
import { canAct, isYourTurn } from "./owed.ts";
import { membershipOwingQuery, type Requirement, requirementQuery } from "./queries.ts";
import classes from "./RequirementPage.module.css";
import { SubmissionPanel } from "./SubmissionPanel.tsx";
import type { Person } from "./useOwed.ts";
import { WhatNow } from "./WhatNow.tsx";
import { words } from "./words.ts";

/** Loaded later, because it is only needed when nothing is left to do. */
const NextButton = lazy(() => import("./NextButton.tsx").then((file) => ({ default: file.NextButton })));
const OtherNames = lazy(() =>
  import("../../../screening/OtherNames.tsx").then((file) => ({ default: file.OtherNames })),
);

/** Shows one requirement of one membership: instructions, its steps, and the result. */
export function RequirementPage() {
  const active = useActiveProfile();
  const { requirementId = "" } = useParams({ strict: false }) as { requirementId?: string };
  const { pla } = useSearch({ strict: false }) as { pla?: unknown };
  const plaId = typeof pla === "string" ? pla : "";
  const queryClient = useQueryClient();
  const query = useQuery({ ...requirementQuery(requirementId, plaId), enabled: plaId !== "" });
  const found = useQuery({
    ...membershipOwingQuery(queryClient, requirementId, membershipsOf(active)),
    enabled: plaId === "",
  });
  useTitle(query.data?.name ?? words.pageTitle);
  const failed = plaId === "" ? found : query;
  if (failed.error && !failed.data) {
    return <LoadFailed title={words.requirementNotLoaded} error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (plaId === "" && found.data) {
    const { plaId: owing } = found.data;
    return <GoTo href={owing === null ? "/requirements" : `/requirements/${requirementId}?pla=${owing}`} />;
  }
  if (!query.data) return <LoadingState label={words.loadingTheRequirement} />;
  const requirement = query.data;
  return (
    // Drafts of one requirement aren't shown at the next.
    <RequirementView
      key={`${requirementId} ${plaId}`}
      requirement={requirement}
      own={requirement.profileId === active.profileId}
      person={active.profilesWithPlas.find((one) => one.profileId === requirement.profileId)}
      people={active.profilesWithPlas}
      zone={active.organization.timeZone}
    />
  );
}

/** The reader's own memberships first, then those of the children they guard. */
const membershipsOf = ({ profileId, profilesWithPlas }: ActiveProfile) =>
  [...profilesWithPlas]
    .sort((a, b) => Number(b.profileId === profileId) - Number(a.profileId === profileId))
    .flatMap(({ profileLevelAccesses }) => profileLevelAccesses.map((one) => one.profileLevelAccessId));

interface RequirementViewProps {
  requirement: Requirement;
  own: boolean;
  /** The person or a child they guard; for anyone else it is null. */
  person: Person | undefined;
  /** Everybody the reader looks after, and the reader. */
  people: readonly Person[];
  zone: string;
}

function RequirementView({ requirement, own, person, people, zone }: RequirementViewProps) {
  const { name, fullName, description, status, reasons, requirementId } = requirement;
  const why = reasons.filter((reason) => reason.requirementId === requirementId);
  const list = person
    ? {
        label: own ? words.myRequirements : fullName,
        href: own ? "/requirements" : `/requirements?person=${requirement.profileId}`,
      }
    : { label: fullName, href: `/members/${requirement.profileLevelAccessId}` };
  const toDo = isYourTurn(requirement);
  return (
    <div className={classes.page}>
      <div>
        <PageHeader title={name} path={[list]} badge={<RequirementStatusBadge status={status} />}>
          {[own ? null : words.forPerson({ name: fullName }), description].filter(Boolean).join(" ") || undefined}
        </PageHeader>
        <WhatNow requirement={requirement} zone={zone} theirs={person !== undefined} />
        <Why
          label={words.whyStatusOf({ name })}
          sentences={why.map((reason) => ({ key: reason.kind, text: requirementSentence(reason, zone) }))}
        />
        <WhyChain
          label={words.reasonsFor({ name })}
          plaId={requirement.profileLevelAccessId}
          requirementId={requirementId}
          zone={zone}
        />
        {requirement.actions.includes("review") && (
          <div className={classes.back}>
            <Button
              href={`/review/${requirementId}?pla=${requirement.profileLevelAccessId}`}
              label={words.review}
              rightIcon={<IconArrowRight aria-hidden />}
            />
          </div>
        )}
        {person && !toDo && (
          <div className={classes.back}>
            <Suspense>
              <NextButton person={person} people={people} done={requirementId} />
            </Suspense>
            <Button
              variant="secondary"
              href={list.href}
              label={own ? words.backToMyRequirements : words.backToRequirementsOf({ name: fullName })}
            />
          </div>
        )}
      </div>
      {toDo ? (
        <>
          <Instructions requirement={requirement} />
          <Flow requirement={requirement} zone={zone} />
          <SubmissionPanel requirement={requirement} zone={zone} />
        </>
      ) : (
        <>
          {isTracked(requirement) && <Flow requirement={requirement} zone={zone} />}
          <SubmissionPanel requirement={requirement} zone={zone} />
          <Instructions requirement={requirement} title={words.instructions} />
          {(isRead(requirement) || canAct(requirement)) && <Flow requirement={requirement} zone={zone} />}
        </>
      )}
      {person && requirement.settings.kind === "sex-offender-search" && (
        <Suspense>
          <OtherNames requirementId={requirementId} profileLevelAccessId={requirement.profileLevelAccessId} />
        </Suspense>
      )}
    </div>
  );
}
