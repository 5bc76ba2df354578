import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { getNavigation } from "@touchline/contract/people/hierarchy";
import { getPendingReviewCount } from "@touchline/contract/reviews/reviews";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { chatSettings } from "../chat/chat-settings.ts";
import { call } from "../client.ts";
import { usePhoto } from "../photos/usePhoto.ts";
import type { ProfileSummary } from "../session/people.ts";
import { type ActiveProfile, useActiveProfile } from "../session/useActiveProfile.ts";
import { useLogin } from "../session/useLogin.ts";
import { type RawSearch, textIn } from "../url-state.ts";
import classes from "./AppShell.module.css";
import { AppShell } from "./AppShell.tsx";
import { setAccent } from "./accent.ts";
import { treeOf } from "./level-tree.ts";
import { OtherOrganization } from "./OtherOrganization.tsx";
import { OtherTab } from "./OtherTab.tsx";
import type { ShellActions, ShellLink, ShellProfile, Switch } from "./shell.ts";
import { words } from "./words.ts";

const AccountScheme = lazy(() =>
  import("../modules/accounts/account/AccountScheme.tsx").then((file) => ({ default: file.AccountScheme })),
);
const TaskTray = lazy(() => import("../modules/tasks/tasks/TaskTray.tsx").then((file) => ({ default: file.TaskTray })));

const Chat = lazy(() => import("../chat/Chat.tsx").then((file) => ({ default: file.Chat })));

const Bell = lazy(() => import("../modules/messages/notices/Bell.tsx").then((file) => ({ default: file.Bell })));

interface ConnectedShellProps {
  people: readonly ProfileSummary[];
  onSwitch: (to: Switch) => void;
  children: ReactNode;
}

/** The shell with the acting profile's own links, levels and profiles. */
export function ConnectedShell({ people, onSwitch, children }: ConnectedShellProps) {
  const active = useActiveProfile();
  const { userData } = useLogin();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { accentColor } = active.organization;
  useEffect(() => {
    setAccent(accentColor);
    return () => setAccent(undefined);
  }, [accentColor]);

  useFocusOnArrival(pathname);

  const levels = useQuery({
    queryKey: ["navigation", active.hierarchyLevelId],
    queryFn: ({ signal }) => call(getNavigation, { params: { id: active.hierarchyLevelId } }, { signal }),
    enabled: active.tabs.includes("Dashboard"),
    staleTime: 60_000,
  });
  const tree = useMemo(() => treeOf(levels.data ?? []), [levels.data]);
  const count = usePendingReviewCount(active);
  const self = people.find((person) => person.profileId === active.profileId);
  const photo = usePhoto(active.profileId, self?.photoId ?? null);

  const data = {
    organizationName: active.organizationName,
    organizationPhoto: active.organizationPhoto,
    profile: { ...shellProfile(active, { ...active, guarded: false }), photo },
    profiles: people.map((person) => shellProfile(active, person)),
    links: [...linksOf(userData.tabs, count), ...paymentsOf(active), ...incidentsOf(active), ...settingsOf(active)],
    levels: tree,
    currentLevelId: /^\/dashboard\/([^/]+)/.exec(pathname)?.[1] ?? null,
    currentPath: pathname,
  };
  const levelActions = useLevelActions();
  const actions: ShellActions = {
    ...levelActions,
    onSwitchProfile: (profileId) => {
      const child = people.some((person) => person.profileId === profileId && person.guarded);
      if (child) void navigate({ to: "/requirements", search: { person: profileId } });
      else if (profileId === active.profileId) void navigate({ to: "/" });
      else onSwitch({ profileId, href: "/" });
    },
  };
  const [chat] = useState(chatSettings);
  const tray = active.tabs.includes("Dashboard") && (
    <Suspense>
      <TaskTray />
    </Suspense>
  );
  return (
    <AppShell
      data={data}
      actions={actions}
      tray={tray}
      bell={
        <Suspense fallback={<span className={classes.bell} />}>
          <Bell profileId={active.profileId} />
        </Suspense>
      }
    >
      <Suspense>
        <AccountScheme key={active.userId} />
      </Suspense>
      <OtherTab people={people} onSwitch={onSwitch} />
      <OtherOrganization people={people} onSwitch={onSwitch}>
        {children}
      </OtherOrganization>
      {chat && active.chatAllowed && (
        <Suspense>
          <Chat settings={chat} user={active.userId} path={pathname} />
        </Suspense>
      )}
    </AppShell>
  );
}

