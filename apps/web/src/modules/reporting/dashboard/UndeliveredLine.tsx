import { useQuery } from "@tanstack/react-query";
import { listUndelivered } from "@touchline/contract/messages/undelivered";
import { IconAlertTriangle, TextLink } from "@touchline/ui";
import { call } from "../../../client.ts";
import classes from "./Overview.module.css";
import { words } from "./words.ts";

/** Counts the people at a level whose emails aren't delivered, with a link to them; nothing if there are none. */
export function UndeliveredLine({ levelId }: { levelId: string }) {
  const { data } = useQuery({
    queryKey: ["members", levelId, "undelivered", "count"],
    queryFn: ({ signal }) => call(listUndelivered, { params: { id: levelId }, query: { perPage: 1 } }, { signal }),
  });
  if (!data || data.total === 0) return null;
  return (
    <p className={classes.undelivered}>
      <IconAlertTriangle aria-hidden="true" size={16} />
      <TextLink href={`/undelivered/${levelId}`}>{words.undelivered({ count: data.total })}</TextLink>
    </p>
  );
}
