import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { Button, IconUserPlus, LoadingState, PageHeader } from "@touchline/ui";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { LoadFailed } from "../../errorScreens.tsx";
import { labelsQuery, navigationQuery } from "../../levels/queries.ts";
import { mayDo, pathTo } from "../../levels/tree.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { type SearchChange, useUrlState } from "../../urlState.ts";
import { useTitle } from "../../useTitle.ts";
import { choiceCounts } from "./counts.ts";
import classes from "./DashboardPage.module.css";
import { MemberFilters } from "./MemberFilters.tsx";
import { MembersTable } from "./MembersTable.tsx";
import { Nobody } from "./Nobody.tsx";
import { Overview } from "./Overview.tsx";
import { dashboardQuery } from "./queries.ts";
import { readBreakdown, writeBreakdown } from "./rememberedBreakdown.ts";
import { type BreakdownKind, isNarrowed, nothing, readDashboardSearch } from "./search.ts";
import { useMembers } from "./useMembers.ts";

/** Most visits add nobody; its form is fetched when it is opened. */
const AddPersonDialog = lazy(() => import("./AddPersonDialog.tsx").then((file) => ({ default: file.AddPersonDialog })));

/** Who is at a level and below it, and who of them is cleared. Without a level in the address: where one acts. */
export function DashboardPage() {
  const { tabs } = useActiveProfile();
  // Partners link here too; whoever sees no members is sent on to their own requirements.
  return tabs.includes("Dashboard") ? <Dashboard /> : <Navigate to="/" replace />;
}

function Dashboard() {
  const profile = useActiveProfile();
  const params = useParams({ strict: false }) as { levelId?: string };
  const levelId = params.levelId ?? profile.currentLevelId ?? profile.hierarchyLevelId;
  const [state, change] = useUrlState(readDashboardSearch);
  const [adding, setAdding] = useState(false);
  const [by, setBy] = useBreakdown(profile.profileId, state.by);
  const listTop = useRef<HTMLDivElement>(null);
  const navigation = useQuery(navigationQuery(profile.hierarchyLevelId));
  const labels = useQuery(labelsQuery).data ?? [];
  const info = useQuery(dashboardQuery(levelId));
  const list = useMembers(levelId, state.members, state.page);
  const onPage = useCallback((page: number) => change({ page: page > 1 ? page : undefined }), [change]);

  const levels = navigation.data ?? [];
  const level = levels.find((one) => one.levelId === levelId);
  useTitle(level?.name ?? "Dashboard");
  // The head of the page is of the levels: without them it would push down all that follows.
  if (navigation.isPending) return <LoadingState label="Loading the members" />;
  if (list.error) return <LoadFailed what="The members" error={list.error} onRetry={list.retry} />;

  /** Another list begins at its first row; whoever had scrolled into the old one is taken there. */
  const narrow = (next: SearchChange) => {
    change({ ...next, page: undefined }, { back: !("search" in next && next.search !== undefined) });
    const top = listTop.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) listTop.current?.scrollIntoView();
  };
  const openBreakdown = (next: BreakdownKind | null) => {
    setBy(next);
    change({ by: next ?? undefined, as: next === null ? undefined : state.asTable ? "table" : undefined });
  };
  const mayAdd = mayDo(profile.levelRoles, levels, "members.add", levelId, { roles: ["Individual"] });
  const addButton = mayAdd && (
    <>
      <Button variant="secondary" label="Import roster" href="/people/add?tab=roster" />
      <Button label="Add person" leftIcon={<IconUserPlus aria-hidden />} onClick={() => setAdding(true)} />
    </>
  );
  return (
    <>
      <PageHeader
        title={level?.name ?? (levelId === profile.currentLevelId ? profile.currentLevelName : null) ?? "Members"}
        path={pathTo(levels, levelId).map((one) => ({ label: one.name, href: `/dashboard/${one.levelId}` }))}
        badge={<span className={classes.kind}>{level?.kind}</span>}
        actions={addButton}
      />
      <Overview
        info={info.data}
        error={info.error}
        onRetry={() => void info.refetch()}
        state={state}
        by={by}
        onBy={openBreakdown}
        expected={{
          levels: levels.filter((one) => one.parentId === levelId).length || undefined,
          roles: labels.length || undefined,
        }}
        roleNames={labels.filter((label) => state.members.labels.includes(label.labelId)).map((label) => label.name)}
        narrow={narrow}
        change={change}
      />
      <div ref={listTop} className={classes.list}>
        <MemberFilters
          choice={state.members}
          narrow={narrow}
          labels={labels}
          counts={info.data ? choiceCounts(info.data, state.members) : null}
          total={list.total}
          more={list.more}
        />
        <MembersTable
          list={list}
          page={state.page}
          onPage={onPage}
          onSort={({ key, direction }) => narrow({ sortCol: key, sortDir: direction })}
          zone={profile.organization.timeZone}
          withLevel={!navigation.data || levels.some((one) => one.parentId === levelId)}
          empty={<Nobody narrowed={isNarrowed(state.members)} onClear={() => narrow(nothing)} action={addButton} />}
        />
      </div>
      {adding && (
        <Suspense>
          <AddPersonDialog
            levels={levels}
            labels={labels}
            levelRoles={profile.levelRoles}
            levelId={levelId}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What the address says, else what this profile last had open. */
function useBreakdown(profileId: string, inAddress: BreakdownKind | null) {
  const [remembered, setRemembered] = useState(() => readBreakdown(localStorage, profileId));
  const set = (by: BreakdownKind | null) => {
    setRemembered(by);
    writeBreakdown(localStorage, profileId, by);
  };
  return [inAddress ?? remembered, set] as const;
}