/** Where levels lead, and what is fetched before one goes there. Whoever looks back at one looks back at the next. */
function useLevelActions(): Pick<ShellActions, "levelHref" | "onLevelIntent"> {
  const queryClient = useQueryClient();
  const asOf = useLocation({
    select: ({ pathname, search }) => (pathname.startsWith("/dashboard") ? textIn((search as RawSearch).asOf) : ""),
  });
  const since = useLocation({ select: ({ search }) => textIn((search as RawSearch).since) });
  return useMemo(
    () => ({
      levelHref: (id) => {
        if (asOf === "") return `/dashboard/${id}`;
        const compared = since === "" ? "" : `&since=${encodeURIComponent(since)}`;
        return `/dashboard/${id}?asOf=${encodeURIComponent(asOf)}${compared}`;
      },
      onLevelIntent: (id) => {
        if (asOf !== "") return;
        void import("../modules/reporting/dashboard/queries.ts").then(({ prefetchLevel }) =>
          prefetchLevel(queryClient, id),
        );
      },
    }),
    [queryClient, asOf, since],
  );
}

/** On another page, the keyboard and the screen reader continue in its content, not where the link was. */
function useFocusOnArrival(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname]);
}

function shellProfile(active: ActiveProfile, person: Omit<ProfileSummary, "organizationId" | "photoId">): ShellProfile {
  const own = [...new Set(active.profileLevelAccesses.map((one) => one.labelName))].slice(0, 2).join(", ");
  return {
    id: person.profileId,
    name: `${person.firstName} ${person.lastName}`,
    organizationName: person.organizationName,
    role: person.guarded ? words.yourChild : person.profileId === active.profileId ? own : "",
  };
}

/** The number of submissions waiting for this person's review; null if they review nothing. */
function usePendingReviewCount({ organizationId, profileId, pendingReviewCount }: ActiveProfile): number | null {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  const queryKey = useMemo(() => ["pendingReviewCount", organizationId], [organizationId]);
  const reviews = pendingReviewCount !== null;
  useEffect(() => {
    if (!reviews) return undefined;
    let stop: (() => void) | undefined;
    let left = false;
    let isFirst = true;
    const on = {
      count: (count: { count: number; more: boolean }) => {
        setLive(true);
        // The first count only says again what was just loaded. Taken as a change, it would refetch the list, with the rows that are new.
        const known = queryClient.getQueryData<{ count: number }>(queryKey);
        if (!isFirst || known?.count !== count.count) queryClient.setQueryData(queryKey, count);
        isFirst = false;
      },
      lost: () => setLive(false),
    };
    // People who review nothing don't load it. If it can't be loaded, the number is polled.
    import("../modules/reviews/review/live-count.ts").then(
      ({ followCount }) => {
        if (!left) stop = followCount({ organizationId, profileId }, on);
      },
      () => undefined,
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [organizationId, profileId, reviews, queryClient, queryKey]);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getPendingReviewCount, { params: { orgId: organizationId } }, { signal }),
    enabled: reviews,
    initialData: pendingReviewCount === null ? undefined : { count: pendingReviewCount, more: false },
    staleTime: 30_000,
    refetchInterval: isLive ? false : 60_000,
  });
  return data?.count ?? null;
}

/** The link to Payments, for members who owe or have paid a fee, also for a child. */
function paymentsOf({ hasPayments }: ActiveProfile): ShellLink[] {
  return hasPayments ? [{ key: "payments", label: words.payments, href: "/payments" }] : [];
}

/** For who looks after people, as the permission table says (incidents.report). */
function incidentsOf({ tabs }: ActiveProfile): ShellLink[] {
  return tabs.includes("Dashboard") ? [{ key: "incidents", label: words.incidents, href: "/incidents" }] : [];
}

/** For who looks after the organization itself. */
function settingsOf({ roles }: ActiveProfile): ShellLink[] {
  // The permission table says the same (labels.edit, organization.edit), and is too large for the first load.
  const may = roles.includes("Admin") || roles.includes("AnkoredAdmin");
  const billing: ShellLink = { key: "billing", label: words.billing, href: "/account/billing" };
  // Account Managers have no other settings, but they set up background checks and look after billing.
  if (!may && roles.includes("Account Manager")) {
    return [{ key: "settings", label: words.screening, href: "/account/organization/screening" }, billing];
  }
  if (!may) return [];
  return [
    { key: "roles", label: words.roles, href: "/roles" },
    { key: "settings", label: words.organization, href: "/account/organization", alsoUnder: "/account/integrations" },
    billing,
    { key: "audit", label: words.auditLog, href: "/audit" },
  ];
}

/** The links of the tabs this person has. */
function linksOf(tabs: readonly string[], reviewCount: number | null): ShellLink[] {
  const links: Record<string, ShellLink> = {
    Requirements: { key: "requirements", label: words.myRequirements, href: "/requirements" },
    Family: { key: "family", label: words.family, href: "/groupAccountDashboard" },
    Dashboard: { key: "dashboard", label: words.dashboard, href: "/dashboard" },
    Review: {
      key: "review",
      label: words.review,
      href: "/review",
      count: reviewCount ?? 0,
      countLabel: words.waitingForReview({ count: reviewCount ?? 0 }),
    },
    Library: { key: "library", label: words.library, href: "/library" },
    Levels: { key: "levels", label: words.levels, href: "/levels" },
    Admin: { key: "admin", label: words.platformAdministration, href: "/admin" },
  };
  return tabs.flatMap((tab) => links[tab] ?? []);
}
