import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { overallStatusLabels } from "@touchline/contract";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { Button, IconPrinter, LoadingState, Notice, PageHeader, TextLink } from "@touchline/ui";
import { useEffect } from "react";
import { call } from "../../../client.ts";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./PrintMembersPage.module.css";
import type { MemberRow } from "./queries.ts";
import { type MemberChoice, readDashboardSearch, usualColumns } from "./search.ts";
import { words } from "./words.ts";

/** More fill more than fifty sheets of paper; an export holds them. */
const mostPrinted = 2000;
const perPage = 100;
const count = new Intl.NumberFormat();

async function everybody(levelId: string, choice: MemberChoice, signal: AbortSignal) {
  const rows: MemberRow[] = [];
  for (let cursor: string | undefined, page = 1; ; page += 1) {
    const query = { ...choice, page, perPage, cursor };
    const { data, pagination } = await call(listMembers, { params: { id: levelId }, query }, { signal });
    rows.push(...data);
    if (pagination.next === null || data.length === 0 || rows.length >= mostPrinted) {
      return { rows, total: pagination.totalRecords, more: pagination.more };
    }
    cursor = pagination.next;
  }
}

/** All of a list that the address names, as a plain table for paper; and the browser's own dialog to print it. */
export function PrintMembersPage() {
  const { levelId } = useParams({ strict: false }) as { levelId: string };
  const profile = useActiveProfile();
  const [state] = useUrlState(readDashboardSearch);
  const columns = state.columns ?? usualColumns;
  const levels = useQuery(navigationQuery(profile.hierarchyLevelId)).data ?? [];
  const name = levels.find((one) => one.levelId === levelId)?.name ?? words.members;
  const list = useQuery({
    queryKey: ["members", levelId, "print", state.members],
    queryFn: ({ signal }) => everybody(levelId, state.members, signal),
  });
  const ready = list.data !== undefined;
  useEffect(() => {
    if (ready) window.print();
  }, [ready]);
  useTitle(words.printTitle({ level: name }));
  if (list.error && !list.data) {
    return <LoadFailed title={words.listOfMembersNotLoaded} error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!list.data) return <LoadingState label={words.loadingList} />;
  const { rows, total, more } = list.data;
  const left = more || rows.length < total;
  return (
    <>
      <PageHeader
        title={name}
        actions={
          <span className={classes.screen}>
            <Button label={words.print} leftIcon={<IconPrinter aria-hidden />} onClick={() => window.print()} />
          </span>
        }
      >
        {(more ? words.printCountOver : words.printCount)({
          shown: count.format(rows.length),
          total: count.format(total),
          date: dayOfInstant(new Date().toISOString(), profile.organization.timeZone),
        })}
      </PageHeader>
      {left && <Notice tone="needs">{words.printCut({ count: count.format(mostPrinted) })}</Notice>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it scrolls, keys scroll it */}
      <section className={classes.paper} aria-label={words.members} tabIndex={0}>
        <table className={classes.table}>
          <caption className={classes.caption}>{words.members}</caption>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              {columns.map((column) => (
                <th key={column} scope="col" data-column={column}>
                  {headings[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.profileLevelAccessId}>
                <td>{row.fullName}</td>
                {columns.map((column) => (
                  <td key={column} data-column={column}>
                    {cells[column](row, profile.organization.timeZone)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.screen}>
        <TextLink href={`/dashboard/${levelId}${window.location.search}`}>{words.backToList}</TextLink>
      </p>
    </>
  );
}

type ColumnOf = (typeof usualColumns)[number];
const headings: Record<ColumnOf, string> = {
  email: words.email,
  role: words.role,
  level: words.level,
  status: words.status,
  done: words.done,
  since: words.since,
};
const cells: Record<ColumnOf, (row: MemberRow, zone: string) => string> = {
  email: (row) => row.email ?? "",
  role: (row) => row.labelName,
  level: (row) => row.levelName,
  status: (row) => overallStatusLabels[row.overallStatus],
  done: (row) => (row.owed === 0 ? "" : words.doneOf({ done: row.done, total: row.owed })),
  since: (row, zone) => dayOfInstant(row.overallStatusSince, zone),
};
