import { useQuery } from "@tanstack/react-query";
import { listUndelivered } from "@touchline/contract/messages/undelivered";
import { IconAlertTriangle, TextLink } from "@touchline/ui";
import { call } from "../../../client.ts";
import classes from "./Overview.module.css";
import { words } from "./words.ts";

/** How many people at a level don't get their emails, and the way to them; nothing where everybody does. */
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
