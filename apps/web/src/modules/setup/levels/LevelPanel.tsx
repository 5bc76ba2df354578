import { useQuery } from "@tanstack/react-query";
import {
  Button,
  Facts,
  IconArrowsMove,
  IconPencil,
  IconPlus,
  IconTrash,
  LoadingState,
  Panel,
  TextLink,
} from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import { LevelLogo } from "./LevelLogo.tsx";
import classes from "./Levels.module.css";
import { levelQuery } from "./queries.ts";
import type { LevelAct } from "./search.ts";
import { words } from "./words.ts";

interface LevelPanelProps {
  level: ListedLevel;
  path: readonly ListedLevel[];
  may: (act: LevelAct) => boolean;
  onAct: (act: LevelAct) => void;
}

/** Shows the selected level, what belongs to it, and the actions. */
export function LevelPanel({ level, path, may, onAct }: LevelPanelProps) {
  const { data, error, refetch } = useQuery(levelQuery(level.levelId));
  return (
    <div className={classes.panel}>
      <Panel title={level.name} badge={<span className={classes.kind}>{level.kind}</span>}>
        {error && !data ? (
          <LoadFailed title={words.levelNotLoaded} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingState label={words.loadingLevel} lines={4} />
        ) : (
          <div className={classes.about}>
            <Facts
              facts={[
                { label: words.parentLevels, value: path.length === 0 ? "—" : path.map((one) => one.name).join(" › ") },
                {
                  label: words.members,
                  value: (
                    <TextLink href={`/dashboard/${level.levelId}`}>
                      {words.memberCount({ count: data.members })}
                    </TextLink>
                  ),
                },
                { label: words.sublevels, value: data.levelsBelow.toLocaleString() },
              ]}
            />
            <LevelLogo level={data} may={may("add")} />
          </div>
        )}
        <div className={classes.acts}>
          {may("add") && (
            <Button label={words.addSublevel} leftIcon={<IconPlus aria-hidden />} onClick={() => onAct("add")} />
          )}
          {may("edit") && (
            <Button
              variant="secondary"
              label={words.rename}
              leftIcon={<IconPencil aria-hidden />}
              onClick={() => onAct("edit")}
            />
          )}
          {may("move") && (
            <Button
              variant="secondary"
              label={words.move}
              leftIcon={<IconArrowsMove aria-hidden />}
              onClick={() => onAct("move")}
            />
          )}
          {may("delete") && (
            <Button
              danger
              variant="quaternary"
              label={words.delete}
              leftIcon={<IconTrash aria-hidden />}
              onClick={() => onAct("delete")}
            />
          )}
        </div>
        {!may("move") && may("add") && (
          <p className={classes.hint}>{level.parentId === null ? words.organizationHint : words.outsideHint}</p>
        )}
      </Panel>
    </div>
  );
}
