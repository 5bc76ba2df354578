import { useQueryClient } from "@tanstack/react-query";
import { overallStatuses } from "@touchline/contract";
import {
  Breakdown,
  type BreakdownRow,
  Button,
  IconChevronRight,
  overallShares,
  requirementShares,
  type Share,
  Skeleton,
  StatusShares,
  shareText,
} from "@touchline/ui";
import { lazy, Suspense, useId } from "react";
import type { SearchChange } from "../../../url-state.ts";
import {
  allIn,
  type DashboardInfo,
  listOfOpen,
  listOfUncleared,
  openIn,
  openRequirement,
  standingOf,
  worstFirst,
} from "./counts.ts";
import classes from "./Overview.module.css";
import { prefetchLevel } from "./queries.ts";
import type { BreakdownKind, DashboardSearch } from "./search.ts";
import { words } from "./words.ts";

/** Loaded when a picture is opened. */
const Picture = lazy(() => import("./Picture.tsx").then((file) => ({ default: file.Picture })));

const UndeliveredLine = lazy(() => import("./UndeliveredLine.tsx").then((file) => ({ default: file.UndeliveredLine })));

interface OverviewProps {
  levelId: string;
  /** Undefined until it has loaded. */
  info: DashboardInfo | undefined;
  error: Error | null;
  onRetry: () => void;
  state: DashboardSearch;
  by: BreakdownKind | null;
  onBy: (by: BreakdownKind | null) => void;
  /** The expected number of rows of each breakdown, so that their space is reserved. */
  expected: Partial<Record<BreakdownKind, number>>;
  /** The words of the chosen roles; empty when none is. */
  roleNames: readonly string[];
  narrow: (change: SearchChange) => void;
  change: (change: SearchChange) => void;
}

const count = new Intl.NumberFormat();
const list = new Intl.ListFormat("en", { type: "disjunction" });

/** Shows the clearance of a level, problems first. Each number links to its people. */
export function Overview({
  levelId,
  info,
  error,
  onRetry,
  state,
  by,
  onBy,
  expected,
  roleNames,
  narrow,
  change,
}: OverviewProps) {
  const id = useId();
  const chosen = state.members.overallStatuses;
  const counts = info && standingOf(info, state.members.labels);
  if (error && !info) {
    return (
      <p className={classes.failed} role="alert">
        {words.countsFailed({ message: error.message })}
        <Button small variant="secondary" label={words.tryAgain} onClick={onRetry} />
      </p>
    );
  }
  if (info?.total === 0) return null;
  const all = counts ? allIn(counts) : 0;
  const open = counts ? openIn(counts) : 0;
  const pick = (key: string) => {
    const next = overallStatuses.filter((status) => (status === key) !== chosen.includes(status));
    narrow({ overallStatuses: next });
  };
  const kinds = kindsOf(info);
  const current = kinds.find((kind) => kind.key === by);
  return (
    <section className={classes.overview} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <h2 className={classes.title} id={`${id}-title`}>
          {counts ? headline(open, all, roleNames) : words.counting}
        </h2>
        {all > 0 && <p className={classes.share}>{words.clearedShare({ share: shareText(all - open, all) })}</p>}
        <fieldset className={classes.kinds}>
          <legend className={classes.hidden}>{words.breakDownBy}</legend>
          {kinds.map((kind) => (
            <button
              key={kind.key}
              type="button"
              className={classes.kind}
              aria-expanded={kind.key === by}
              aria-controls={kind.key === by ? `${id}-by` : undefined}
              onClick={() => onBy(kind.key === by ? null : kind.key)}
            >
              <IconChevronRight aria-hidden="true" size={16} />
              {kind.label}
            </button>
          ))}
        </fieldset>
      </div>
      <StatusShares
        label={words.statusOfAll({ count: all })}
        shares={counts && overallShares(counts)}
        picked={chosen}
        onPick={pick}
      />
      <Suspense>
        <UndeliveredLine key={levelId} levelId={levelId} />
      </Suspense>
      {current && (
        <div className={classes.by} id={`${id}-by`}>
          <div className={classes.byHead}>
            <h3 className={classes.byTitle}>{current.title}</h3>
            {current.hint && <p className={classes.hint}>{current.hint}</p>}
            {hasTable(current.key) && (
              <Button
                small
                variant="quaternary"
                label={state.asTable ? words.showPicture : words.showNumbers}
                onClick={() => change({ as: state.asTable ? undefined : "table" })}
              />
            )}
          </div>
          {isBars(current.key) ? (
            <Rows
              kind={current.key}
              of={current.of}
              title={current.title}
              info={info}
              expected={expected[current.key]}
              asTable={state.asTable}
            />
          ) : (
            <Suspense fallback={<Skeleton width="60%" />}>
              <Picture
                key={levelId}
                kind={current.key}
                levelId={levelId}
                of={current.of}
                state={state}
                change={change}
              />
            </Suspense>
          )}
        </div>
      )}
    </section>
  );
}

