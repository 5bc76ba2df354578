import type { ChangeKind } from "@touchline/contract/reporting/comparison";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconHistory,
  IconUserPlus,
  StatusIcon,
  type Tone,
} from "@touchline/ui";
import { dayOfInstant } from "../../../dates.ts";
import { changeWords } from "./change-words.ts";
import classes from "./LookBackPage.module.css";
import type { Comparison } from "./queries.ts";
import tiles from "./StatusTiles.module.css";
import { words } from "./words.ts";

const count = new Intl.NumberFormat();

const pictures = {
  became: { icon: IconCircleCheck, tone: "done" },
  stopped: { icon: IconAlertTriangle, tone: "stop" },
  joined: { icon: IconUserPlus, tone: "waits" },
  left: { icon: IconCircleMinus, tone: "none" },
  other: { icon: IconHistory, tone: "needs" },
} as const satisfies Record<ChangeKind, { icon: unknown; tone: Tone }>;

const kinds = Object.keys(pictures) as ChangeKind[];

interface ChangeTilesProps {
  of: Comparison;
  zone: string;
  picked: readonly ChangeKind[];
  onPick: (picked: ChangeKind[]) => void;
}

/** Counts the cleared people at both moments, and each kind of change; each tile filters the list. */
export function ChangeTiles({ of, zone, picked, onPick }: ChangeTilesProps) {
  const { cleared, members, changes } = of;
  return (
    <>
      <p className={classes.sum}>
        <strong>
          {words.clearedThenNow({
            clearedBefore: count.format(cleared.before),
            membersBefore: count.format(members.before),
            clearedAfter: count.format(cleared.after),
            membersAfter: count.format(members.after),
          })}
        </strong>{" "}
        {words.clearedChanges({
          from: dayOfInstant(of.from, zone),
          to: dayOfInstant(of.to, zone),
          became: count.format(changes.became),
          stopped: count.format(changes.stopped),
        })}
      </p>
      <ul className={`${tiles.tiles} ${tiles.five}`} aria-label={words.summary}>
        {kinds.map((kind) => {
          const { icon, tone } = pictures[kind];
          return (
            <li key={kind}>
              <button
                type="button"
                className={tiles.tile}
                aria-pressed={picked.includes(kind)}
                onClick={() => onPick(kinds.filter((one) => (one === kind) !== picked.includes(one)))}
              >
                <span className={tiles.name}>
                  <StatusIcon icon={icon} tone={tone} />
                  {changeWords[kind]}
                </span>
                <strong className={tiles.number}>{count.format(changes[kind])}</strong>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
