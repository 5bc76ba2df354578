import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClipboardCheck,
  IconCreditCard,
  IconFile,
  IconFriends,
  IconHistory,
  IconReceipt,
  IconSearch,
  IconSettings,
  IconSitemap,
  IconStack2,
  IconTag,
  IconUserCheck,
  IconUsers,
  useFollow,
} from "@touchline/ui";
import { LevelTree } from "./LevelTree.tsx";
import classes from "./Navigation.module.css";
import type { ShellActions, ShellData, ShellLink } from "./shell.ts";
import { words } from "./words.ts";

const pictures: Record<ShellLink["key"], typeof IconUsers> = {
  requirements: IconCircleCheck,
  family: IconFriends,
  payments: IconCreditCard,
  dashboard: IconUsers,
  review: IconClipboardCheck,
  library: IconStack2,
  levels: IconSitemap,
  people: IconUserCheck,
  roles: IconTag,
  reports: IconFile,
  audit: IconHistory,
  incidents: IconAlertTriangle,
  settings: IconSettings,
  billing: IconReceipt,
  admin: IconSearch,
};

const count = new Intl.NumberFormat();

/** The main navigation: the role's links, and below them the organization's levels. */
export function Navigation({ data, actions }: { data: ShellData; actions: ShellActions }) {
  return (
    <nav className={classes.navigation} aria-label={words.main}>
      <ul className={classes.links}>
        {data.links.map((link) => (
          <li key={link.key}>
            <NavigationLink link={link} current={isCurrent(data.currentPath, link)} />
          </li>
        ))}
      </ul>
      {data.levels.length > 0 && (
        <section className={classes.levels} aria-label={words.levels}>
          <h2 className={classes.heading}>{words.levels}</h2>
          <LevelTree
            levels={data.levels}
            currentLevelId={data.currentLevelId}
            profileId={data.profile.id}
            levelHref={actions.levelHref}
            onLevelIntent={actions.onLevelIntent}
          />
        </section>
      )}
    </nav>
  );
}

function isCurrent(path: string, { href, alsoUnder }: ShellLink): boolean {
  const isUnder = (place: string) => path === place || (place !== "/" && path.startsWith(`${place}/`));
  return isUnder(href) || (alsoUnder !== undefined && isUnder(alsoUnder));
}

function NavigationLink({ link, current }: { link: ShellLink; current: boolean }) {
  const follow = useFollow();
  const Picture = pictures[link.key];
  const hasCount = (link.count ?? 0) > 0;
  return (
    <a
      className={classes.link}
      href={link.href}
      aria-current={current ? "page" : undefined}
      onClick={(event) => follow(event, link.href)}
    >
      <Picture aria-hidden="true" size={20} stroke={1.75} />
      <span className={classes.label}>{link.label}</span>
      {hasCount && (
        <span className={classes.count}>
          <span aria-hidden={link.countLabel !== undefined}>{count.format(link.count ?? 0)}</span>
          <span className={classes.hidden}> {link.countLabel}</span>
        </span>
      )}
    </a>
  );
}
