import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { operatorTab } from "@touchline/contract";
import { ErrorScreen, Logo, SchemeMenu, TextLink } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { GoTo } from "../../../GoTo.tsx";
import { loginHref } from "../../../session/next-path.ts";
import { startSession } from "../../../session/start.ts";
import { useLogin } from "../../../session/useLogin.ts";
import { useSecurity } from "../../../session/useSecurity.ts";
import { BeforeShell } from "../../../shell/BeforeShell.tsx";
import { supportEmail } from "../../../support-email.ts";
import classes from "./Admin.module.css";
import { areaGroups } from "./areas.ts";
import { words } from "./words.ts";

/** The frame of the operators' pages. Everybody else sees that they have no access; the server checks each call anyway. */
export function AdminFrame() {
  const security = useSecurity();
  const { userData, isLoggedInUser } = useLogin();
  const { error, refetch } = useQuery({ queryKey: ["session"], queryFn: startSession, enabled: !security.isLoaded });
  const { latestLocation } = useRouter();
  const { pathname } = useLocation();
  const [login] = useState(() => loginHref(latestLocation.href));
  if (!security.isLoaded) {
    return (
      <BeforeShell label={words.loadingTouchline}>
        {error && <LoadFailed title={words.sessionNotLoaded} error={error} onRetry={() => void refetch()} />}
      </BeforeShell>
    );
  }
  if (!isLoggedInUser) return <GoTo href={login} />;
  if (!userData.tabs.includes(operatorTab)) {
    return (
      <main>
        <ErrorScreen
          title={words.operatorsOnly}
          message={words.operatorsOnlyHint}
          statusCode={403}
          supportEmail={supportEmail()}
          onRetry={() => location.reload()}
        />
      </main>
    );
  }
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {words.skipToContent}
      </a>
      <header className={classes.top}>
        <Logo size={32} />
        <div className={classes.account}>
          {security.profileId !== null && <TextLink href="/">{words.myOrganization}</TextLink>}
          <TextLink href="/logout">{words.logOut}</TextLink>
          <SchemeMenu />
        </div>
        <nav className={classes.links} aria-label={words.main}>
          <TextLink href="/admin" aria-current={pathname === "/admin" ? "page" : undefined}>
            {words.administration}
          </TextLink>
          {areaGroups.map(({ title, areas }) => (
            <ul key={title} className={classes.linkGroup} aria-label={title}>
              {areas.map(({ href, label }) => (
                <li key={href}>
                  <TextLink href={href} aria-current={pathname.startsWith(href) ? "page" : undefined}>
                    {label}
                  </TextLink>
                </li>
              ))}
            </ul>
          ))}
        </nav>
      </header>
      <Content />
    </div>
  );
}

/** Moves the focus into the content when another page opens, so that keyboards and screen readers start there. */
function Content() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  return (
    <main className={classes.main} id="content" tabIndex={-1} ref={main}>
      <Outlet />
    </main>
  );
}
