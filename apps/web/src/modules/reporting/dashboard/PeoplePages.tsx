import { useInfiniteQuery } from "@tanstack/react-query";
import { Skeleton, TextLink } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import classes from "./Pictures.module.css";

export interface PeoplePage<Row> {
  data: readonly Row[];
  next: string | null;
}

interface PeoplePagesProps<Row> {
  queryKey: readonly string[];
  /** A page; the first one without a cursor. */
  ask: (page: { perPage: number; cursor?: string }, signal: AbortSignal) => Promise<PeoplePage<Row>>;
  caption: string;
  /** The column headers, beginning with the names'. */
  heads: readonly string[];
  rowOf: (row: Row) => { key: string; name: string; href: string | null; cells: readonly string[] };
  /** Shown if the list is empty. */
  none: string;
  failed: string;
}

/** The people behind a number of a picture, in a table with pages. */
export function PeoplePages<Row>({ queryKey, ask, caption, heads, rowOf, none, failed }: PeoplePagesProps<Row>) {
  const query = useInfiniteQuery({
    queryKey: ["members", ...queryKey],
    queryFn: ({ signal, pageParam }) => ask({ perPage: 25, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });
  const rows = query.data?.pages.flatMap((page) => page.data);
  if (query.error && !rows) {
    return (
      <p role="alert">
        {failed}: {messageOf(query.error)}
      </p>
    );
  }
  if (!rows) return <Skeleton width="40%" />;
  if (rows.length === 0) return <p className={classes.nothing}>{none}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className={classes.sideways} aria-label={caption} tabIndex={0}>
        <table className={classes.table}>
          <caption className={classes.caption}>{caption}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(rowOf).map(({ key, name, href, cells }) => (
              <tr key={key}>
                <th scope="row">{href === null ? name : <TextLink href={href}>{name}</TextLink>}</th>
                {cells.map((cell, index) => (
                  <td key={heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ShowMore query={query} />
    </>
  );
}
