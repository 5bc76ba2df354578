import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useParams } from "@tanstack/react-router";
import { Button, IconHistory, IconUserPlus, LoadingState, PageHeader } from "@touchline/ui";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { dayIn } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { LevelPicture } from "../../../levels/LevelPicture.tsx";
import { labelsQuery, navigationQuery } from "../../../levels/queries.ts";
import { mayDo, pathTo } from "../../../levels/tree.ts";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, type SearchChange, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { momentIn, sinceIn } from "../look-back/moment.ts";
import { type Begun, BulkActs } from "./BulkActs.tsx";
import { choiceCounts } from "./counts.ts";
import classes from "./DashboardPage.module.css";
import { ListMenu, viewAddress } from "./ListMenu.tsx";
import { MemberFilters } from "./MemberFilters.tsx";
import { Nobody } from "./Nobody.tsx";
import { Overview } from "./Overview.tsx";
import { dashboardQuery, viewsQuery } from "./queries.ts";
import { readBreakdown, writeBreakdown } from "./remembered-breakdown.ts";
import {
  type BreakdownKind,
  columnsInAddress,
  isNarrowed,
  nothing,
  readDashboardSearch,
  usualColumns,
} from "./search.ts";
import { useMembers } from "./useMembers.ts";
import { useRowKeys } from "./useRowKeys.ts";
import { useSelection } from "./useSelection.ts";
import { words } from "./words.ts";

/** Loaded when it is opened, because most visits add nobody. */
const AddPersonDialog = lazy(() => import("./AddPersonDialog.tsx").then((file) => ({ default: file.AddPersonDialog })));

/** Loaded with the page: the code arrives while the first rows are fetched, and the counts wait for neither. */
const membersTable = import("./MembersTable.tsx").then((file) => ({ default: file.MembersTable }));
// A failure shows where the list is drawn, so it is ignored here.
membersTable.catch(() => undefined);
const MembersTable = lazy(() => membersTable);

/** Loaded separately, because only partners' links lead to it. */
const PartnerLookup = lazy(() => import("./PartnerLookup.tsx").then((file) => ({ default: file.PartnerLookup })));

const LookBackPage = lazy(() =>
  import("../look-back/LookBackPage.tsx").then((file) => ({ default: file.LookBackPage })),
);

const ComparisonPage = lazy(() =>
  import("../look-back/ComparisonPage.tsx").then((file) => ({ default: file.ComparisonPage })),
);

/** Loaded separately, because most readers see none of it. */
const SetUpNotice = lazy(() =>
  import("../../screening/setup/SetUpNotice.tsx").then((file) => ({ default: file.SetUpNotice })),
);

const SubscribeNotice = lazy(() =>
  import("../../billing/organization/SubscribeNotice.tsx").then((file) => ({ default: file.SubscribeNotice })),
);

const BulkDialog = lazy(() => import("./BulkDialog.tsx").then((file) => ({ default: file.BulkDialog })));
const KeysDialog = lazy(() => import("./KeysDialog.tsx").then((file) => ({ default: file.KeysDialog })));

const externalIdIn = (search: RawSearch) => textIn(search.externalId).trim();

/**
 * Shows the people at a level and below it, and who of them is cleared. Without a level in the address, it shows the reader's
 * own.
 */
export function DashboardPage() {
  const { tabs } = useActiveProfile();
  const [externalId] = useUrlState(externalIdIn);
  // Partners link here, too; readers without access to members are sent to their own requirements.
  if (!tabs.includes("Dashboard")) return <Navigate to="/" replace />;
  if (externalId === "") return <Level />;
  return (
    <Suspense fallback={<LoadingState label={words.findingPerson} />}>
      <PartnerLookup externalId={externalId} />
    </Suspense>
  );
}

/** The level of the address, as it is or as it was. */
function Level() {
  const profile = useActiveProfile();
  const params = useParams({ strict: false }) as { levelId?: string };
  const levelId = params.levelId ?? profile.currentLevelId ?? profile.hierarchyLevelId;
  const [asOf] = useUrlState(momentIn);
  const [since] = useUrlState(sinceIn);
  if (asOf === "") return <Dashboard levelId={levelId} />;
  return (
    <Suspense fallback={<LoadingState label={words.loadingPastStatus} />}>
      {since === "" ? <LookBackPage levelId={levelId} /> : <ComparisonPage levelId={levelId} />}
    </Suspense>
  );
}

/** For people who set up background checks, until that is done. */
const setUpIsOpen = ({ yardstikOnboardingStatus: status }: ReturnType<typeof useActiveProfile>) =>
  status === "NotStarted" || status === "InProgress";

/** Whether the organization may still have to subscribe, for those who look after billing, as the permission table says (billing). */
const mayOweSubscription = ({ organizationPaymentMethodProvided, roles }: ReturnType<typeof useActiveProfile>) =>
  !organizationPaymentMethodProvided && (roles.includes("Admin") || roles.includes("Account Manager"));

