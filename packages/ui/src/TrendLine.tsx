import { type KeyboardEvent, useId } from "react";
import classes from "./TrendLine.module.css";
import { words } from "./words.ts";

export interface TrendPoint {
  key: string;
  /** From 0 to 1. Null if there is no total. */
  share: number | null;
  /** The text for screen readers: "May 3, 2026: 61% cleared, 28 of 75 not cleared". */
  label: string;
}

export interface TrendLineProps {
  label: string;
  points: readonly TrendPoint[];
  /** The selected point, or null. */
  picked: string | null;
  onPick: (key: string) => void;
}

const [width, height] = [600, 140];

/** A share over time as a line between 0 and 100%. Arrow keys move from point to point, and a click selects one. */
export function TrendLine({ label, points, picked, onPick }: TrendLineProps) {
  const id = useId();
  const last = points.length - 1;
  const at = points.findIndex((point) => point.key === picked);
  const x = (index: number) => (last === 0 ? width : (index / last) * width);
  const y = (share: number) => height - share * height;
  const line = points.map(({ share }, index) =>
    share === null ? "" : `${x(index).toFixed(1)},${y(share).toFixed(1)}`,
  );
  const point = points[at];
  const move = (event: KeyboardEvent) => {
    const here = at < 0 ? last : at;
    const targets: Record<string, number> = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last };
    const next = points[targets[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    onPick(next.key);
  };
  return (
    <div className={classes.frame}>
      <span className={classes.most} aria-hidden="true">
        100%
      </span>
      <div
        className={classes.picture}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at < 0 ? last : at}
        aria-valuetext={(point ?? points[last])?.label ?? ""}
        aria-describedby={id}
        onKeyDown={move}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const point = points[Math.round(((event.clientX - box.left) / box.width) * last)];
          if (point) onPick(point.key);
        }}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <line className={classes.grid} x1={0} x2={width} y1={height / 2} y2={height / 2} />
          <polyline className={classes.line} points={line.filter(Boolean).join(" ")} />
          {point && <line className={classes.picked} x1={x(at)} x2={x(at)} y1={0} y2={height} />}
        </svg>
      </div>
      <span className={classes.least} aria-hidden="true">
        0%
      </span>
      <span className={classes.hidden} id={id}>
        {words.arrowKeys}
      </span>
    </div>
  );
}
