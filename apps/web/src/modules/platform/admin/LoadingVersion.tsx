import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Notice, Panel, useNotify } from "@touchline/ui";
import { useEffect, useRef } from "react";
import { dayText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./Admin.module.css";
import { cancelLoad, type Registry, registriesQuery } from "./queries.ts";
import { words } from "./words.ts";

const count = new Intl.NumberFormat();

/** Shows the progress of the version that is being loaded, with a button to cancel it; nothing if there is none. */
export function LoadingVersion({ registry }: { registry: Registry }) {
  const { registryId, versions } = registry;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const loading = versions.find(({ state }) => state === "loading");
  useResult(registry);
  const canceling = useMutation({
    mutationFn: (version: Registry["versions"][number]) => cancelLoad(registryId, version.versionId),
    onSuccess: (_, version) => notify("done", words.loadCanceled({ day: dayText(version.asOf) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: registriesQuery.queryKey }),
  });
  if (!loading) return null;
  const title = words.loadingVersion({ day: dayText(loading.asOf) });
  return (
    <Panel title={title}>
      <div className={classes.fields}>
        {canceling.error && (
          <Notice tone="stop" title={words.actionFailed}>
            {messageOf(canceling.error)}
          </Notice>
        )}
        <div>
          <progress className={classes.progress} max={loading.entries} value={loading.loaded} aria-label={title} />
          <p role="status">
            {words.loadedOf({ loaded: count.format(loading.loaded), entries: count.format(loading.entries) })}
          </p>
        </div>
        <p className={classes.note}>{words.loadingHint}</p>
        <div className={classes.acts}>
          <Button
            variant="secondary"
            label={words.cancelLoad}
            loading={canceling.isPending}
            onClick={() => canceling.mutate(loading)}
          />
        </div>
      </div>
    </Panel>
  );
}

/** Tells how a load ended that was seen under way. */
function useResult({ versions }: Registry): void {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const seen = useRef<string | null>(null);
  useEffect(() => {
    const ended = versions.find(({ versionId, state }) => versionId === seen.current && state !== "loading");
    seen.current = versions.find(({ state }) => state === "loading")?.versionId ?? null;
    if (!ended) return;
    const day = dayText(ended.asOf);
    if (ended.state === "loaded") notify("done", words.entriesLoaded({ count: ended.entries, day }));
    if (ended.state === "failed") notify("stop", words.loadFailed({ day }));
    void queryClient.invalidateQueries({ queryKey: registriesQuery.queryKey, exact: true });
  }, [versions, notify, queryClient]);
}
