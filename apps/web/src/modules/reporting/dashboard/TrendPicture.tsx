import { useQuery } from "@tanstack/react-query";
import { overallStatuses, overallStatusLabels, type ResponseOf } from "@touchline/contract";
import { getTrend, listDayChanges, trendLengths } from "@touchline/contract/people/hierarchy";
import { leftToClear } from "@touchline/rules/compliance/overall";
import { Button, Choices, Skeleton, shareText, TextLink, TrendLine } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import type { SearchChange } from "../../../url-state.ts";
import { PeoplePages } from "./PeoplePages.tsx";
import classes from "./Pictures.module.css";
import { words } from "./words.ts";

type Day = ResponseOf<typeof getTrend>["days"][number];
type Change = ResponseOf<typeof listDayChanges>["data"][number];

const number = new Intl.NumberFormat();
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const dayText = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));
const sentenceOf = ({ day, members, left }: Day) =>
  members === 0
    ? words.trendDayEmpty({ day: dayText(day) })
    : words.trendDay({
        day: dayText(day),
        share: shareText(members - left, members),
        open: number.format(left),
        total: number.format(members),
      });

interface TrendPictureProps {
  levelId: string;
  asTable: boolean;
  /** The day that is looked at. */
  day: string | null;
  change: (change: SearchChange) => void;
}

/** The share of cleared members by day. A day links to the people whose status changed on it. */
export function TrendPicture({ levelId, asTable, day, change }: TrendPictureProps) {
  const [length, setLength] = useState<(typeof trendLengths)[number]>(90);
  const { data, error } = useQuery({
    queryKey: ["members", levelId, "trend", length],
    queryFn: ({ signal }) => call(getTrend, { params: { id: levelId }, query: { days: length } }, { signal }),
  });
  if (error && !data) return <p role="alert">{words.trendFailed({ message: messageOf(error) })}</p>;
  if (!data) return <Skeleton width="60%" />;
  const { days } = data;
  const selected = days.find((one) => one.day === day);
  const today = days.at(-1);
  const pick = (key: string) => change({ day: key });
  return (
    <>
      <div className={classes.period}>
        <Choices
          label={words.trendPeriod}
          hideLabel
          compact
          value={String(length)}
          onChange={(value) => setLength(trendLengths.find((one) => String(one) === value) ?? 90)}
          choices={trendLengths.map((one) => ({ value: String(one), label: words.periodDays({ count: one }) }))}
        />
      </div>
      {asTable ? (
        <DaysTable days={days} onPick={pick} />
      ) : (
        <TrendLine
          label={words.trendLabel}
          points={days.map((one) => ({
            key: one.day,
            share: one.members === 0 ? null : (one.members - one.left) / one.members,
            label: sentenceOf(one),
          }))}
          picked={selected?.day ?? null}
          onPick={pick}
        />
      )}
      <p className={classes.note} role="status">
        {sentenceOf(selected ?? (today as Day))}
        {(selected === undefined || selected === today) && (
          <>
            {" · "}
            <TextLink href={clearList(levelId)}>{words.seeCleared}</TextLink>
          </>
        )}
      </p>
      {days.length < 2 && <p className={classes.note}>{words.trendHint}</p>}
      {selected && <DayChanges key={`${levelId} ${selected.day}`} levelId={levelId} day={selected.day} />}
    </>
  );
}

const clearList = (levelId: string) =>
  `/dashboard/${levelId}?${overallStatuses
    .filter((status) => !leftToClear.includes(status))
    .map((status) => `overallStatuses=${status}`)
    .join("&")}`;

function DaysTable({ days, onPick }: { days: readonly Day[]; onPick: (day: string) => void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroller} aria-label={words.days} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.cleared}</th>
            <th scope="col">{words.notCleared}</th>
            <th scope="col">{words.memberships}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((one) => (
            <tr key={one.day}>
              <th scope="row">
                <Button small variant="quaternary" label={dayText(one.day)} onClick={() => onPick(one.day)} />
              </th>
              <td>{one.members === 0 ? "–" : shareText(one.members - one.left, one.members)}</td>
              <td>{number.format(one.left)}</td>
              <td>{number.format(one.members)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The events, in words. */
function changeText({ kind, fromStatus, toStatus, levelName }: Change): string {
  if (kind === "joined") return words.joined({ level: levelName });
  if (kind === "left") return words.left({ level: levelName });
  if (kind === "moved") return words.movedTo({ level: levelName });
  if (kind === "movedAway") return words.movedFrom({ level: levelName });
  const to = toStatus === null ? "" : overallStatusLabels[toStatus];
  return fromStatus === null ? words.startedAs({ status: to }) : `${overallStatusLabels[fromStatus]} → ${to}`;
}

function DayChanges({ levelId, day }: { levelId: string; day: string }) {
  return (
    <PeoplePages
      queryKey={[levelId, "changes", day]}
      ask={(page, signal) => call(listDayChanges, { params: { id: levelId }, query: { day, ...page } }, { signal })}
      caption={words.changesOn({ day: dayText(day) })}
      heads={[words.name, words.role, words.change]}
      rowOf={(row) => ({
        key: row.changeId,
        name: row.fullName,
        href: row.stillMember ? `/members/${row.profileLevelAccessId}` : null,
        cells: [row.labelName, changeText(row)],
      })}
      none={words.noChanges}
      failed={words.dayFailed}
    />
  );
}