function headline(open: number, all: number, roleNames: readonly string[]): string {
  const numbers = { open: count.format(open), total: count.format(all) };
  if (roleNames.length === 0) return open === 0 ? words.everyoneCleared : words.notClearedOf(numbers);
  const roles = list.format(roleNames);
  return open === 0 ? words.everyoneClearedAs({ roles }) : words.notClearedOfAs({ ...numbers, roles });
}

/** So many levels right below are counted. */
const mostCounted = 200;

/** The available breakdowns; a level without sublevels has none by sublevel. */
function kindsOf(info: DashboardInfo | undefined) {
  const names = [...new Set(info?.children.map((child) => child.kind))];
  const of = names.length === 1 && names[0] ? names[0] : words.level;
  const kinds: { key: BreakdownKind; label: string; title: string; of: string; hint?: string }[] = [
    { key: "waiting", label: words.needsAttention, title: words.needsAttention, of },
    {
      key: "levels",
      label: words.byKind({ kind: of.toLocaleLowerCase() }),
      title: words.notClearedTitle,
      of,
      ...(info?.children.length === mostCounted && { hint: words.levelsCut({ count: mostCounted }) }),
    },
    { key: "roles", label: words.byRole, title: words.notClearedTitle, of: words.role },
    { key: "requirements", label: words.byRequirement, title: words.notDoneTitle, of: words.requirement },
    { key: "heat", label: words.heatMap, title: words.heatMapTitle, of },
    { key: "trend", label: words.trend, title: words.clearedOverTime, of },
    { key: "calendar", label: words.expiryCalendar, title: words.upcomingExpirations, of },
  ];
  return kinds.filter(({ key }) => key !== "levels" || !info || info.children.length > 0);
}

/** Breakdowns that are shown as bars, or as a table of the same numbers. */
type BarsKind = "levels" | "roles" | "requirements";
const isBars = (kind: BreakdownKind): kind is BarsKind => kind in rowsOf;

/** Pictures that can also be shown as a table; the others are tables. */
const hasTable = (kind: BreakdownKind) => isBars(kind) || kind === "trend" || kind === "calendar";

interface RowsProps {
  kind: BarsKind;
  of: string;
  title: string;
  info: DashboardInfo | undefined;
  expected: number | undefined;
  asTable: boolean;
}

function Rows({ kind, of, title, info, expected, asTable }: RowsProps) {
  const client = useQueryClient();
  const rows = info && rowsOf[kind](info, (levelId) => prefetchLevel(client, levelId));
  const hrefOf = (row: BreakdownRow, share: Share) => {
    if (kind === "levels") return `/dashboard/${row.key}?overallStatuses=${share.key}`;
    if (kind === "roles") return `/dashboard/${info?.levelId}?labels=${row.key}&overallStatuses=${share.key}`;
    return `/dashboard/${info?.levelId}?content=${row.key}&requirementStatuses=${share.key}`;
  };
  if (rows?.length === 0) return <p className={classes.nothing}>{words.noRequirements}</p>;
  return <Breakdown of={of} caption={title} rows={rows} expectedRows={expected} asTable={asTable} hrefOf={hrefOf} />;
}

type RowsMaker = (info: DashboardInfo, onLevel: (levelId: string) => void) => BreakdownRow[];

function note(open: number, all: number): string {
  return all === 0 ? words.noMembers : words.openOf({ open: count.format(open), total: count.format(all) });
}

const rowsOf: Record<BarsKind, RowsMaker> = {
  levels: ({ children }, onLevel) =>
    worstFirst(
      children,
      (child) => openIn(child.overall),
      (child) => child.total,
    ).map((child) => ({
      key: child.levelId,
      name: child.name,
      href: `/dashboard/${child.levelId}`,
      note: note(openIn(child.overall), child.total),
      shares: overallShares(child.overall),
      onIntent: () => onLevel(child.levelId),
    })),
  roles: ({ labels, levelId }) =>
    worstFirst(
      labels,
      (label) => openIn(label.overall),
      (label) => allIn(label.overall),
    ).map((label) => ({
      key: label.labelId,
      name: label.labelName,
      href: listOfUncleared(levelId, label.labelId, openIn(label.overall)),
      note: note(openIn(label.overall), allIn(label.overall)),
      shares: overallShares(label.overall),
    })),
  requirements: ({ requirements, levelId }) =>
    worstFirst(requirements, openRequirement, (one) => one.total).map((one) => ({
      key: one.contentId,
      name: one.name,
      href: listOfOpen(levelId, one.contentId, openRequirement(one)),
      note: note(openRequirement(one), one.total),
      shares: requirementShares(one.statuses),
    })),
};
