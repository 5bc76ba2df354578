import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet, useNavigate, useRouter } from "@tanstack/react-router";
import { ErrorScreen, TextLink, useNotify } from "@touchline/ui";
import { lazy, Suspense, useEffect, useState } from "react";
import { CallFailed } from "../client.ts";
import { LoadFailed, messageOf } from "../ErrorScreens.tsx";
import { GoTo } from "../GoTo.tsx";
import { LastSeen } from "../LastSeen.tsx";
import { isSecondFactorNeeded } from "../query-client.ts";
import { keepTabOrganization, tabOrganization } from "../session/browser-storage.ts";
import { readClaims } from "../session/claims.ts";
import { loginHref } from "../session/next-path.ts";
import { activeProfileQuery, peopleQuery } from "../session/people.ts";
import { isLoggedIn } from "../session/security.ts";
import { startSession } from "../session/start.ts";
import { switchProfile } from "../session/switch-profile.ts";
import { ActiveProfileContext } from "../session/useActiveProfile.ts";
import { useSecurity } from "../session/useSecurity.ts";
import { readViewAs } from "../session/view-as.ts";
import { supportEmail } from "../support-email.ts";
import classes from "./AppShell.module.css";
import { BeforeShell } from "./BeforeShell.tsx";
import { ConnectedShell } from "./ConnectedShell.tsx";
import type { Switch } from "./shell.ts";
import { words } from "./words.ts";

const SecondFactorNeeded = lazy(() =>
  import("../modules/accounts/account/SecondFactorNeeded.tsx").then((file) => ({ default: file.SecondFactorNeeded })),
);

const ViewingAs = lazy(() => import("./ViewingAs.tsx").then((file) => ({ default: file.ViewingAs })));

/** Whoever is not logged in is sent to the login page and comes back; all others get the shell with their page in it. */
export function ShellRoute() {
  const security = useSecurity();
  const { error, refetch } = useQuery({ queryKey: ["session"], queryFn: startSession, enabled: !security.isLoaded });
  const { switching, onSwitch } = useSwitch();
  if (!security.isLoaded) {
    return (
      <BeforeShell label={words.loadingTouchline}>
        {error && (
          <>
            <LoadFailed title={words.sessionNotLoaded} error={error} onRetry={() => void refetch()} />
            <LastSeen />
          </>
        )}
      </BeforeShell>
    );
  }
  if (!isLoggedIn(security)) return <ToLogin />;
  if (switching) return <BeforeShell label={words.switchingProfile} />;
  const viewAs = readViewAs();
  if (viewAs !== null) {
    return (
      <Suspense fallback={<BeforeShell label={words.loadingYourProfile} />}>
        <ViewingAs viewAs={viewAs} />
      </Suspense>
    );
  }
  const claims = readClaims(security.token ?? "");
  if (!claims?.currentProfileId) return <GoTo href="/select-profile" />;
  return (
    <ActingAs
      key={claims.currentProfileId}
      accountId={claims.sub}
      profileId={claims.currentProfileId}
      onSwitch={onSwitch}
    />
  );
}

/**
 * Becomes another profile of the account, once for each press. Meanwhile no page stands there to ask in the name of the wrong
 * profile.
 */
function useSwitch() {
  const navigate = useNavigate();
  const notify = useNotify();
  const [switching, setSwitching] = useState(false);
  const onSwitch = async ({ profileId, href }: Switch) => {
    setSwitching(true);
    try {
      await switchProfile(profileId);
      await navigate({ href });
    } catch (error) {
      notify("stop", messageOf(error));
    } finally {
      setSwitching(false);
    }
  };
  return { switching, onSwitch: (to: Switch) => void onSwitch(to) };
}

/** Remembers where it began: the router's location is the login page's as soon as the way there is taken. */
function ToLogin() {
  const { latestLocation } = useRouter();
  const [href] = useState(() => loginHref(latestLocation.href));
  return <GoTo href={href} />;
}

/** A page's data is fetched in parallel with the profile if a reload would otherwise take too long on a slow connection. */
function usePrefetch(profileId: string) {
  const queryClient = useQueryClient();
  const { latestLocation } = useRouter();
  useEffect(() => {
    const organizationId = tabOrganization(profileId);
    if (organizationId === null || latestLocation.pathname !== "/account/billing/payment") return;
    import("../modules/billing/organization/queries.ts")
      .then(({ prefetchCards }) => prefetchCards(queryClient, organizationId))
      // The page asks again.
      .catch(() => undefined);
  }, [queryClient, profileId, latestLocation.pathname]);
}

const isSuspended = (error: Error) => error instanceof CallFailed && error.problem?.reason === "organizationSuspended";

/** What else there is while an organization is suspended. */
function OtherWays({ hasOthers }: { hasOthers: boolean }) {
  return (
    <p className={classes.otherWays}>
      {hasOthers && <TextLink href="/select-profile">{words.chooseProfile}</TextLink>}
      <TextLink href="/logout">{words.logOut}</TextLink>
    </p>
  );
}

interface ActingAsProps {
  accountId: string;
  profileId: string;
  onSwitch: (to: Switch) => void;
}

function ActingAs({ accountId, profileId, onSwitch }: ActingAsProps) {
  const people = useQuery(peopleQuery(accountId));
  const knownId = people.data?.find((one) => one.profileId === profileId)?.organizationId;
  useEffect(() => {
    if (knownId !== undefined) keepTabOrganization(profileId, knownId);
  }, [profileId, knownId]);
  // After a reload both are asked for at once.
  const organizationId = people.data ? knownId : (tabOrganization(profileId) ?? undefined);
  usePrefetch(profileId);
  const active = useQuery({
    ...activeProfileQuery(organizationId ?? "", profileId),
    enabled: organizationId !== undefined,
  });
  const [settingUp, setSettingUp] = useState(false);
  // What was remembered may be wrong until the people are there.
  const failed = people.error ?? (people.data ? active.error : null);
  // Kept until the person is done, recovery codes included, even if the profile is refetched in the meantime.
  if (isSecondFactorNeeded(active.error) && !settingUp) setSettingUp(true);
  if (settingUp) {
    const goOn = async () => {
      await active.refetch();
      setSettingUp(false);
    };
    return (
      <Suspense fallback={<BeforeShell label={words.loadingYourProfile} />}>
        <SecondFactorNeeded onShown={() => void goOn()} />
      </Suspense>
    );
  }
  if (failed && !active.data) {
    const retry = () => void (people.error ? people.refetch() : active.refetch());
    return (
      <BeforeShell label={words.loadingYourProfile}>
        <LoadFailed
          title={isSuspended(failed) ? words.organizationSuspended : words.profileNotLoaded}
          error={failed}
          onRetry={retry}
        />
        {isSuspended(failed) ? <OtherWays hasOthers={(people.data?.length ?? 0) > 1} /> : <LastSeen />}
      </BeforeShell>
    );
  }
  if (people.data && organizationId === undefined) {
    return (
      <BeforeShell label={words.loadingYourProfile}>
        <ErrorScreen
          title={words.profileGone}
          message={words.profileGoneHelp}
          supportEmail={supportEmail()}
          onRetry={() => void people.refetch()}
        />
      </BeforeShell>
    );
  }
  if (!people.data || !active.data) return <BeforeShell label={words.loadingYourProfile} />;
  return (
    <ActiveProfileContext value={active.data}>
      <ConnectedShell people={people.data} onSwitch={onSwitch}>
        <Outlet />
      </ConnectedShell>
    </ActiveProfileContext>
  );
}
