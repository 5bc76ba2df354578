import { useQuery } from "@tanstack/react-query";
import { LoadingState, Notice, PageHeader, Tabs, TextLink } from "@touchline/ui";
import { type ComponentType, lazy, Suspense } from "react";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./MemberPage.module.css";
import type { PersonBehind } from "./Memberships.tsx";
import { formerMemberQuery } from "./queries.ts";
import { words } from "./words.ts";

const RecordButton = lazy(() => import("./RecordButton.tsx").then((file) => ({ default: file.RecordButton })));

/** The past can be read, but nothing can be changed for people who have left. */
const sections = {
  timeline: {
    label: words.timeline,
    Section: lazy(() => import("./TimelineTab.tsx").then((file) => ({ default: file.TimelineTab }))),
  },
  mail: {
    label: words.emails,
    Section: lazy(() => import("./MailTab.tsx").then((file) => ({ default: file.MailTab }))),
  },
  past: {
    label: words.viewPastDate,
    Section: lazy(() => import("./PastTab.tsx").then((file) => ({ default: file.PastTab }))),
  },
} satisfies Record<string, { label: string; Section: ComponentType<{ member: PersonBehind; zone: string }> }>;
type Tab = keyof typeof sections;

const readTab = (search: RawSearch): Tab => {
  const tab = textIn(search.tab);
  if (tab === "mail" || tab === "past" || tab === "timeline") return tab;
  return textIn(search.asOf) === "" ? "timeline" : "past";
};

/**
 * Shows a person by an ended membership: when it ended, and what happened until then.
 *
 * @param failure why the page of a current member didn't load; there may be no former one, either.
 */
export function FormerMemberPage({ plaId, zone, failure }: { plaId: string; zone: string; failure: unknown }) {
  const query = useQuery(formerMemberQuery(plaId));
  const [tab, change] = useUrlState(readTab);
  const profile = useActiveProfile();
  // Records of people who have left are visible only to those who can see the whole organization.
  const mayTakeRecord =
    query.data !== undefined &&
    query.data.profileId !== profile.profileId &&
    profile.levelRoles.some((one) => one.role === "Admin" || one.role === "AnkoredAdmin");
  useTitle(query.data ? `${query.data.firstName} ${query.data.lastName}` : words.member);
  if (query.isError && !query.data)
    return <LoadFailed title={words.memberNotLoaded} error={failure} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label={words.loadingMember} />;
  const { firstName, lastName, labelName, levelName, leftAt, memberships } = query.data;
  const { Section } = sections[tab];
  return (
    <>
      <PageHeader
        title={`${firstName} ${lastName}`}
        actions={
          mayTakeRecord && (
            <Suspense>
              <RecordButton plaId={plaId} firstName={firstName} />
            </Suspense>
          )
        }
      >
        {words.wasMember({ role: labelName, level: levelName })}
      </PageHeader>
      <div className={classes.stack}>
        <Notice tone="none">
          {words.leftOn({ firstName, level: levelName, date: dayOfInstant(leftAt, zone) })}
          {memberships.length > 0 && (
            <>
              {" "}
              {words.currentMemberships}{" "}
              {memberships.map((one, index) => (
                <span key={one.profileLevelAccessId}>
                  {index > 0 && ", "}
                  <TextLink href={`/members/${one.profileLevelAccessId}`}>
                    {words.roleAtLevel({ role: one.labelName, level: one.levelName })}
                  </TextLink>
                </span>
              ))}
            </>
          )}
        </Notice>
        <Tabs
          label={words.about({ firstName })}
          tabs={(Object.keys(sections) as Tab[]).map((key) => ({ key, label: sections[key].label }))}
          current={tab}
          onChange={(key) =>
            change(
              { tab: key === "timeline" ? undefined : key, kinds: undefined, page: undefined, asOf: undefined },
              { back: true },
            )
          }
        >
          <Suspense fallback={<LoadingState label={words.loading} />}>
            <Section
              key={plaId}
              member={{ firstName, lastName, membership: { profileLevelAccessId: plaId } }}
              zone={zone}
            />
          </Suspense>
        </Tabs>
      </div>
    </>
  );
}
