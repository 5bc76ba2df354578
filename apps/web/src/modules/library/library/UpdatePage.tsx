import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Badge, Button, Choices, IconPencil, LoadingState, Notice, PageHeader, Panel, useNotify } from "@touchline/ui";
import { useState } from "react";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Library.module.css";
import { kindQuery, takeUpdate, updateQuery } from "./queries.ts";
import { words } from "./words.ts";

/**
 * Compares a newer version of the platform's library with this copy. Local changes are kept unless the person chooses
 * otherwise.
 */
export function UpdatePage() {
  const { contentId } = useParams({ strict: false }) as { contentId: string };
  const zone = useActiveProfile().organization.timeZone;
  const content = useQuery(kindQuery(contentId));
  const update = useQuery(updateQuery(contentId));
  const [chosen, setChosen] = useState<Readonly<Record<string, "here" | "there">>>({});
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  useTitle(words.applyUpdate);
  const fields = update.data?.fields ?? [];
  const choiceOf = ({ field, changedHere }: { field: string; changedHere: boolean }) =>
    chosen[field] ?? (changedHere ? "here" : "there");
  const taking = useMutation({
    mutationFn: () => {
      const kept = fields.filter((one) => choiceOf(one) === "here").map((one) => one.field);
      const giveUp = fields.filter((one) => one.changedHere && choiceOf(one) === "there").map((one) => one.field);
      const { to: version = 0, ownVersion = 0 } = update.data ?? {};
      return takeUpdate(contentId, { version, ownVersion, keep: kept, giveUp });
    },
    onSuccess: async ({ version }) => {
      notify("done", words.updateApplied({ version }));
      await navigate({ href: `/library/${contentId}` });
      await queryClient.invalidateQueries({ queryKey: ["library"] });
    },
    onError: () => update.refetch(),
  });
  const failed = content.error ?? update.error;
  if (failed && !update.data) {
    return <LoadFailed title={words.updateNotLoaded} error={failed} onRetry={() => void update.refetch()} />;
  }
  if (!update.data || !content.data) return <LoadingState label={words.loadingUpdate} lines={6} />;
  const { from, to, summaries } = update.data;
  const { name } = content.data;
  return (
    <>
      <PageHeader
        title={words.applyUpdate}
        path={[
          { label: words.library, href: "/library" },
          { label: name, href: `/library/${contentId}` },
        ]}
      >
        {words.updateVersions({ from, to })}
      </PageHeader>
      {taking.error && (
        <div className={classes.failure}>
          <Notice tone="stop" title={words.updateFailed}>
            {messageOf(taking.error)}
          </Notice>
        </div>
      )}
      <div className={classes.stack}>
        <Panel title={words.releaseNotes}>
          <ul className={classes.plain}>
            {summaries.map(({ version, summary, publishedAt }) => (
              <li key={version}>
                <b>{words.releaseTitle({ version, date: dayOfInstant(publishedAt, zone) })}</b>
                <p>{summary}</p>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={words.changes}>
          {fields.length === 0 && <p>{words.noChanges}</p>}
          <div className={classes.fields}>
            {fields.map((one) => (
              <div key={one.field} className={classes.difference}>
                {one.changedHere && (
                  <Badge tone="needs" icon={IconPencil}>
                    {words.youChangedThis}
                  </Badge>
                )}
                <Choices
                  label={one.label}
                  choices={[
                    {
                      value: "there",
                      label: one.changedThere ? words.useNewVersion : words.useTemplate,
                      note: one.there,
                    },
                    { value: "here", label: words.keepYours, note: one.here },
                  ]}
                  value={choiceOf(one)}
                  onChange={(value) => setChosen({ ...chosen, [one.field]: value })}
                />
              </div>
            ))}
          </div>
        </Panel>
      </div>
      <div className={classes.bar}>
        <Button variant="secondary" label={words.notNow} href={`/library/${contentId}`} />
        <Button label={words.applyUpdate} loading={taking.isPending} onClick={() => taking.mutate()} />
      </div>
    </>
  );
}
