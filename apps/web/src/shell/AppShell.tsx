import {
  Button,
  Drawer,
  IconButton,
  IconClipboardCheck,
  IconMenu2,
  LogoMark,
  SchemeMenu,
  useFollow,
} from "@touchline/ui";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import classes from "./AppShell.module.css";
import { Navigation } from "./Navigation.tsx";
import { ProfileMenu } from "./ProfileMenu.tsx";
import type { ShellActions, ShellData } from "./shell.ts";
import { words } from "./words.ts";

export interface AppShellProps {
  data: ShellData;
  actions: ShellActions;
  /** Shown in the header, next to the number of pending reviews. */
  tray?: ReactNode;
  /** The way to what one was told. */
  bell?: ReactNode;
  children: ReactNode;
}

/** What surrounds every page: header, navigation at the left (a drawer on a phone), and a way past both by keyboard. */
export function AppShell({ data, actions, tray, bell, children }: AppShellProps) {
  const [drawerOpened, setDrawerOpened] = useState(false);
  const closeDrawer = useCallback(() => setDrawerOpened(false), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever another page has come
  useEffect(closeDrawer, [closeDrawer, data.currentPath, data.currentLevelId]);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {words.skipToContent}
      </a>
      <header className={classes.header}>
        <span className={classes.burger}>
          <IconButton label={words.openMenu} icon={<IconMenu2 aria-hidden />} onClick={() => setDrawerOpened(true)} />
        </span>
        <HomeLink data={data} />
        <ReviewCount data={data} />
        {tray}
        {bell}
        <span className={classes.scheme}>
          <SchemeMenu />
        </span>
        <ProfileMenu profile={data.profile} profiles={data.profiles} onSwitchProfile={actions.onSwitchProfile} />
      </header>
      <div className={classes.side}>
        <Navigation data={data} actions={actions} />
      </div>
      <Drawer opened={drawerOpened} onClose={closeDrawer} label={words.menu} head={<SchemeMenu />}>
        {drawerOpened && <Navigation data={data} actions={actions} />}
      </Drawer>
      <main className={classes.content} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function HomeLink({ data }: { data: ShellData }) {
  const follow = useFollow();
  return (
    <a className={classes.home} href="/" onClick={(event) => follow(event, "/")}>
      {data.organizationPhoto === null ? (
        <LogoMark size={28} />
      ) : (
        <img className={classes.photo} src={data.organizationPhoto} alt="" />
      )}
      <span className={classes.organization}>{data.organizationName}</span>
    </a>
  );
}

function ReviewCount({ data }: { data: ShellData }) {
  const review = data.links.find((link) => link.key === "review");
  if (!review?.count) return null;
  return (
    <span className={classes.review}>
      <Button
        small
        variant="tertiary"
        href={review.href}
        leftIcon={<IconClipboardCheck aria-hidden />}
        aria-label={review.countLabel ?? review.label}
      >
        {review.count}
      </Button>
    </span>
  );
}
