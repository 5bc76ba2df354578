import { useSearch } from "@tanstack/react-router";
import { EmptyState, IconCircleCheck, LoadingState, PageHeader } from "@touchline/ui";
import { lazy, Suspense, useEffect } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { keepLastSeen } from "../../../session/last-seen.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { NextCard } from "./NextCard.tsx";
import { OwedList } from "./OwedList.tsx";
import { worstOverall } from "./owed.ts";
import { PersonSwitch } from "./PersonSwitch.tsx";
import classes from "./RequirementsPage.module.css";
import { SparedList } from "./SparedList.tsx";
import { StandingPanel } from "./StandingPanel.tsx";
import { type Person, useOwed } from "./useOwed.ts";
import { headline, words } from "./words.ts";

/** Loaded separately, because only new people see it. */
const ConfirmAddress = lazy(() =>
  import("../../joining/signup/ConfirmAddress.tsx").then((file) => ({ default: file.ConfirmAddress })),
);

/** The requirements of the acting person or of a child: their status, the next step, and the rest by who acts next. */
export function RequirementsPage() {
  const active = useActiveProfile();
  const { person: wanted } = useSearch({ strict: false }) as { person?: unknown };
  const people = active.profilesWithPlas.filter((one) => one.profileLevelAccesses.length > 0);
  const person = people.find((one) => one.profileId === wanted) ?? people[0];
  const title = person?.guarded ? words.requirementsOf({ firstName: person.firstName }) : words.myRequirements;
  useTitle(title);
  return (
    <div className={classes.page}>
      <PageHeader title={title} />
      {people.length > 1 && <PersonSwitch people={people} current={person?.profileId ?? ""} />}
      {person ? (
        <PersonRequirements key={person.profileId} person={person} zone={active.organization.timeZone} />
      ) : (
        <EmptyState icon={IconCircleCheck} title={words.noRequirementsTitle}>
          {words.noMemberships}
        </EmptyState>
      )}
    </div>
  );
}

/** Keeps where the person stands on this device, for when there is no network. */
function useKeptForOffline(person: Person, owed: ReturnType<typeof useOwed>["owed"]) {
  useEffect(() => {
    if (!owed) return;
    const { profileId, firstName, lastName } = person;
    const worst = worstOverall(owed.memberships.map((one) => one.overallStatus));
    const { title, details } = headline(worst, owed.groups, person.guarded ? firstName : null);
    const next = owed.groups.needsYou[0]?.requirement.name ?? null;
    keepLastSeen({ profileId, name: `${firstName} ${lastName}`, title, details, next }, new Date());
  }, [person, owed]);
}

function PersonRequirements({ person, zone }: { person: Person; zone: string }) {
  const { owed, error, retry } = useOwed(person);
  useKeptForOffline(person, owed);
  if (error) return <LoadFailed title={words.requirementsNotLoaded} error={error} onRetry={retry} />;
  if (!owed) return <LoadingState label={words.loadingTheRequirements} />;

  const childName = person.guarded ? person.firstName : null;
  const { memberships, groups } = owed;
  const [next, ...rest] = groups.needsYou;
  return (
    <>
      {memberships.some((one) => one.overallStatus === "NotConfirmed") && (
        <Suspense>
          <ConfirmAddress />
        </Suspense>
      )}
      <StandingPanel memberships={memberships} groups={groups} childName={childName} zone={zone} />
      {next && <NextCard owed={next} zone={zone} />}
      <OwedList toDo title={words.upNext} owed={rest.filter((one) => one.requirement.mandatory)} zone={zone} />
      <OwedList
        toDo
        title={words.optional}
        owed={rest.filter((one) => !one.requirement.mandatory)}
        zone={zone}
        interest="decline"
      />
      <OwedList title={words.stopped} owed={groups.stopped} zone={zone} />
      <OwedList title={words.waitingOnOthers} owed={groups.waits} zone={zone} />
      <OwedList title={words.done} owed={groups.done} zone={zone} />
      <OwedList title={words.notInterested} owed={groups.declined} zone={zone} interest="askAgain" />
      <SparedList memberships={memberships} childName={childName} />
    </>
  );
}
