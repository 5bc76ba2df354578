import type { SearchChange } from "../../../url-state.ts";
import { CalendarPicture } from "./CalendarPicture.tsx";
import { HeatPicture } from "./HeatPicture.tsx";
import type { DashboardSearch, PictureKind } from "./search.ts";
import { TrendPicture } from "./TrendPicture.tsx";
import { WaitingPicture } from "./WaitingPicture.tsx";

interface PictureProps {
  kind: PictureKind;
  levelId: string;
  /** The name of the sublevels' kind. */
  of: string;
  state: DashboardSearch;
  change: (change: SearchChange) => void;
}

/** One picture of a level's clearance. */
export function Picture({ kind, levelId, of, state, change }: PictureProps) {
  if (kind === "waiting") return <WaitingPicture levelId={levelId} />;
  if (kind === "trend") {
    return <TrendPicture levelId={levelId} asTable={state.asTable} day={state.day} change={change} />;
  }
  if (kind === "calendar") {
    const { asTable, day, until } = state;
    return <CalendarPicture levelId={levelId} asTable={asTable} day={day} until={until} change={change} />;
  }
  return <HeatPicture levelId={levelId} of={of} />;
}
