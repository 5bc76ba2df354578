import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getExpiries, listExpiring } from "@touchline/contract/people/hierarchy";
import { Button, DayCalendar, type DayRange, Skeleton, weeksIn } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import type { SearchChange } from "../../../url-state.ts";
import { PeoplePages } from "./PeoplePages.tsx";
import classes from "./Pictures.module.css";
import { words } from "./words.ts";

type Expiries = ResponseOf<typeof getExpiries>;

const number = new Intl.NumberFormat();
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const dayText = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));
const nothingIn = ({ from, to }: DayRange) =>
  from === to
    ? words.nothingExpiresOn({ day: dayText(from) })
    : words.nothingExpiresBetween({ from: dayText(from), to: dayText(to) });
const expiringIn = ({ from, to }: DayRange) =>
  from === to
    ? words.expiringOn({ day: dayText(from) })
    : words.expiringBetween({ from: dayText(from), to: dayText(to) });

/** The text for screen readers of a day or of several days. */
function rangeText(days: DayRange, count: number): string {
  if (count === 0) return nothingIn(days);
  const { from, to } = days;
  return from === to
    ? words.expireOn({ count, day: dayText(from) })
    : words.expireBetween({ count, from: dayText(from), to: dayText(to) });
}

interface CalendarPictureProps {
  levelId: string;
  asTable: boolean;
  /** The day that is looked at, or the first of several until another. */
  day: string | null;
  until: string | null;
  change: (change: SearchChange) => void;
}

/** When what is done now expires, day by day for a year; each day leads to whose it is. */
export function CalendarPicture({ levelId, asTable, day, until, change }: CalendarPictureProps) {
  const { data, error } = useQuery({
    queryKey: ["members", levelId, "expiries"],
    queryFn: ({ signal }) => call(getExpiries, { params: { id: levelId } }, { signal }),
  });
  if (error && !data) return <p role="alert">{words.calendarFailed({ message: messageOf(error) })}</p>;
  if (!data) return <Skeleton width="60%" />;
  const { days, counting, ...range } = data;
  const picked = pickedIn(range, day, until);
  const pick = ({ from, to }: DayRange) => change({ day: from, until: from === to ? undefined : to });
  return (
    <>
      {counting && <p className={classes.note}>{words.stillCounting}</p>}
      {days.length === 0 && !counting && (
        <p className={classes.nothing}>{words.nothingExpiresThrough({ day: dayText(range.to) })}</p>
      )}
      {days.length > 0 &&
        (asTable ? (
          <WeeksTable expiries={data} onPick={pick} />
        ) : (
          <DayCalendar
            label={words.upcomingExpirations}
            range={range}
            counts={new Map(days.map((one) => [one.day, one.expiring]))}
            describe={rangeText}
            picked={picked}
            onPick={pick}
          />
        ))}
      {days.length > 0 && picked === null && (
        <p className={classes.note}>{asTable ? words.chooseWeek : words.chooseDay}</p>
      )}
      {picked && <Expiring key={`${levelId} ${picked.from} ${picked.to}`} levelId={levelId} days={picked} />}
    </>
  );
}

/** The range in the address, limited to the calendar. */
function pickedIn(range: DayRange, day: string | null, until: string | null): DayRange | null {
  if (day === null || day < range.from || day > range.to) return null;
  return { from: day, to: until === null || until < day ? day : until > range.to ? range.to : until };
}

function WeeksTable({ expiries, onPick }: { expiries: Expiries; onPick: (days: DayRange) => void }) {
  const weeks = weeksIn(expiries).map((week) => ({
    ...week,
    count: expiries.days.reduce(
      (sum, { day, expiring }) => (day >= week.from && day <= week.to ? sum + expiring : sum),
      0,
    ),
  }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroller} aria-label={words.weeks} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{words.week}</th>
            <th scope="col">{words.expiring}</th>
          </tr>
        </thead>
        <tbody>
          {weeks
            .filter(({ count }) => count > 0)
            .map((week) => (
              <tr key={week.from}>
                <th scope="row">
                  <Button
                    small
                    variant="quaternary"
                    label={
                      week.from === week.to
                        ? dayText(week.from)
                        : words.weekRange({ from: dayText(week.from), to: dayText(week.to) })
                    }
                    onClick={() => onPick({ from: week.from, to: week.to })}
                  />
                </th>
                <td>{number.format(week.count)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

function Expiring({ levelId, days }: { levelId: string; days: DayRange }) {
  const oneDay = days.from === days.to;
  return (
    <PeoplePages
      queryKey={[levelId, "expiring", days.from, days.to]}
      ask={(page, signal) => call(listExpiring, { params: { id: levelId }, query: { ...days, ...page } }, { signal })}
      caption={expiringIn(days)}
      heads={[words.name, words.role, words.level, words.requirement, ...(oneDay ? [] : [words.validThrough])]}
      rowOf={(row) => ({
        key: `${row.profileLevelAccessId} ${row.contentId}`,
        name: row.fullName,
        href: `/members/${row.profileLevelAccessId}`,
        cells: [row.labelName, row.levelName, row.contentName, ...(oneDay ? [] : [dayText(row.day)])],
      })}
      none={nothingIn(days)}
      failed={words.listFailed}
    />
  );
}
