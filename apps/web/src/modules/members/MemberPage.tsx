import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Button, Facts, LoadingState, OverallStatusBadge, PageHeader, Panel } from "@touchline/ui";
import { lazy, Suspense } from "react";
import { dayOfInstant, dayText } from "../../dates.ts";
import { LoadFailed } from "../../errorScreens.tsx";
import { navigationQuery } from "../../levels/queries.ts";
import { mayDo, pathTo } from "../../levels/tree.ts";
import { PersonAvatar } from "../../photos/PersonAvatar.tsx";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { reasonSentences } from "../../standing/reasons.ts";
import { useTitle } from "../../useTitle.ts";
import { FamilyPanel } from "./FamilyPanel.tsx";
import { MemberHistory } from "./MemberHistory.tsx";
import classes from "./MemberPage.module.css";
import { MemberRequirements } from "./MemberRequirements.tsx";
import { Memberships } from "./Memberships.tsx";
import { memberQuery } from "./queries.ts";

/** Most members are activated. */
const ResendActivation = lazy(() =>
  import("./ResendActivation.tsx").then((file) => ({ default: file.ResendActivation })),
);

/** One person as one membership has them: where they stand and why, what they owe, what happened. */
export function MemberPage() {
  const profile = useActiveProfile();
  const { plaId = "" } = useParams({ strict: false }) as { plaId?: string };
  const query = useQuery(memberQuery(plaId));
  const levels = useQuery(navigationQuery(profile.hierarchyLevelId)).data ?? [];
  useTitle(query.data ? `${query.data.firstName} ${query.data.lastName}` : "Member");

  if (query.isError) return <LoadFailed what="This member" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label="Loading the member" />;
  const member = query.data;
  const { membership, reasons } = member;
  const zone = profile.organization.timeZone;
  const here = levels.find((level) => level.levelId === membership.levelId);
  const path = [...pathTo(levels, membership.levelId), ...(here ? [here] : [])];
  const own = profile.profilesWithPlas.some((one) => one.profileId === member.profileId);
  const mayEdit =
    own ||
    mayDo(profile.levelRoles, levels, "profiles.edit", membership.levelId, {
      roles: member.memberships.map((one) => one.role),
    });
  return (
    <>
      <PageHeader
        title={`${member.firstName} ${member.lastName}`}
        badge={<OverallStatusBadge status={membership.overallStatus} />}
        picture={<PersonAvatar person={member} size={44} />}
        actions={
          mayEdit && (
            <Button
              variant="secondary"
              label="Edit details"
              href={`/editProfile?${new URLSearchParams({ profileId: member.profileId })}`}
            />
          )
        }
        path={path.map((level) => ({ label: level.name, href: `/dashboard/${level.levelId}` }))}
      >
        {membership.labelName} at {membership.levelName}
      </PageHeader>
      <div className={classes.columns}>
        <div className={classes.main}>
          <div className={classes.why}>
            <WhyPanel sentences={reasonSentences(reasons, zone)} />
            {membership.overallStatus === "NotActivated" &&
              mayDo(profile.levelRoles, levels, "members.add", membership.levelId) && (
                <Suspense>
                  <ResendActivation
                    profileLevelAccessId={plaId}
                    name={member.firstName}
                    email={member.email}
                    zone={zone}
                  />
                </Suspense>
              )}
          </div>
          <div className={classes.requirements}>
            <MemberRequirements member={member} own={own} zone={zone} />
          </div>
        </div>
        <div className={classes.side}>
          <div className={classes.person}>
            <Panel title="Person">
              <Facts
                facts={[
                  { label: "E-mail", value: member.email ?? "None" },
                  { label: "Date of birth", value: member.dateOfBirth ? dayText(member.dateOfBirth) : "Not known" },
                  { label: "Status since", value: dayOfInstant(member.overallStatusSince, zone) },
                ]}
              />
            </Panel>
          </div>
          <div className={classes.places}>
            <Memberships member={member} levels={levels} />
          </div>
          <FamilyPanel member={member} zone={zone} />
          <div className={classes.history}>
            <MemberHistory history={member.history} memberName={`${member.firstName} ${member.lastName}`} zone={zone} />
          </div>
        </div>
      </div>
    </>
  );
}

/** More reasons than these are opened by whoever wants them; the requirements below say the same by status. */
const mostReasons = 3;

function WhyPanel({ sentences }: { sentences: readonly { key: string; text: string }[] }) {
  const rest = sentences.slice(mostReasons);
  return (
    <Panel title="Why">
      <Reasons sentences={sentences.slice(0, mostReasons)} />
      {rest.length > 0 && (
        <details className={classes.more}>
          <summary>{rest.length === 1 ? "One more reason" : `${rest.length} more reasons`}</summary>
          <Reasons sentences={rest} />
        </details>
      )}
    </Panel>
  );
}

function Reasons({ sentences }: { sentences: readonly { key: string; text: string }[] }) {
  return (
    <ul className={classes.reasons}>
      {sentences.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  );
}