function Dashboard({ levelId }: { levelId: string }) {
  const profile = useActiveProfile();
  const [state, change] = useUrlState(readDashboardSearch);
  const [adding, setAdding] = useState(false);
  const [by, setBy] = useBreakdown(profile.profileId, state.by);
  const listTop = useRef<HTMLDivElement>(null);
  const navigation = useQuery(navigationQuery(profile.hierarchyLevelId));
  const labels = useQuery(labelsQuery).data ?? [];
  const info = useQuery(dashboardQuery(levelId));
  const list = useMembers(levelId, state.members, state.page);
  const views = useQuery(viewsQuery).data;
  useDefaultView(levelId, change);
  const columns = state.columns ?? views?.columns ?? usualColumns;
  const chosen = useSelection(list.key, list.choice, { total: list.total ?? 0, more: list.more });
  const [begun, setBegun] = useState<Begun | null>(null);
  const [keysShown, setKeysShown] = useState(false);
  useRowKeys(listTop, () => setKeysShown(true));
  const navigate = useNavigate();
  const onPage = useCallback((page: number) => change({ page: page > 1 ? page : undefined }), [change]);

  const levels = navigation.data ?? [];
  const level = levels.find((one) => one.levelId === levelId);
  useTitle(level?.name ?? words.dashboard);
  // The head of the page is of the levels: without them it would push down all that follows.
  if (navigation.isPending) return <LoadingState label={words.loadingMembers} />;
  if (list.error) return <LoadFailed title={words.listOfMembersNotLoaded} error={list.error} onRetry={list.retry} />;

  /** Another list begins at its first row, so the page scrolls there. */
  const narrow = (next: SearchChange) => {
    change({ ...next, page: undefined }, { back: !("search" in next && next.search !== undefined) });
    const top = listTop.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) listTop.current?.scrollIntoView();
  };
  const openBreakdown = (next: BreakdownKind | null) => {
    setBy(next);
    change({
      by: next ?? undefined,
      as: next === null ? undefined : state.asTable ? "table" : undefined,
      day: undefined,
      until: undefined,
    });
  };
  const print = () => {
    const search = { ...state.members, columns: columnsInAddress(columns) };
    void navigate({ to: `/print/members/${levelId}` as "/", search: search as never });
  };
  const mayAdd = mayDo(profile.levelRoles, levels, "members.add", levelId, { roles: ["Individual"] });
  const addButton = mayAdd && (
    <>
      <Button variant="secondary" label={words.importRoster} href="/people/add?tab=roster" />
      <Button label={words.addPerson} leftIcon={<IconUserPlus aria-hidden />} onClick={() => setAdding(true)} />
    </>
  );
  return (
    <>
      <PageHeader
        title={level?.name ?? (levelId === profile.currentLevelId ? profile.currentLevelName : null) ?? words.members}
        path={pathTo(levels, levelId).map((one) => ({ label: one.name, href: `/dashboard/${one.levelId}` }))}
        badge={
          <>
            <span className={classes.kind}>{level?.kind}</span>
            <Button
              small
              className={classes.pastDate}
              variant="quaternary"
              label={words.viewPastDate}
              leftIcon={<IconHistory aria-hidden />}
              onClick={() => change({ asOf: yesterday(profile.organization.timeZone) }, { back: true })}
            />
          </>
        }
        picture={level && <LevelPicture level={level} />}
        actions={addButton}
      />
      {setUpIsOpen(profile) && (
        <Suspense>
          <SetUpNotice />
        </Suspense>
      )}
      {mayOweSubscription(profile) && (
        <Suspense>
          <SubscribeNotice />
        </Suspense>
      )}
      <Overview
        levelId={levelId}
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
          contentName={info.data?.requirements.find((one) => one.contentId === state.members.content)?.name}
          counts={info.data ? choiceCounts(info.data, state.members) : null}
          total={list.total}
          more={list.more}
        >
          <ListMenu
            choice={state.members}
            columns={columns}
            narrow={narrow}
            change={change}
            onPrint={print}
            onKeys={() => setKeysShown(true)}
          />
        </MemberFilters>
        <Suspense fallback={<LoadingState label={words.loadingMembers} lines={12} />}>
          <MembersTable
            list={list}
            page={state.page}
            onPage={onPage}
            onSort={({ key, direction }) => narrow({ sortCol: key, sortDir: direction })}
            zone={profile.organization.timeZone}
            wanted={columns}
            selection={{
              ...chosen.selection,
              actions: (
                <BulkActs
                  levelId={levelId}
                  levels={levels}
                  chosen={{ count: chosen.count, selection: chosen.memberSelection }}
                  onBegin={setBegun}
                />
              ),
            }}
            withLevel={!navigation.data || levels.some((one) => one.parentId === levelId)}
            empty={<Nobody narrowed={isNarrowed(state.members)} onClear={() => narrow(nothing)} action={addButton} />}
          />
        </Suspense>
      </div>
      {begun && (
        <Suspense>
          <BulkDialog
            {...begun}
            levelId={levelId}
            levels={levels}
            labels={labels}
            columns={columns}
            contents={info.data?.requirements ?? []}
            onClose={(wasBegun) => {
              setBegun(null);
              if (wasBegun) chosen.clear();
            }}
          />
        </Suspense>
      )}
      {keysShown && (
        <Suspense>
          <KeysDialog onClose={() => setKeysShown(false)} />
        </Suspense>
      )}
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

/** The initial date of the past view: the latest day that is over. */
const yesterday = (zone: string) => dayIn(new Date(serverNow() - 86_400_000).toISOString(), zone);

/** Without a view in the address, a level opens with the person's default view. */
function useDefaultView(levelId: string, change: ReturnType<typeof useUrlState>[1]): void {
  const { data } = useQuery(viewsQuery);
  const seen = useRef<string | null>(null);
  const view = data?.views.find((one) => one.viewId === data.defaultViewId);
  useEffect(() => {
    if (!data || seen.current === levelId) return;
    seen.current = levelId;
    if (view && window.location.search === "") change(viewAddress(view.choice));
  }, [data, view, levelId, change]);
}

/** The value in the address, or the one this profile last used. */
function useBreakdown(profileId: string, inAddress: BreakdownKind | null) {
  const [remembered, setRemembered] = useState(() => readBreakdown(localStorage, profileId));
  const set = (by: BreakdownKind | null) => {
    setRemembered(by);
    writeBreakdown(localStorage, profileId, by);
  };
  return [inAddress ?? remembered, set] as const;
}
