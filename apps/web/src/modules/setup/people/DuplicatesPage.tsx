import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  Badge,
  Button,
  EmptyState,
  IconUsers,
  LoadingState,
  Notice,
  PageHeader,
  Panel,
  useNotify,
} from "@touchline/ui";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Duplicates.module.css";
import { dismissPair, duplicatesQuery, type LikelyPair } from "./duplicate-queries.ts";
import { Entry } from "./Entry.tsx";
import { nameOf, reasonsText } from "./likeness.ts";

/** Pairs of entries that may be one person: to be merged, or said to be two. */
export function DuplicatesPage() {
  useTitle("Duplicates");
  const query = useInfiniteQuery(duplicatesQuery);
  if (query.isError && !query.data) {
    return <LoadFailed what="The duplicates" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <LoadingState label="Loading the duplicates" />;
  const pairs = query.data.pages.flatMap((page) => page.data);
  const underWay = query.data.pages.some((page) => page.underWay);
  return (
    <>
      <PageHeader title="Duplicates" path={[{ label: "Add people", href: "/people/add" }]}>
        Possible duplicates. Nothing is merged until you have compared both profiles.
      </PageHeader>
      <div className={classes.stack}>
        {underWay && (
          <Notice tone="waits" title="People are being compared">
            Whoever was added or renamed lately is compared with everybody; more pairs may follow in a minute.
          </Notice>
        )}
        {pairs.length === 0 ? (
          <EmptyState
            icon={IconUsers}
            title={underWay ? "No duplicates so far" : "No duplicates"}
            action={<Button label="Add people" href="/people/add" />}
          >
            {underWay
              ? "Among those who were compared nobody is here twice. The others follow."
              : "Nobody whom you look after seems to be here twice."}
          </EmptyState>
        ) : (
          <Panel title="Likely pairs">
            <ul className={classes.plain}>
              {pairs.map((pair) => (
                <Pair key={pair.duplicateId} pair={pair} />
              ))}
            </ul>
            <ShowMore query={query} />
          </Panel>
        )}
      </div>
    </>
  );
}

function Pair({ pair }: { pair: LikelyPair }) {
  const [one, other] = pair.entries;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const dismissing = useMutation({
    mutationFn: () => dismissPair(pair.duplicateId),
    onSuccess: async () => {
      notify("done", `${nameOf(one)} and ${nameOf(other)} stay two people.`);
      await queryClient.invalidateQueries({ queryKey: duplicatesQuery.queryKey });
    },
  });
  // Whoever logs in stays; else who was here first.
  const keepsOther = !one.hasLogin && (other.hasLogin || other.addedAt < one.addedAt);
  const [keep, merge] = keepsOther ? [other, one] : [one, other];
  const names = `${nameOf(one)} and ${nameOf(other)}`;
  return (
    <li className={classes.item} aria-label={names}>
      <div className={classes.two}>
        <Entry entry={one} />
        <Entry entry={other} />
      </div>
      <span>
        <Badge tone="needs" icon={IconUsers}>
          {reasonsText(pair.reasons)}
        </Badge>
      </span>
      {dismissing.error && <Notice tone="stop">{messageOf(dismissing.error)}</Notice>}
      <div className={classes.acts}>
        <Button
          small
          label="Compare and merge"
          aria-label={`Compare and merge ${names}`}
          href={`/people/merge?${new URLSearchParams({ keep: keep.profileId, merge: merge.profileId })}`}
        />
        <Button
          small
          variant="secondary"
          label="Not the same"
          aria-label={`${names} are not the same`}
          loading={dismissing.isPending}
          onClick={() => dismissing.mutate()}
        />
      </div>
    </li>
  );
}
