import { IconChevronRight, useFollow, useIntent } from "@touchline/ui";
import { memo, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { readExpanded, writeExpanded } from "./expanded-levels.ts";
import classes from "./LevelTree.module.css";
import { above, findLevels, moreThan } from "./level-tree.ts";
import type { LevelNode, ShellActions } from "./shell.ts";
import { words } from "./words.ts";

interface LevelTreeProps extends Pick<ShellActions, "levelHref" | "onLevelIntent"> {
  levels: readonly LevelNode[];
  currentLevelId: string | null;
  /** Whose open levels are remembered. */
  profileId: string;
}

/** With more levels than these a field to find one is offered. */
const surveyable = 30;
const mostFound = 50;

/** The organization's levels: names are links, arrows open what lies below. What is open is remembered per profile. */
export function LevelTree({ levels, currentLevelId, profileId, ...actions }: LevelTreeProps) {
  const [expanded, toggle] = useExpanded(levels, currentLevelId, profileId);
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const id = useId();
  const findable = useMemo(() => moreThan(surveyable, levels), [levels]);
  const shared = { ...actions, currentLevelId };
  return (
    <>
      {findable && (
        <input
          type="search"
          className={classes.find}
          aria-label={words.findLevel}
          aria-controls={id}
          placeholder={words.findLevel}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div id={id}>
        {wanted.trim() === "" ? (
          <Branches levels={levels} expanded={expanded} toggle={toggle} {...shared} />
        ) : (
          <Found levels={levels} wanted={wanted} {...shared} />
        )}
      </div>
    </>
  );
}

/** Which levels are open: at first the outermost. The way to the level on the screen is opened once it gets there. */
function useExpanded(levels: readonly LevelNode[], currentLevelId: string | null, profileId: string) {
  const [chosen, setExpanded] = useState(() => readExpanded(localStorage, profileId));
  const expanded = useMemo(() => chosen ?? new Set(levels.map((level) => level.id)), [chosen, levels]);
  const latest = useRef(expanded);
  latest.current = expanded;
  useEffect(() => setExpanded(readExpanded(localStorage, profileId)), [profileId]);
  const [toggle] = useState(() => (id: string, owner: string) => {
    const next = new Set(latest.current);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
    writeExpanded(localStorage, owner, next);
  });
  useEffect(() => {
    const missing =
      currentLevelId === null ? [] : above(levels, currentLevelId).filter((id) => !latest.current.has(id));
    if (missing.length === 0) return;
    const next = new Set([...latest.current, ...missing]);
    setExpanded(next);
    writeExpanded(localStorage, profileId, next);
  }, [levels, currentLevelId, profileId]);
  const own = useMemo(() => (id: string) => toggle(id, profileId), [toggle, profileId]);
  return [expanded, own] as const;
}

interface LineProps extends Pick<ShellActions, "levelHref" | "onLevelIntent"> {
  currentLevelId: string | null;
}

interface BranchesProps extends LineProps {
  levels: readonly LevelNode[];
  expanded: ReadonlySet<string>;
  toggle: (id: string) => void;
  inner?: boolean;
}

/** The number of sublevels drawn per parent, and added with each "Show more". */
const step = 100;

function Branches({ levels, inner = false, ...shared }: BranchesProps) {
  const { currentLevelId } = shared;
  const [requestedCount, setRequestedCount] = useState(step);
  // The level on the screen is drawn wherever it is.
  const current = levels.findIndex((level) => level.id === currentLevelId);
  const visibleCount = Math.max(requestedCount, current + 1);
  return (
    <ul className={inner ? classes.below : classes.tree}>
      {levels.slice(0, visibleCount).map((level) => (
        <Branch key={level.id} level={level} {...shared} />
      ))}
      {levels.length > visibleCount && (
        <li>
          <button type="button" className={classes.more} onClick={() => setRequestedCount(visibleCount + step)}>
            {words.showMoreLevels({ more: Math.min(step, levels.length - visibleCount), total: levels.length })}
          </button>
        </li>
      )}
    </ul>
  );
}

const Branch = memo(function Branch({ level, ...shared }: Omit<BranchesProps, "levels"> & { level: LevelNode }) {
  const { expanded, toggle } = shared;
  const { id, name, children } = level;
  const opened = expanded.has(id);
  return (
    <li>
      <div className={classes.line} data-current={id === shared.currentLevelId || undefined}>
        {children.length > 0 ? (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={opened}
            aria-label={words.levelsBelow({ name })}
            onClick={() => toggle(id)}
          >
            <IconChevronRight aria-hidden="true" size={16} />
          </button>
        ) : (
          <span className={classes.leaf} />
        )}
        <LevelLink id={id} name={name} {...shared} />
      </div>
      {opened && children.length > 0 && <Branches levels={children} {...shared} inner />}
    </li>
  );
});

function LevelLink(props: LineProps & { id: string; name: string; path?: readonly string[] }) {
  const { id, name, path, currentLevelId, levelHref, onLevelIntent } = props;
  const follow = useFollow();
  const intent = useIntent(() => onLevelIntent(id));
  const href = levelHref(id);
  return (
    <a
      className={classes.name}
      href={href}
      aria-current={id === currentLevelId ? "page" : undefined}
      onClick={(event) => follow(event, href)}
      {...intent}
    >
      {name}
      {path && path.length > 0 && <span className={classes.path}>{path.join(" › ")}</span>}
    </a>
  );
}

/** What was searched for, each with where it lies: names repeat in every club. */
function Found({ levels, wanted, ...shared }: LineProps & { levels: readonly LevelNode[]; wanted: string }) {
  const { found, more } = useMemo(() => findLevels(levels, wanted, mostFound), [levels, wanted]);
  return (
    <>
      <p className={classes.count} role="status">
        {found.length === 0
          ? words.noLevelFound
          : more
            ? words.firstLevels({ count: mostFound })
            : words.levelsFound({ count: found.length })}
      </p>
      <ul className={classes.tree}>
        {found.map(({ id, name, path }) => (
          <li key={id} className={classes.line} data-current={id === shared.currentLevelId || undefined}>
            <LevelLink id={id} name={name} path={path} {...shared} />
          </li>
        ))}
      </ul>
    </>
  );
}
