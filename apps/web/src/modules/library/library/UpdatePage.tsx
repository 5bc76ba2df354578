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

/** What a newer version of the platform's library says otherwise; what was changed here is kept unless somebody says so. */
export function UpdatePage() {
  const { contentId } = useParams({ strict: false }) as { contentId: string };
  const zone = useActiveProfile().organization.timeZone;
  const content = useQuery(kindQuery(contentId));
  const update = useQuery(updateQuery(contentId));
  const [chosen, setChosen] = useState<Readonly<Record<string, "here" | "there">>>({});
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  useTitle("Take the update");
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
      notify("done", `The update was taken, as version ${version}.`);
      await navigate({ href: `/library/${contentId}` });
      await queryClient.invalidateQueries({ queryKey: ["library"] });
    },
    onError: () => update.refetch(),
  });
  const failed = content.error ?? update.error;
  if (failed && !update.data) {
    return <LoadFailed what="The update" error={failed} onRetry={() => void update.refetch()} />;
  }
  if (!update.data || !content.data) return <LoadingState label="Loading the update" lines={6} />;
  const { from, to, summaries } = update.data;
  const { name } = content.data;
  return (
    <>
      <PageHeader
        title="Take the update"
        path={[
          { label: "Library", href: "/library" },
          { label: name, href: `/library/${contentId}` },
        ]}
      >
        From version {from} to version {to} of the platform's library. It becomes a new version of your copy; whom it is
        asked of stays.
      </PageHeader>
      {taking.error && (
        <div className={classes.failure}>
          <Notice tone="stop" title="Not taken">
            {messageOf(taking.error)}
          </Notice>
        </div>
      )}
      <div className={classes.stack}>
        <Panel title="What its authors say">
          <ul className={classes.plain}>
            {summaries.map(({ version, summary, publishedAt }) => (
              <li key={version}>
                <b>Version {version}</b>, {dayOfInstant(publishedAt, zone)}: {summary}
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="What is different">
          {fields.length === 0 && <p>Nothing: your copy says the same already.</p>}
          <div className={classes.fields}>
            {fields.map((one) => (
              <div key={one.field} className={classes.difference}>
                {one.changedHere && (
                  <Badge tone="needs" icon={IconPencil}>
                    You changed this
                  </Badge>
                )}
                <Choices
                  label={one.label}
                  choices={[
                    {
                      value: "there",
                      label: one.changedThere ? "Take the new one" : "Go back to theirs",
                      note: one.there,
                    },
                    { value: "here", label: "Keep ours", note: one.here },
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
        <Button variant="secondary" label="Not now" href={`/library/${contentId}`} />
        <Button label="Take the update" loading={taking.isPending} onClick={() => taking.mutate()} />
      </div>
    </>
  );
}
