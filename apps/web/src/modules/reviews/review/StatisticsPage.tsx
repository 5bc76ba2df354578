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

type Statistics = ResponseOf<typeof getReviewStatistics>;
type Row = Pick<Statistics, "decided" | "median" | "ninetieth"> & { key: string; name: string; more?: boolean };

const format = new Intl.NumberFormat();
/** Writes a day without its year: each comes once in twelve weeks, and it stays in one line on a telephone. */
const weekDays = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", timeZone: "UTC" });
const weekDay = (day: string) => weekDays.format(Date.parse(day));

/** How fast submissions are decided, and how long what waits has waited. */
export function StatisticsPage() {
  const { organizationId } = useActiveProfile();
  const params = { orgId: organizationId };
  useTitle("Review statistics");
  const { data, error, refetch } = useQuery({
    queryKey: ["reviewStatistics", organizationId],
    queryFn: ({ signal }) => call(getReviewStatistics, { params }, { signal }),
  });
  const saving = useMutation({ mutationFn: () => download(getReviewStatisticsFile, { params }), onSuccess: saveFile });
  if (error && !data) return <LoadFailed what="The statistics" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title="Review statistics"
        path={[{ label: "Review", href: "/review" }]}
        actions={
          <Button
            small
            variant="secondary"
            label="Download CSV"
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          />
        }
      >
        Decisions of the last 12 weeks on submissions you can review.
      </PageHeader>
      {saving.error && <Notice tone="stop">{saving.error.message}</Notice>}
      {data ? <Shown of={data} /> : <LoadingState label="Loading the statistics" lines={8} />}
    </>
  );
}

function Shown({ of }: { of: Statistics }) {
  return (
    <div className={classes.parts}>
      <Panel title="Time from submission to decision">
        {of.decided === 0 ? (
          <EmptyState icon={IconClipboardCheck} title="No decisions in 12 weeks">
            Review times appear here after the first decision.
          </EmptyState>
        ) : (
          <dl className={classes.figures}>
            <Figure label="Median" value={tookText(of.median)} />
            <Figure label="90th percentile" value={tookText(of.ninetieth)} />
            <Figure label="Decided" value={format.format(of.decided)} />
            {of.samePerson > 0 && (
              <Figure label="Uploaded and decided by the same person" value={format.format(of.samePerson)} />
            )}
          </dl>
        )}
      </Panel>
      <Panel title="Waiting now">
        <Waiting waiting={of.waiting} />
      </Panel>
      <Panel title="Week by week">
        <Paces
          caption="By week"
          head="Week from"
          short
          rows={of.weeks.map((week) => ({ key: week.from, name: weekDay(week.from), ...week }))}
        />
      </Panel>
      {of.reviewers.length > 0 && (
        <Panel title="By reviewer">
          <Paces caption="By reviewer" head="Reviewer" rows={of.reviewers.map((one) => ({ key: one.id, ...one }))} />
        </Panel>
      )}
      {of.contents.length > 0 && (
        <Panel title="By requirement">
          <Paces
            caption="By requirement"
            head="Requirement"
            rows={of.contents.map((one) => ({ key: one.id, ...one }))}
          />
        </Panel>
      )}
      {of.weeks.some((week) => week.more) && (
        <p className={classes.quiet}>Weeks marked + include only the latest decisions.</p>
      )}
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

const ages = ["Up to a day", "Up to 3 days", "Up to a week", "Longer"];

function Waiting({ waiting }: Pick<Statistics, "waiting">) {
  const most = Math.max(1, ...waiting.map((one) => one.count));
  return (
    <table className={classes.table}>
      <caption className={classes.hidden}>Waiting now, by how long</caption>
      <thead>
        <tr>
          <th scope="col">Waiting</th>
          <th scope="col" className={classes.number}>
            Submissions
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
  /** The rows' names stay in one line. */
  short?: boolean;
}

function Paces({ caption, head, rows, short = false }: PacesProps) {
  const most = Math.max(1, ...rows.map((row) => row.median ?? 0));
  return (
    // biome-ignore lint/a11y/useSemanticElements: no set of fields, and no landmark beside the panel's own
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls on narrow screens must be reachable by keyboard
    <div className={classes.scroll} role="group" tabIndex={0} aria-label={caption}>
      <table className={classes.table}>
        <caption className={classes.hidden}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className={classes.number}>
              Decided
            </th>
            <th scope="col" className={classes.number}>
              Median
            </th>
            <td />
            <th scope="col" className={classes.number}>
              90th percentile
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
