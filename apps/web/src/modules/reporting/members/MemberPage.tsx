import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Button, LoadingState, OverallStatusBadge, PageHeader, Tabs } from "@touchline/ui";
import { type ComponentType, lazy, Suspense } from "react";
import { CallFailed } from "../../../client.ts";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { mayDo, pathTo } from "../../../levels/tree.ts";
import { PersonAvatar } from "../../../photos/PersonAvatar.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import type { Member } from "./Memberships.tsx";
import { OverviewTab } from "./OverviewTab.tsx";
import { memberQuery } from "./queries.ts";
import { words } from "./words.ts";

const FormerMemberPage = lazy(() =>
  import("./FormerMemberPage.tsx").then((file) => ({ default: file.FormerMemberPage })),
);

/** Loaded only for people who may export a record. */
const RecordButton = lazy(() => import("./RecordButton.tsx").then((file) => ({ default: file.RecordButton })));

type Section = "contacts" | "notes" | "incidents" | "mail" | "timeline" | "past";
type Tab = "overview" | Section;

/** Each tab is loaded when it is first opened, and fetches its own data. */
const sections: Record<Section, ComponentType<{ member: Member; zone: string }>> = {
  contacts: lazy(() => import("./ContactsTab.tsx").then((file) => ({ default: file.ContactsTab }))),
  notes: lazy(() => import("./NotesTab.tsx").then((file) => ({ default: file.NotesTab }))),
  incidents: lazy(() => import("./IncidentsTab.tsx").then((file) => ({ default: file.IncidentsTab }))),
  mail: lazy(() => import("./MailTab.tsx").then((file) => ({ default: file.MailTab }))),
  timeline: lazy(() => import("./TimelineTab.tsx").then((file) => ({ default: file.TimelineTab }))),
  past: lazy(() => import("./PastTab.tsx").then((file) => ({ default: file.PastTab }))),
};
const labels: Record<Tab, string> = {
  overview: words.overview,
  contacts: words.contacts,
  notes: words.notes,
  incidents: words.incidents,
  mail: words.emails,
  timeline: words.timeline,
  past: words.viewPastDate,
};

const isTab = (one: string): one is Tab => one in labels;
/** `?asOf=` alone leads to where it is shown. */
const readTab = (search: RawSearch): Tab => {
  const tab = textIn(search.tab);
  return isTab(tab) ? tab : textIn(search.asOf) === "" ? "overview" : "past";
};

/** Shows one person by a membership: status, reasons, requirements, and history. */
export function MemberPage() {
  const profile = useActiveProfile();
  const { plaId = "" } = useParams({ strict: false }) as { plaId?: string };
  const query = useQuery(memberQuery(plaId));
  const levels = useQuery(navigationQuery(profile.hierarchyLevelId)).data ?? [];
  const [search, change] = useUrlState(readTab);
  useTitle(query.data ? `${query.data.firstName} ${query.data.lastName}` : words.member);

  // The membership of a person who has left no longer exists; its past does.
  if (query.error instanceof CallFailed && query.error.status === 404) {
    return (
      <Suspense fallback={<LoadingState label={words.loadingMember} />}>
        <FormerMemberPage plaId={plaId} zone={profile.organization.timeZone} failure={query.error} />
      </Suspense>
    );
  }
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.memberNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label={words.loadingMember} />;
  const member = query.data;
  const { membership } = member;
  const zone = profile.organization.timeZone;
  const here = levels.find((level) => level.levelId === membership.levelId);
  const path = [...pathTo(levels, membership.levelId), ...(here ? [here] : [])];
  const own = profile.profilesWithPlas.some((one) => one.profileId === member.profileId);
  const may = (action: "profiles.edit" | "notes" | "incidents.report") =>
    mayDo(profile.levelRoles, levels, action, membership.levelId, {
      roles: member.memberships.map((one) => one.role),
    });
  const mayEdit = own || may("profiles.edit");
  const mayTakeRecord =
    !own &&
    mayDo(profile.levelRoles, levels, "records.export", membership.levelId, {
      membershipPres: member.memberships.map((one) => levels.findIndex((level) => level.levelId === one.levelId)),
    });
  const hidden: Partial<Record<Tab, boolean>> = {
    notes: own || !may("notes"),
    incidents: own || !may("incidents.report"),
  };
  const tabs = (Object.keys(labels) as Tab[]).filter((tab) => !hidden[tab]);
  const tab = tabs.includes(search) ? search : "overview";
  const Opened = tab === "overview" ? null : sections[tab];
  return (
    <>
      <PageHeader
        title={`${member.firstName} ${member.lastName}`}
        badge={<OverallStatusBadge status={membership.overallStatus} />}
        picture={<PersonAvatar person={member} size={44} />}
        actions={
          <>
            {mayTakeRecord && (
              <Suspense>
                <RecordButton plaId={plaId} firstName={member.firstName} />
              </Suspense>
            )}
            {mayEdit && (
              <Button
                variant="secondary"
                label={words.editDetails}
                href={`/editProfile?${new URLSearchParams({ profileId: member.profileId })}`}
              />
            )}
          </>
        }
        path={path.map((level) => ({ label: level.name, href: `/dashboard/${level.levelId}` }))}
      >
        {words.roleAtLevel({ role: membership.labelName, level: membership.levelName })}
      </PageHeader>
      <Tabs
        label={words.about({ firstName: member.firstName })}
        tabs={tabs.map((key) => ({ key, label: labels[key] }))}
        current={tab}
        onChange={(key) =>
          // Each section manages its own part of the address.
          change(
            {
              tab: key === "overview" ? undefined : key,
              kinds: undefined,
              states: undefined,
              page: undefined,
              asOf: undefined,
            },
            { back: true },
          )
        }
      >
        {Opened ? (
          <Suspense fallback={<LoadingState label={words.loading} />}>
            <Opened key={plaId} member={member} zone={zone} />
          </Suspense>
        ) : (
          <OverviewTab member={member} levels={levels} own={own} zone={zone} />
        )}
      </Tabs>
    </>
  );
}
