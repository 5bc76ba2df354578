import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { Button, IconUserPlus, PageHeader, Pager } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { LoadFailed } from "../../errorScreens.tsx";
import { labelsQuery, navigationQuery } from "../../levels/queries.ts";
import { mayDo, pathTo } from "../../levels/tree.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { useUrlState } from "../../urlState.ts";
import { useTitle } from "../../useTitle.ts";
import { MemberFilters } from "./MemberFilters.tsx";
import { MembersTable } from "./MembersTable.tsx";
import { membersPerPage, membersQuery } from "./queries.ts";
import { readDashboardSearch } from "./search.ts";

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
  const navigation = useQuery(navigationQuery(profile.hierarchyLevelId));
  const labels = useQuery(labelsQuery);
  const members = useQuery(membersQuery(levelId, state));

  const levels = navigation.data ?? [];
  const level = levels.find((one) => one.levelId === levelId);
  useTitle(level?.name ?? "Dashboard");
  if (members.isError && !members.data) {
    return <LoadFailed what="The members" error={members.error} onRetry={() => void members.refetch()} />;
  }
  const total = members.data?.pagination.totalRecords;
  const mayAdd = mayDo(profile.levelRoles, levels, "members.add", levelId, { roles: ["Individual"] });
  const addButton = mayAdd && (
    <>
      <Button variant="secondary" label="Import roster" href="/people/add" />
      <Button label="Add person" leftIcon={<IconUserPlus aria-hidden />} onClick={() => setAdding(true)} />
    </>
  );
  return (
    <>
      <PageHeader
        title={level?.name ?? (levelId === profile.currentLevelId ? profile.currentLevelName : null) ?? "Members"}
        path={pathTo(levels, levelId).map((one) => ({ label: one.name, href: `/dashboard/${one.levelId}` }))}
        actions={addButton}
      >
        {level ? `${level.kind}. ` : ""}Everybody here and at the levels below.
      </PageHeader>
      <MemberFilters state={state} change={change} labels={labels.data ?? []} total={total} />
      <MembersTable state={state} change={change} page={members} emptyAction={addButton} />
      {total !== undefined && total > 0 && (
        <Pager
          page={state.page}
          perPage={membersPerPage}
          totalRecords={total}
          onPage={(page) => change({ page: page > 1 ? page : undefined }, { back: true })}
        />
      )}
      {adding && (
        <Suspense>
          <AddPersonDialog
            levels={levels}
            labels={labels.data ?? []}
            levelRoles={profile.levelRoles}
            levelId={levelId}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
}
