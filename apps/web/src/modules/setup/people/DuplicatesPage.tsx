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
import { words } from "./words.ts";

/** Lists pairs of profiles that may be one person, to be merged or marked as different people. */
export function DuplicatesPage() {
  useTitle(words.duplicates);
  const query = useInfiniteQuery(duplicatesQuery);
  if (query.isError && !query.data) {
    return <LoadFailed title={words.duplicatesNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <LoadingState label={words.loadingTheDuplicates} />;
  const pairs = query.data.pages.flatMap((page) => page.data);
  const inProgress = query.data.pages.some((page) => page.inProgress);
  return (
    <>
      <PageHeader title={words.duplicates} path={[{ label: "Add people", href: "/people/add" }]}>
        {words.duplicatesIntro}
      </PageHeader>
      <div className={classes.stack}>
        {inProgress && (
          <Notice tone="waits" title={words.duplicatesComparing}>
            {words.duplicatesRunning}
          </Notice>
        )}
        {pairs.length === 0 ? (
          <EmptyState
            icon={IconUsers}
            title={inProgress ? words.noDuplicatesYet : words.noDuplicates}
            action={<Button label={words.addPeople} href="/people/add" />}
          >
            {inProgress ? words.noDuplicatesYetHint : words.noDuplicatesHint}
          </EmptyState>
        ) : (
          <Panel title={words.likelyPairs}>
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
      notify("done", words.keptApart({ name: nameOf(one), otherName: nameOf(other) }));
      await queryClient.invalidateQueries({ queryKey: duplicatesQuery.queryKey });
    },
  });
  // The profile with a login stays, otherwise the older one.
  const keepsOther = !one.hasLogin && (other.hasLogin || other.addedAt < one.addedAt);
  const [keep, merge] = keepsOther ? [other, one] : [one, other];
  const names = words.pairNames({ name: nameOf(one), otherName: nameOf(other) });
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
          label={words.compareAndMerge}
          aria-label={words.compareAndMergePair({ names })}
          href={`/people/merge?${new URLSearchParams({ keep: keep.profileId, merge: merge.profileId })}`}
        />
        <Button
          small
          variant="secondary"
          label={words.notTheSame}
          aria-label={words.notTheSamePair({ names })}
          loading={dismissing.isPending}
          onClick={() => dismissing.mutate()}
        />
      </div>
    </li>
  );
}
