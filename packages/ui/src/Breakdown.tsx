import { useState } from "react";
import classes from "./Breakdown.module.css";
import { Button } from "./Button.tsx";
import { useIntent } from "./intent.ts";
import { Skeleton } from "./Skeletons.tsx";
import { StackedBar } from "./StackedBar.tsx";
import { StatusIcon } from "./StatusIcon.tsx";
import type { Share } from "./shares.ts";
import { TextLink } from "./TextLink.tsx";
import { words } from "./words.ts";

export interface BreakdownRow {
  key: string;
  name: string;
  /** Where the name leads, if anywhere. */
  href?: string | undefined;
  /** A summary of the row: "28 of 40 not cleared". */
  note: string;
  shares: readonly Share[];
  /** Called when the pointer or the focus rests on the row, so that its page can be prefetched. */
  onIntent?: (() => void) | undefined;
}

export interface BreakdownProps {
  /** What the rows are: "Club". The header of the first column. */
  of: string;
  caption: string;
  /** Undefined while loading. */
  rows: readonly BreakdownRow[] | undefined;
  /** The number of rows that are drawn while loading. */
  expectedRows?: number | undefined;
  /** Shows numbers in a table instead of bars. */
  asTable: boolean;
  /** Where a part leads: the people in it. */
  hrefOf: (row: BreakdownRow, share: Share) => string | undefined;
}

const count = new Intl.NumberFormat();
/** The number of rows that are shown at first. */
const firstShown = 10;

/** Shows how each row divides into statuses: as bars, or as a table of numbers. */
export function Breakdown(props: BreakdownProps) {
  const { rows, expectedRows = firstShown, asTable } = props;
  const [all, setAll] = useState(false);
  if (!rows) {
    return (
      <ul className={classes.bars} data-table={asTable || undefined} aria-busy="true">
        {Array.from({ length: Math.min(expectedRows, firstShown) }, (_, index) => index).map((index) => (
          <li key={index} className={classes.row}>
            <Skeleton width="60%" />
          </li>
        ))}
      </ul>
    );
  }
  const visible = all ? rows : rows.slice(0, firstShown);
  return (
    <>
      {asTable ? <Numbers {...props} rows={visible} /> : <Bars {...props} rows={visible} />}
      {rows.length > firstShown && (
        <Button
          small
          className={classes.more}
          variant="quaternary"
          label={all ? words.showFirst({ count: firstShown }) : words.showAll({ count: rows.length })}
          onClick={() => setAll(!all)}
        />
      )}
    </>
  );
}

type Shown = BreakdownProps & { rows: readonly BreakdownRow[] };

function Bars({ rows, caption, hrefOf }: Shown) {
  return (
    <ul className={classes.bars} aria-label={caption}>
      {rows.map((row) => (
        <Bar key={row.key} row={row} hrefOf={hrefOf} />
      ))}
    </ul>
  );
}

function Bar({ row, hrefOf }: Pick<Shown, "hrefOf"> & { row: BreakdownRow }) {
  const intent = useIntent(row.onIntent);
  return (
    <li className={classes.row} {...intent}>
      <span className={classes.name}>
        {row.href === undefined ? (
          row.name
        ) : (
          <TextLink className={classes.link} href={row.href}>
            {row.name}
          </TextLink>
        )}
      </span>
      <span className={classes.note}>{row.note}</span>
      <span className={classes.bar}>
        <StackedBar shares={row.shares} hrefOf={(share) => hrefOf(row, share)} />
      </span>
    </li>
  );
}

function Numbers({ rows, of, caption, hrefOf }: Shown) {
  // A status without anyone gets no column.
  const [first] = rows;
  const columns = (first?.shares ?? []).filter((_, place) => rows.some((row) => (row.shares[place]?.count ?? 0) > 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls sideways must be reachable by keyboard
    <section className={classes.scroller} aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption className={classes.hidden}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {columns.map((share) => (
              <th key={share.key} scope="col" className={classes.figure}>
                <span className={classes.head}>
                  <StatusIcon small icon={share.icon} tone={share.tone} />
                  {share.label}
                </span>
              </th>
            ))}
            <th scope="col" className={classes.figure}>
              {words.all}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.href === undefined ? row.name : <TextLink href={row.href}>{row.name}</TextLink>}</th>
              {columns.map(({ key }) => {
                const share = row.shares.find((one) => one.key === key);
                return (
                  <td key={key} className={classes.figure}>
                    {share && <Figure row={row} share={share} hrefOf={hrefOf} />}
                  </td>
                );
              })}
              <td className={classes.figure}>{count.format(row.shares.reduce((sum, one) => sum + one.count, 0))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Figure({ row, share, hrefOf }: Pick<Shown, "hrefOf"> & { row: BreakdownRow; share: Share }) {
  const href = share.count > 0 ? hrefOf(row, share) : undefined;
  if (href === undefined)
    return <span className={share.count === 0 ? classes.zero : undefined}>{count.format(share.count)}</span>;
  return (
    <TextLink href={href} aria-label={words.countInRow({ count: share.count, label: share.label, row: row.name })}>
      {count.format(share.count)}
    </TextLink>
  );
}
