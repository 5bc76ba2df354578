import { useMutation, useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getReviewStatistics, getReviewStatisticsFile } from "@touchline/contract/reviews/review-statistics";
import { Button, EmptyState, IconClipboardCheck, LoadingState, Notice, PageHeader, Panel } from "@touchline/ui";
import { call, download } from "../../../client.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { tookText } from "./durations.ts";
import classes from "./Statistics.module.css";
import { words } from "./words.ts";

type Statistics = ResponseOf<typeof getReviewStatistics>;
type Row = Pick<Statistics, "decided" | "median" | "ninetieth"> & { key: string; name: string; more?: boolean };

const format = new Intl.NumberFormat();
/** Formats a day without its year, which is clear within twelve weeks and fits in one line on a phone. */
const weekDays = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", timeZone: "UTC" });
const weekDay = (day: string) => weekDays.format(Date.parse(day));

/** Shows how fast submissions are decided, and how long the pending ones have waited. */
export function StatisticsPage() {
  const { organizationId } = useActiveProfile();
  const params = { orgId: organizationId };
  useTitle(words.reviewStatistics);
  const { data, error, refetch } = useQuery({
    queryKey: ["reviewStatistics", organizationId],
    queryFn: ({ signal }) => call(getReviewStatistics, { params }, { signal }),
  });
  const saving = useMutation({ mutationFn: () => download(getReviewStatisticsFile, { params }), onSuccess: saveFile });
  if (error && !data)
    return <LoadFailed title={words.statisticsNotLoaded} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title={words.reviewStatistics}
        path={[{ label: words.review, href: "/review" }]}
        actions={
          <Button
            small
            variant="secondary"
            label={words.downloadCsv}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          />
        }
      >
        {words.statisticsLead}
      </PageHeader>
      {saving.error && <Notice tone="stop">{saving.error.message}</Notice>}
      {data ? <Shown of={data} /> : <LoadingState label={words.loadingTheStatistics} lines={8} />}
    </>
  );
}

function Shown({ of }: { of: Statistics }) {
  return (
    <div className={classes.parts}>
      <Panel title={words.timeFromSubmissionToDecision}>
        {of.decided === 0 ? (
          <EmptyState icon={IconClipboardCheck} title={words.noDecisions}>
            {words.noStatisticsHelp}
          </EmptyState>
        ) : (
          <dl className={classes.figures}>
            <Figure label={words.median} value={tookText(of.median)} />
            <Figure label={words.ninetiethPercentile} value={tookText(of.ninetieth)} />
            <Figure label={words.decided} value={format.format(of.decided)} />
            {of.samePerson > 0 && <Figure label={words.samePerson} value={format.format(of.samePerson)} />}
          </dl>
        )}
      </Panel>
      <Panel title={words.waitingNow}>
        <Waiting waiting={of.waiting} />
      </Panel>
      <Panel title={words.weekByWeek}>
        <Paces
          caption={words.byWeek}
          head={words.weekStarting}
          short
          rows={of.weeks.map((week) => ({ key: week.from, name: weekDay(week.from), ...week }))}
        />
      </Panel>
      {of.reviewers.length > 0 && (
        <Panel title={words.byReviewer}>
          <Paces
            caption={words.byReviewer}
            head={words.reviewer}
            rows={of.reviewers.map((one) => ({ key: one.id, ...one }))}
          />
        </Panel>
      )}
      {of.contents.length > 0 && (
        <Panel title={words.byRequirement}>
          <Paces
            caption={words.byRequirement}
            head={words.requirement}
            rows={of.contents.map((one) => ({ key: one.id, ...one }))}
          />
        </Panel>
      )}
      {of.weeks.some((week) => week.more) && <p className={classes.quiet}>{words.weeksMarked}</p>}
    </div>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const ages = [words.upToADay, words.upToThreeDays, words.upToAWeek, words.longer];

function Waiting({ waiting }: Pick<Statistics, "waiting">) {
  const most = Math.max(1, ...waiting.map((one) => one.count));
  return (
    <table className={classes.table}>
      <caption className={classes.hidden}>{words.waitingByAge}</caption>
      <thead>
        <tr>
          <th scope="col">{words.waiting}</th>
          <th scope="col" className={classes.number}>
            {words.submissions}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {waiting.map(({ count, more }, at) => (
          <tr key={ages[at]}>
            <th scope="row" className={classes.short}>
              {ages[at]}
            </th>
            <td className={classes.number}>
              {format.format(count)}
              {more && "+"}
            </td>
            <td className={classes.bar}>
              <progress aria-hidden="true" max={most} value={count} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PacesProps {
  caption: string;
  head: string;
  rows: readonly Row[];
  /** Keeps the names of the rows in one line. */
  short?: boolean;
}

function Paces({ caption, head, rows, short = false }: PacesProps) {
  const most = Math.max(1, ...rows.map((row) => row.median ?? 0));
  return (
    // biome-ignore lint/a11y/useSemanticElements: this is no set of form fields, and needs no landmark besides the panel's
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls on narrow screens must be reachable by keyboard
    <div className={classes.scroll} role="group" tabIndex={0} aria-label={caption}>
      <table className={classes.table}>
        <caption className={classes.hidden}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className={classes.number}>
              {words.decided}
            </th>
            <th scope="col" className={classes.number}>
              {words.median}
            </th>
            <td />
            <th scope="col" className={classes.number}>
              {words.ninetiethPercentile}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className={short ? classes.short : undefined}>
                {row.name}
              </th>
              <td className={classes.number}>
                {format.format(row.decided)}
                {row.more && "+"}
              </td>
              <td className={classes.number}>{tookText(row.median)}</td>
              <td className={classes.bar}>
                {row.median !== null && <progress aria-hidden="true" max={most} value={row.median} />}
              </td>
              <td className={classes.number}>{tookText(row.ninetieth)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
