import { externalRowResults } from "@touchline/contract/screening/external-review";
import {
  Badge,
  type Column,
  DataTable,
  Facts,
  IconAlertTriangle,
  IconCircleCheck,
  IconHistory,
  IconInfoCircle,
  Panel,
} from "@touchline/ui";
import type { ReactNode } from "react";
import { dayText } from "../../../dates.ts";
import classes from "./External.module.css";
import type { CheckedFile } from "./queries.ts";
import { resultTexts, words } from "./words.ts";

type Row = CheckedFile["rows"][number];
type Columns = [Column<Row, never>, ...Column<Row, never>[]];

/** Rows that are shown; those that need fixing come first. */
const mostShown = 200;

const pictures = {
  record: { tone: "done", icon: IconCircleCheck },
  recorded: { tone: "done", icon: IconCircleCheck },
  known: { tone: "none", icon: IconInfoCircle },
  waiting: { tone: "waits", icon: IconHistory },
  error: { tone: "needs", icon: IconAlertTriangle },
  undone: { tone: "none", icon: IconInfoCircle },
} as const satisfies Record<Row["fate"], object>;

/** What becomes, or became, of a row. */
export function ResultBadge({ result }: { result: Row["fate"] }) {
  return <Badge {...pictures[result]}>{resultTexts[result]}</Badge>;
}

/** The result of each row, next to the person it was matched with. */
export function CheckedRows({ checked, children }: { checked: CheckedFile; children: ReactNode }) {
  const order = ["error", "record", "waiting", "known"];
  const rows = checked.rows.toSorted((a, b) => order.indexOf(a.fate) - order.indexOf(b.fate) || a.number - b.number);
  const counts = externalRowResults.filter((fate) => checked.fates[fate] > 0);
  return (
    <Panel title={words.result}>
      <div className={classes.fields}>
        <Facts
          facts={counts.map((fate) => ({ label: resultTexts[fate], value: checked.fates[fate].toLocaleString() }))}
        />
        <p className={classes.quiet}>{words.readAs({ encoding: checked.encoding })}</p>
        <div className={classes.acts}>{children}</div>
        <DataTable
          caption={words.rows}
          bare
          columns={columns}
          rows={rows.slice(0, mostShown)}
          rowKey={(row) => String(row.number)}
          empty={null}
        />
        {rows.length > mostShown && (
          <p className={classes.quiet}>{words.moreRows({ count: rows.length - mostShown })}</p>
        )}
      </div>
    </Panel>
  );
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ");

const columns: Columns = [
  { key: "row", header: words.row, width: "4rem", cell: (row) => row.number },
  {
    key: "file",
    header: words.inFile,
    cell: (row) => (
      <Lines
        first={joined(row.name, row.dateOfBirth && words.born({ day: row.dateOfBirth }))}
        second={joined(row.result, row.resultOn)}
      />
    ),
  },
  {
    key: "match",
    header: words.inTouchline,
    cell: ({ match }) =>
      match ? (
        <Lines
          first={joined(match.name, match.dateOfBirth && words.born({ day: dayText(match.dateOfBirth) }))}
          second={joined(match.requirementName, match.levelName, words.matchedBy[match.by])}
        />
      ) : (
        words.noMatch
      ),
  },
  {
    key: "fate",
    header: words.fate,
    cell: (row) => <Lines first={<ResultBadge result={row.fate} />} second={row.message} />,
  },
];

/** Two lines of a cell, each as long as it has to be. */
export function Lines({ first, second }: { first: ReactNode; second: string }) {
  return (
    <span className={classes.lines}>
      <span>{first}</span>
      {second !== "" && <span className={classes.quiet}>{second}</span>}
    </span>
  );
}
