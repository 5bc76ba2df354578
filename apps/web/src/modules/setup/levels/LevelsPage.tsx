import { useQuery } from "@tanstack/react-query";
import { LoadingState, PageHeader, Tree } from "@touchline/ui";
import { lazy, Suspense, useMemo, useState } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { type ListedLevel, pathTo } from "../../../levels/tree.ts";
import { SingleKeys } from "../../../SingleKeys.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { NoAccess } from "../../../shell/NoAccess.tsx";
import { useUrlState } from "../../../url-state.ts";
import { useSingleKeys } from "../../../useKeys.ts";
import { useTitle } from "../../../useTitle.ts";
import { FollowingNotice } from "./FollowingNotice.tsx";
import { LevelPanel } from "./LevelPanel.tsx";
import classes from "./Levels.module.css";
import { blockOf, factsOf, type LevelTreeRow, reachOf, visibleRows } from "./rows.ts";
import { type LevelAct, readLevelsSearch } from "./search.ts";
import { words } from "./words.ts";

const EditDialog = lazy(() => import("./EditDialog.tsx").then((file) => ({ default: file.EditDialog })));
const MoveDialog = lazy(() => import("./MoveDialog.tsx").then((file) => ({ default: file.MoveDialog })));
const DeleteDialog = lazy(() => import("./DeleteDialog.tsx").then((file) => ({ default: file.DeleteDialog })));

/** Shows the organization's levels and the actions on them. */
export function LevelsPage() {
  const { tabs } = useActiveProfile();
  return tabs.includes("Levels") ? <Levels /> : <NoAccess />;
}

function Levels() {
  useTitle(words.levels);
  const { hierarchyLevelId } = useActiveProfile();
  const { data: levels, error, refetch } = useQuery(navigationQuery(hierarchyLevelId));
  return (
    <>
      <PageHeader title={words.levels}>{words.pageHint}</PageHeader>
      {levels ? (
        <Editor levels={levels} />
      ) : error ? (
        <LoadFailed title={words.levelsNotLoaded} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.loadingLevels} lines={8} />
      )}
    </>
  );
}

function Editor({ levels }: { levels: readonly ListedLevel[] }) {
  const { levelRoles } = useActiveProfile();
  const [state, change] = useUrlState(readLevelsSearch);
  const [keysOn] = useSingleKeys();
  const facts = useMemo(() => factsOf(levels), [levels]);
  const reach = useMemo(() => reachOf(levelRoles, levels, "levels.edit"), [levelRoles, levels]);
  const known = useMemo(() => new Map(levels.map((level) => [level.levelId, level])), [levels]);
  const chosen = known.get(state.levelId ?? "") ?? levels[0];
  const [open, toggle] = useOpen(levels, chosen?.levelId);
  const rows = useMemo(() => visibleRows(levels, facts, open), [levels, facts, open]);
  if (!chosen) return null;

  const may = (act: LevelAct, level: ListedLevel) => {
    const here = reach.has(level.levelId);
    if (act === "add") return here;
    if (act === "edit") return here && level.parentId !== null;
    // The parent must be in scope too, because no one may move their own level away from its parents.
    return here && level.parentId !== null && reach.has(level.parentId);
  };
  const choose = (levelId: string) => change({ level: levelId });
  const begin = (act: LevelAct, levelId: string, to?: string) => {
    const level = known.get(levelId);
    if (level && may(act, level)) change({ level: levelId, do: act, to }, { back: true });
  };
  const close = () => change({ do: undefined, to: undefined });
  const onKey = (key: string, id: string) => {
    const act = key === "Delete" ? "delete" : key === "F2" ? "edit" : keysOn ? letters[key.toLowerCase()] : undefined;
    if (act) begin(act, id);
    return act !== undefined;
  };
  const shared = { level: chosen, levels, onClose: close };
  return (
    <>
      <FollowingNotice />
      <div className={classes.frame}>
        <section className={classes.side} aria-label={words.allLevels}>
          <LevelSelect
            label={words.goToLevel}
            placeholder={words.searchLevels}
            levels={levels}
            value={null}
            onChange={choose}
          />
          <Tree
            label={words.levels}
            rows={rows}
            chosen={chosen.levelId}
            onChoose={choose}
            onToggle={toggle}
            onKey={onKey}
            render={drawRow}
            mayDrag={({ id }) => mayMove(id)}
            mayDrop={(dragged, { id }) =>
              reach.has(id) && known.get(dragged)?.parentId !== id && !blockOf(levels, dragged).has(id)
            }
            onDrop={(dragged, on) => begin("move", dragged, on)}
          />
          <SingleKeys>{words.shortcuts}</SingleKeys>
        </section>
        <LevelPanel
          key={chosen.levelId}
          level={chosen}
          path={pathTo(levels, chosen.levelId)}
          may={(act) => may(act, chosen)}
          onAct={(act) => begin(act, chosen.levelId)}
        />
      </div>
      <Suspense>
        {(state.act === "add" || state.act === "edit") && may(state.act, chosen) && (
          <EditDialog
            key={state.act}
            {...shared}
            adds={state.act === "add"}
            onAdded={(levelId) => change({ level: levelId, do: undefined })}
          />
        )}
        {state.act === "move" && may("move", chosen) && (
          <MoveDialog {...shared} reach={reach} to={state.to} onTo={(to) => change({ to })} />
        )}
        {state.act === "delete" && may("delete", chosen) && (
          <DeleteDialog {...shared} onDeleted={() => change({ level: chosen.parentId ?? undefined, do: undefined })} />
        )}
      </Suspense>
    </>
  );

  function mayMove(levelId: string) {
    const level = known.get(levelId);
    return level !== undefined && may("move", level);
  }
}

const letters: Readonly<Record<string, LevelAct>> = { a: "add", m: "move" };

const drawRow = ({ name, kind }: LevelTreeRow) => (
  <span className={classes.row}>
    <span className={classes.name}>{name}</span>
    <span className={classes.kind}>{kind}</span>
  </span>
);

/** Keeps track of which levels are expanded: the top level at first, and always the path to the selected one. */
function useOpen(levels: readonly ListedLevel[], chosen: string | undefined) {
  const top = levels[0]?.levelId;
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(top === undefined ? [] : [top]));
  const [shownLevel, setShownLevel] = useState<string>();
  const where = `${chosen} ${levels.find((level) => level.levelId === chosen)?.parentId}`;
  if (chosen !== undefined && shownLevel !== where) {
    setShownLevel(where);
    const way = pathTo(levels, chosen).map((level) => level.levelId);
    if (way.some((id) => !open.has(id))) setOpen(new Set([...open, ...way]));
  }
  const toggle = (id: string, opens: boolean) => {
    const next = new Set(open);
    if (opens) next.add(id);
    else next.delete(id);
    setOpen(next);
  };
  return [open, toggle] as const;
}
