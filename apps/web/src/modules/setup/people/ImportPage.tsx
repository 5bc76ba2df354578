import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Button, LoadingState, Notice, PageHeader } from "@touchline/ui";
import { useMemo } from "react";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { labelsQuery, navigationQuery } from "../../../levels/queries.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { AlikeRows } from "./AlikeRows.tsx";
import { ChooseMapping } from "./ChooseMapping.tsx";
import { Columns } from "./Columns.tsx";
import { DateOrderPanel } from "./DateOrderPanel.tsx";
import { ImportRows } from "./ImportRows.tsx";
import { LevelsToCreate } from "./LevelsToCreate.tsx";
import classes from "./People.module.css";
import { Progress } from "./Progress.tsx";
import { importQuery, type Mapping, saveMapping } from "./queries.ts";
import { Result } from "./Result.tsx";
import { StartBar } from "./StartBar.tsx";
import { UndoImport } from "./UndoImport.tsx";
import { UnknownWords } from "./UnknownWords.tsx";
import { rowsText, words } from "./words.ts";

/** Shows one import, from its mapping to its result. Everything is stored on the server, so a reload loses nothing. */
export function ImportPage() {
  const { importId } = useParams({ strict: false }) as { importId: string };
  const { hierarchyLevelId } = useActiveProfile();
  const roster = useQuery(importQuery(importId));
  const levels = useQuery(navigationQuery(hierarchyLevelId));
  const labels = useQuery(labelsQuery);
  const queryClient = useQueryClient();
  const saving = useMutation({
    // Sent one after the other, so that the last choice counts.
    scope: { id: `mapping ${importId}` },
    mutationFn: (mapping: Mapping) => saveMapping(importId, mapping),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["rosterImport", importId] }),
  });
  const names = useMemo(
    () => ({
      level: levels.data?.map((level) => level.name) ?? [],
      label: labels.data?.map((label) => label.name) ?? [],
    }),
    [levels.data, labels.data],
  );
  useTitle(roster.data ? words.importPageTitle({ fileName: roster.data.fileName }) : words.importRoster);

  if (roster.isError && !roster.data) {
    return <LoadFailed title={words.importNotLoaded} error={roster.error} onRetry={() => void roster.refetch()} />;
  }
  if (!roster.data || !levels.data || !labels.data) return <LoadingState label={words.loadingImport} />;
  const data = roster.data;
  const mapping = saving.isPending ? saving.variables : data.mapping;
  const deciding = data.state === "draft" || data.state === "checking" || data.state === "checked";
  const stopped = data.state === "checked" || data.state === "canceled" || data.state === "failed";
  const choices = { mapping, onChange: saving.mutate, levels: levels.data, labels: labels.data };
  return (
    <>
      <PageHeader
        title={data.fileName}
        path={[
          data.partner === null
            ? { label: "Import roster", href: "/people/add?tab=roster" }
            : { label: words.partners, href: "/account/integrations" },
        ]}
        actions={
          !deciding &&
          data.partner === null && (
            <Button variant="secondary" label={words.importAnother} href="/people/add?tab=roster" />
          )
        }
      >
        {data.partner === null
          ? words.rowsRead({ count: rowsText(data.rows), encoding: data.encoding })
          : words.rowsOfPartner({ count: rowsText(data.rows), partner: data.partner })}
      </PageHeader>
      <div className={classes.steps}>
        {saving.error && (
          <Notice tone="stop" title={words.notSaved}>
            {messageOf(saving.error)}
          </Notice>
        )}
        {data.state === "draft" && data.failure !== null && (
          <Notice tone="stop" title={words.checkStopped}>
            {data.failure}
          </Notice>
        )}
        {deciding && data.partner === null && <ChooseMapping roster={data} onChoose={saving.mutate} />}
        {deciding && data.partner === null && <Columns roster={data} {...choices} />}
        {data.state === "draft" && (
          <div>
            <Button label={words.checkRows} loading={saving.isPending} onClick={() => saving.mutate(mapping)} />
          </div>
        )}
        {data.state === "checked" && <DateOrderPanel roster={data} mapping={mapping} onChange={saving.mutate} />}
        {data.state === "checked" && <UnknownWords roster={data} {...choices} />}
        {data.state === "checked" && <LevelsToCreate roster={data} mapping={mapping} onChange={saving.mutate} />}
        {(data.state === "checking" || data.state === "running") && <Progress roster={data} />}
        {!deciding && data.state !== "running" && <Result roster={data} />}
        {data.undoableUntil !== null && <UndoImport roster={data} until={data.undoableUntil} />}
        {(stopped || data.state === "done") && <AlikeRows roster={data} />}
        {data.state !== "draft" && data.judged > 0 && <ImportRows roster={data} names={names} />}
        {(stopped || (data.state === "done" && data.toWrite > data.written)) && (
          <StartBar roster={data} busy={saving.isPending} />
        )}
      </div>
    </>
  );
}
