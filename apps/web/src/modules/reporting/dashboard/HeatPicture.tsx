import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getHeatMap, heatContents } from "@touchline/contract/people/hierarchy";
import { HeatMap, type HeatRow, Pager, Skeleton } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { listOfOpen } from "./counts.ts";
import classes from "./Pictures.module.css";
import { words } from "./words.ts";

type HeatMapInfo = ResponseOf<typeof getHeatMap>;

/** Shows the completed share of each requirement at each level. */
export function HeatPicture({ levelId, of }: { levelId: string; of: string }) {
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    queryKey: ["members", levelId, "heat", page],
    queryFn: ({ signal }) => call(getHeatMap, { params: { id: levelId }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <p role="alert">{words.heatMapFailed({ message: messageOf(error) })}</p>;
  if (!data) return <Skeleton width="60%" />;
  if (data.contents.length === 0) return <p className={classes.nothing}>{words.noRequirements}</p>;
  const { pagination, contents, whole, children } = data;
  const rowOf = (row: HeatMapInfo["whole"], name: string, href?: string): HeatRow => ({
    key: row.levelId,
    name,
    href,
    cells: row.cells.map((cell, index) => {
      const contentId = contents[index]?.contentId ?? "";
      return cell && { ...cell, href: listOfOpen(row.levelId, contentId, cell.owed - cell.done) };
    }),
  });
  return (
    <>
      <HeatMap
        caption={words.heatMapTitle}
        of={of}
        columns={contents.map(({ contentId, name }) => ({ key: contentId, name }))}
        rows={[
          rowOf(whole, children.length > 0 ? words.total : whole.name),
          ...children.map((child) => rowOf(child, child.name, `/dashboard/${child.levelId}`)),
        ]}
      />
      {data.moreContents && <p className={classes.note}>{words.heatMapCut({ count: heatContents })}</p>}
      {pagination.totalRecords > pagination.perPage && <Pager {...pagination} onPage={setPage} />}
    </>
  );
}
