import classes from "./HeatMap.module.css";
import { IconCheck } from "./icons.ts";
import { shareText } from "./shares.ts";
import { TextLink } from "./TextLink.tsx";
import { words } from "./words.ts";

/** The number of people with the requirement, how many have completed it, and the link to their list. */
export interface HeatCell {
  owed: number;
  done: number;
  href: string;
}

export interface HeatRow {
  key: string;
  name: string;
  /** Where the name leads, if anywhere. */
  href?: string | undefined;
  /** One for each column. Null if no one has the requirement. */
  cells: readonly (HeatCell | null)[];
}

export interface HeatMapProps {
  caption: string;
  /** What the rows are: "Club". */
  of: string;
  columns: readonly { key: string; name: string }[];
  rows: readonly HeatRow[];
}

/** How much is left, in steps of color: 0 is nothing, 4 more than three quarters. */
const heatOf = ({ owed, done }: HeatCell) => Math.ceil((4 * (owed - done)) / owed);

/** A table of completion by row and column. Each cell is colored and has its numbers and a link. */
export function HeatMap({ caption, of, columns, rows }: HeatMapProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls sideways must be reachable by keyboard
    <section className={classes.scroller} aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption className={classes.hidden}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col" className={classes.column} title={name}>
                <span>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.href === undefined ? row.name : <TextLink href={row.href}>{row.name}</TextLink>}</th>
              {columns.map((column, index) => (
                <Cell key={column.key} cell={row.cells[index] ?? null} column={column.name} row={row.name} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ cell, column, row }: { cell: HeatCell | null; column: string; row: string }) {
  if (cell === null) {
    return (
      <td className={classes.empty}>
        <span aria-hidden="true">–</span>
        <span className={classes.hidden}>{words.noneOwed}</span>
      </td>
    );
  }
  const left = cell.owed - cell.done;
  const share = shareText(cell.done, cell.owed);
  const label =
    left === 0
      ? words.allDoneIn({ share, total: cell.owed, column, row })
      : words.leftIn({ share, count: left, total: cell.owed, column, row });
  return (
    <td className={classes.cell} data-heat={heatOf(cell)}>
      <TextLink href={cell.href} className={classes.link} aria-label={label}>
        <span className={classes.share}>
          {left === 0 && <IconCheck aria-hidden="true" size={14} />}
          {share}
        </span>{" "}
        <span className={classes.left}>
          {left === 0 ? words.allDone({ total: cell.owed }) : words.left({ count: left })}
        </span>
      </TextLink>
    </td>
  );
}
