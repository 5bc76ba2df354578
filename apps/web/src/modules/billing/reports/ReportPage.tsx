import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconDownload,
  IconReceipt,
  LoadingState,
  Notice,
  Panel,
  Select,
  TextLink,
  useNotify,
} from "@touchline/ui";
import { moneyText } from "../../../billing/money.ts";
import { dayText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { BillingFrame } from "../organization/BillingFrame.tsx";
import { LedgerPanel } from "./LedgerPanel.tsx";
import { type BillingReport, fetchReport, reportQuery } from "./queries.ts";
import classes from "./Report.module.css";
import { RevenuePicture } from "./RevenuePicture.tsx";
import { type ReportRow, rowsOf } from "./rows.ts";
import { words } from "./words.ts";

const here = "/account/billing/report";

const readChoice = (search: RawSearch) => ({
  levelId: textIn(search.level) || null,
  season: textIn(search.season) || null,
});

/** Shows payments and unpaid fees of a season by level, for people in charge of billing. */
export function ReportPage() {
  const [choice, change] = useUrlState(readChoice);
  const { data, error, refetch } = useQuery({ ...reportQuery(choice), placeholderData: keepPreviousData });
  return (
    <BillingFrame title={words.title} about={words.about} wide>
      {error && !data && <LoadFailed title={words.notLoaded} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState label={words.loading} lines={6} />}
      {data && (
        <div className={classes.report}>
          <div className={classes.bar}>
            <Select
              className={classes.season}
              label={words.season}
              allowDeselect={false}
              value={data.season.firstDay}
              onChange={(firstDay) =>
                change({ season: firstDay === data.seasons[0]?.firstDay ? undefined : (firstDay ?? undefined) })
              }
              data={data.seasons.map(({ firstDay, lastDay }) => ({
                value: firstDay,
                label: words.seasonOf({ from: dayText(firstDay), to: dayText(lastDay) }),
              }))}
            />
            <ReportButton choice={choice} />
          </div>
          <Report report={data} season={choice.season} />
          <LedgerPanel key={data.season.firstDay} season={data.season} />
        </div>
      )}
    </BillingFrame>
  );
}

function ReportButton({ choice }: { choice: Parameters<typeof fetchReport>[0] }) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => fetchReport(choice),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Button
      variant="secondary"
      label={words.download}
      leftIcon={<IconDownload aria-hidden />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}

function Report({ report, season }: { report: BillingReport; season: string | null }) {
  const { level, whole, lines, more, failed } = report;
  const rows = rowsOf(lines);
  const hrefOf = (levelId: string) => `${here}?level=${levelId}${season === null ? "" : `&season=${season}`}`;
  return (
    <>
      <div className={classes.heading}>
        <h2>{level.name}</h2>
        {level.parentId !== null && <TextLink href={hrefOf(level.parentId)}>{words.up}</TextLink>}
      </div>
      {whole.length === 0 ? (
        <EmptyState icon={IconReceipt} title={words.nothing}>
          {words.nothingHelp}
        </EmptyState>
      ) : (
        whole.map((sums) => <Tiles key={sums.currency} sums={sums} />)
      )}
      {failed > 0 && (
        <Notice tone="needs" title={words.failed({ count: failed })}>
          <TextLink href="/account/billing/members?state=failed">{words.seeFailed}</TextLink>
        </Notice>
      )}
      {rows.length > 0 && <RevenuePicture rows={rows} hrefOf={hrefOf} />}
      {rows.length > 0 && (
        <Panel title={words.levels}>
          <DataTable
            caption={words.levels}
            columns={columns}
            rows={rows}
            rowKey={({ key }) => key}
            rowHref={({ levelId, at }) => (levelId !== null && at === "below" ? hrefOf(levelId) : undefined)}
            bare
            empty={null}
          />
        </Panel>
      )}
      {more && <p className={classes.quiet}>{words.more}</p>}
    </>
  );
}

function Tiles({ sums }: { sums: BillingReport["whole"][number] }) {
  const { currency, paid, refunded, disputed, fees, revenue, outstanding } = sums;
  const money = (amount: number) => moneyText(amount, currency);
  return (
    <dl className={classes.tiles}>
      <div className={classes.tile} data-tone="revenue">
        <dt>{words.revenue}</dt>
        <dd className={classes.amount}>{money(revenue)}</dd>
        <dd className={classes.quiet}>{words.revenueHelp}</dd>
      </div>
      <div className={classes.tile} data-tone="outstanding">
        <dt>{words.outstanding}</dt>
        <dd className={classes.amount}>{money(outstanding)}</dd>
        <dd className={classes.quiet}>{words.outstandingHelp}</dd>
      </div>
      <div className={classes.tile}>
        {(
          [
            [words.paid, paid],
            [words.refunded, 0 - refunded],
            [words.disputed, 0 - disputed],
            [words.fees, 0 - fees],
          ] as const
        ).map(([label, amount]) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </div>
    </dl>
  );
}

const amount = (
  key: "paid" | "refunded" | "disputed" | "fees" | "revenue" | "outstanding",
): Column<ReportRow, never> => ({
  key,
  header: words[key],
  align: "end",
  cell: (row) => moneyText(row[key], row.currency),
});

const columns: [Column<ReportRow, never>, ...Column<ReportRow, never>[]] = [
  { key: "level", header: words.level, cell: ({ name }) => name },
  amount("paid"),
  amount("refunded"),
  amount("disputed"),
  amount("fees"),
  amount("revenue"),
  amount("outstanding"),
];
