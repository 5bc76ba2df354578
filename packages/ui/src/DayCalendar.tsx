import { type KeyboardEvent, useRef, useState } from "react";
import classes from "./DayCalendar.module.css";
import { type DayRange, dayAfter, daysIn, instantOf, monthsIn, weekdayOf } from "./days.ts";

export interface DayCalendarProps {
  label: string;
  /** The first and the last day: at most about thirteen months. */
  range: DayRange;
  /** The number on each day. Days with none are left out. */
  counts: ReadonlyMap<string, number>;
  /** Describes some days for screen readers: "3 expire on Jun 12, 2027". */
  describe: (days: DayRange, count: number) => string;
  /** The selected days, or null. */
  picked: DayRange | null;
  onPick: (days: DayRange) => void;
}

const count = new Intl.NumberFormat();
const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat(undefined, { ...options, timeZone: "UTC" });
  return (day: string) => made.format(instantOf(day));
};
const monthName = format({ month: "short" });
const weekdayName = format({ weekday: "short" });
/** Any Sunday. */
const sunday = "2026-11-22";

/**
 * The steps of color, 1 to 4, each for several times more: at the end of a season hundreds expire in a day, otherwise a few.
 */
const heatOf = (some: number, most: number) => Math.ceil((4 * Math.log(1 + some)) / Math.log(1 + most));

/**
 * Days as squares, a column for each week, colored by their number. A month's name selects the whole month. The arrow keys move
 * between days with any.
 */
export function DayCalendar({ label, range, counts, describe, picked, onPick }: DayCalendarProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const days = daysIn(range);
  const some = days.filter((day) => counts.has(day));
  const most = Math.max(1, ...counts.values());
  const inPicked = (day: string) => picked !== null && day >= picked.from && day <= picked.to;
  // The day that the Tab key reaches.
  const [stop, setStop] = useState<string | null>(null);
  const reached = some.find((day) => day === stop) ?? some.find(inPicked) ?? some[0];
  const sumOf = ({ from, to }: DayRange) =>
    some.reduce((sum, day) => (day >= from && day <= to ? sum + (counts.get(day) ?? 0) : sum), 0);
  const move = (event: KeyboardEvent) => {
    const here = some.indexOf(reached ?? "");
    const present = some[here];
    if (present === undefined) return;
    const targets: Record<string, string | undefined> = {
      ArrowDown: some[here + 1],
      ArrowUp: some[here - 1],
      ArrowRight: some.find((day) => day >= dayAfter(present, 7)) ?? some.at(-1),
      ArrowLeft: some.findLast((day) => day <= dayAfter(present, -7)) ?? some[0],
      Home: some[0],
      End: some.at(-1),
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    const next = targets[event.key];
    if (next === undefined) return;
    setStop(next);
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls sideways must be reachable by keyboard */}
      <section className={classes.scroller} aria-label={label} tabIndex={0}>
        <div className={classes.weekdays} aria-hidden="true">
          {[1, 3, 5].map((weekday) => (
            <span key={weekday}>{weekdayName(dayAfter(sunday, weekday))}</span>
          ))}
        </div>
        <div className={classes.months}>
          {monthsIn(range).map((month) => {
            const sum = sumOf(month.days);
            const name = monthName(month.days.from);
            const monthText = month.weeks < 3 ? name : `${name} · ${count.format(sum)}`;
            if (month.weeks === 0) return null;
            return (
              <span key={month.month} className={classes.month} data-weeks={month.weeks}>
                {sum === 0 ? (
                  name
                ) : (
                  <button
                    type="button"
                    aria-label={`${monthText}: ${describe(month.days, sum)}`}
                    aria-pressed={picked?.from === month.days.from && picked.to === month.days.to}
                    onClick={() => onPick(month.days)}
                  >
                    {monthText}
                  </button>
                )}
              </span>
            );
          })}
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside handle the keys */}
        <div className={classes.days} ref={grid} onKeyDown={move} onPointerLeave={() => setPointed(null)}>
          {Array.from({ length: weekdayOf(range.from) }, (_, blank) => (
            <span key={dayAfter(range.from, -blank - 1)} />
          ))}
          {days.map((day) => {
            const number = counts.get(day);
            const dayNumber = Number(day.slice(8));
            if (number === undefined) {
              return (
                <span key={day} className={classes.none} data-first={dayNumber === 1 || undefined} aria-hidden="true">
                  {dayNumber}
                </span>
              );
            }
            const words = describe({ from: day, to: day }, number);
            return (
              <button
                key={day}
                type="button"
                className={classes.day}
                data-day={day}
                data-first={dayNumber === 1 || undefined}
                data-heat={heatOf(number, most)}
                aria-label={words}
                aria-pressed={inPicked(day)}
                tabIndex={day === reached ? 0 : -1}
                onPointerEnter={() => setPointed(day)}
                onFocus={() => setPointed(day)}
                onBlur={() => setPointed(null)}
                onClick={() => {
                  setStop(day);
                  onPick({ from: day, to: day });
                }}
              >
                {dayNumber}
              </button>
            );
          })}
        </div>
      </section>
      <p className={classes.told} aria-hidden="true">
        {pointed !== null && counts.has(pointed)
          ? describe({ from: pointed, to: pointed }, counts.get(pointed) ?? 0)
          : describe(picked ?? range, sumOf(picked ?? range))}
      </p>
    </div>
  );
}
