import { TextLink } from "@touchline/ui";
import { moneyText } from "../../../billing/money.ts";
import classes from "./Report.module.css";
import type { ReportRow } from "./rows.ts";
import { words } from "./words.ts";

/** Levels that are drawn; all are in the table. */
const mostDrawn = 12;

/** Revenue and what is outstanding as lengths, the largest first; each leads to its level. */
export function RevenuePicture({ rows, hrefOf }: { rows: readonly ReportRow[]; hrefOf: (levelId: string) => string }) {
  const size = (row: ReportRow) => Math.max(0, row.revenue) + row.outstanding;
  const drawn = rows.toSorted((a, b) => size(b) - size(a)).slice(0, mostDrawn);
  const longest = Math.max(1, ...drawn.map(size));
  return (
    <figure className={classes.picture}>
      <figcaption className={classes.legend}>
        <span className={classes.title}>{words.picture}</span>
        <span className={classes.key} data-tone="revenue">
          {words.revenue}
        </span>
        <span className={classes.key} data-tone="outstanding">
          {words.outstanding}
        </span>
      </figcaption>
      <ul className={classes.bars}>
        {drawn.map((row) => {
          const { key, levelId, at, name, currency, outstanding } = row;
          const money = { revenue: moneyText(row.revenue, currency), outstanding: moneyText(outstanding, currency) };
          return (
            <li key={key}>
              <span className={classes.name}>
                {levelId !== null && at === "below" ? <TextLink href={hrefOf(levelId)}>{name}</TextLink> : name}
              </span>
              <span className={classes.track} role="img" aria-label={words.pictureOf({ name, ...money })}>
                <span
                  className={classes.part}
                  data-tone="revenue"
                  style={{ inlineSize: `${(Math.max(0, row.revenue) / longest) * 100}%` }}
                />
                <span
                  className={classes.part}
                  data-tone="outstanding"
                  style={{ inlineSize: `${(outstanding / longest) * 100}%` }}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}
