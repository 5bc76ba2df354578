import { IconChevronRight, useFollow } from "@touchline/ui";
import { useEffect, useState } from "react";
import { readExpanded, writeExpanded } from "./expandedLevels.ts";
import classes from "./LevelTree.module.css";
import type { LevelNode, ShellActions } from "./shell.ts";

interface LevelTreeProps extends Pick<ShellActions, "levelHref"> {
  levels: readonly LevelNode[];
  currentLevelId: string | null;
  /** Whose open levels are remembered. */
  profileId: string;
}

/** The organization's levels: names are links, arrows open what lies below. What is open is remembered per profile. */
export function LevelTree({ levels, currentLevelId, profileId, levelHref }: LevelTreeProps) {
  const [expanded, setExpanded] = useState(() => readExpanded(localStorage, profileId));
  useEffect(() => setExpanded(readExpanded(localStorage, profileId)), [profileId]);

  const toggle = (id: string) => {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
    writeExpanded(localStorage, profileId, next);
  };
  const shared = { expanded, toggle, currentLevelId, levelHref };
  return (
    <ul className={classes.tree}>
      {levels.map((level) => (
        <Branch key={level.id} level={level} {...shared} />
      ))}
    </ul>
  );
}

interface BranchProps extends Pick<ShellActions, "levelHref"> {
  level: LevelNode;
  expanded: ReadonlySet<string>;
  toggle: (id: string) => void;
  currentLevelId: string | null;
}

function Branch({ level, ...shared }: BranchProps) {
  const { expanded, toggle, currentLevelId, levelHref } = shared;
  const { id, name, children } = level;
  const follow = useFollow();
  const opened = expanded.has(id);
  const href = levelHref(id);
  return (
    <li>
      <div className={classes.line} data-current={id === currentLevelId || undefined}>
        {children.length > 0 ? (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={opened}
            aria-label={`Levels below ${name}`}
            onClick={() => toggle(id)}
          >
            <IconChevronRight aria-hidden="true" size={16} />
          </button>
        ) : (
          <span className={classes.leaf} />
        )}
        <a
          className={classes.name}
          href={href}
          aria-current={id === currentLevelId ? "page" : undefined}
          onClick={(event) => follow(event, href)}
        >
          {name}
        </a>
      </div>
      {opened && children.length > 0 && (
        <ul className={classes.below}>
          {children.map((child) => (
            <Branch key={child.id} level={child} {...shared} />
          ))}
        </ul>
      )}
    </li>
  );
}
