import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PartnerConnection } from "@touchline/contract/integrations/partners";
import {
  Badge,
  Button,
  Checkbox,
  type Column,
  DataTable,
  Facts,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconRefresh,
  Notice,
  Panel,
  TextLink,
  useNotify,
} from "@touchline/ui";
import { agoText, momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./Partners.module.css";
import { isMoving, partnersQuery, postCancel, postSync, putPartner, type Sync } from "./queries.ts";
import { problemWords, stateWords, words } from "./words.ts";

interface ConnectionPanelProps {
  connection: PartnerConnection;
  /** When this was read, in milliseconds. */
  readAt: number;
  timeZone: string;
  onDisconnect: () => void;
}

type Settings = Pick<PartnerConnection, "automatic" | "pushCleared">;

const looks = {
  done: { tone: "done", icon: IconCircleCheck },
  failed: { tone: "stop", icon: IconCircleX },
  review: { tone: "needs", icon: IconClock },
} as const;
const moving = { tone: "waits", icon: IconRefresh } as const;

/** A connected site: its health, its automatic syncs, and its latest syncs. */
export function ConnectionPanel({ connection, readAt, timeZone, onDisconnect }: ConnectionPanelProps) {
  const { partnerConnectionId: id, name, siteId, syncs, problem, automatic, pushCleared } = connection;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const again = () => queryClient.invalidateQueries(partnersQuery);
  const syncing = useMutation({
    mutationFn: (review: boolean) => postSync(id, review),
    onSuccess: () => notify("done", words.syncStarted),
    onSettled: again,
  });
  const canceling = useMutation({ mutationFn: () => postCancel(id), onSettled: again });
  const saving = useMutation({
    mutationFn: (settings: Settings) => putPartner(id, settings),
    onSuccess: () => notify("done", words.changed),
    onSettled: again,
  });
  const error = syncing.error ?? canceling.error ?? saving.error;
  const activeSync = syncs.find((one) => isMoving(one) || one.state === "review");
  const settings = saving.isPending ? saving.variables : { automatic, pushCleared };
  const columns: [Column<Sync, never>, ...Column<Sync, never>[]] = [
    { key: "started", header: words.started, cell: (row) => momentText(row.startedAt, timeZone) },
    {
      key: "state",
      header: words.result,
      card: "beside",
      cell: (row) => {
        const { tone, icon } = looks[row.state as keyof typeof looks] ?? moving;
        return (
          <Badge tone={tone} icon={icon}>
            {stateWords[row.state]}
          </Badge>
        );
      },
    },
    { key: "rows", header: words.rows, card: "line", width: "40%", cell: (row) => cameText(row, name) },
    {
      key: "show",
      header: words.showRows,
      card: "line",
      align: "end",
      cell: (row) =>
        row.rosterImportId &&
        !(isMoving(row) && row.state !== "writing") && (
          <TextLink href={`/people/add/${row.rosterImportId}`}>
            {row.state === "review" ? words.reviewRows : words.showRows}
          </TextLink>
        ),
    },
  ];
  return (
    <Panel
      title={name}
      badge={<span className={classes.quiet}>{words.site({ siteId })}</span>}
      actions={<Button small danger variant="secondary" label={words.disconnect} onClick={onDisconnect} />}
    >
      <div className={classes.parts}>
        {connection.simulated && <p className={classes.quiet}>{words.simulated}</p>}
        {problem && (
          <Notice tone="stop" title={problemWords[problem]({ name })}>
            {connection.problemSince && agoText(connection.problemSince, readAt, timeZone)}
          </Notice>
        )}
        {connection.reportProblem && (
          <Notice tone="stop" title={words.notTold({ name })}>
            {words.notToldAbout({ name })}
          </Notice>
        )}
        {error && (
          <Notice tone="stop" title={words.notDone}>
            {messageOf(error)}
          </Notice>
        )}
        {activeSync?.state === "review" && (
          <Notice
            tone="needs"
            title={words.waiting({ count: activeSync.registrations })}
            action={<Button small label={words.reviewRows} href={`/people/add/${activeSync.rosterImportId ?? ""}`} />}
          >
            {words.ready}
          </Notice>
        )}
        <Facts
          facts={[
            { label: words.people, value: connection.people.toLocaleString("en-US") },
            {
              label: words.lastSync,
              value: connection.lastSyncAt ? agoText(connection.lastSyncAt, readAt, timeZone) : words.never,
            },
            {
              label: words.nextSync,
              value: connection.nextSyncAt ? momentText(connection.nextSyncAt, timeZone) : words.byHand,
            },
          ]}
        />
        <Checkbox
          label={words.automatic}
          description={connection.lastSyncAt ? words.automaticHint : words.automaticLater}
          disabled={connection.lastSyncAt === null}
          checked={settings.automatic}
          onChange={(event) => saving.mutate({ automatic: event.currentTarget.checked, pushCleared })}
        />
        <Checkbox
          label={words.pushCleared}
          description={words.pushClearedHint}
          checked={settings.pushCleared}
          onChange={(event) => saving.mutate({ automatic, pushCleared: event.currentTarget.checked })}
        />
        {connection.webhookUrl && (
          <div>
            <p className={classes.label}>{words.webhooksTo}</p>
            <p className={classes.quiet}>{words.webhooksToHint}</p>
            <p className={classes.code}>{connection.webhookUrl}</p>
          </div>
        )}
        <div className={classes.acts}>
          {activeSync ? (
            <Button
              variant="secondary"
              label={words.cancelSync}
              loading={canceling.isPending}
              onClick={() => canceling.mutate()}
            />
          ) : (
            <>
              <Button label={words.syncNow} loading={syncing.isPending} onClick={() => syncing.mutate(false)} />
              <Button
                variant="secondary"
                label={words.reviewNow}
                disabled={syncing.isPending}
                onClick={() => syncing.mutate(true)}
              />
            </>
          )}
        </div>
        <DataTable
          caption={words.syncs({ name })}
          columns={columns}
          rows={syncs}
          rowKey={(row) => row.partnerSyncId}
          empty={null}
        />
      </div>
    </Panel>
  );
}

/** Shows the results of a sync so far. */
function cameText(sync: Sync, name: string): string {
  if (sync.state === "reading") return words.read({ count: sync.rowsRead });
  if (sync.problem) return problemWords[sync.problem]({ name });
  if (sync.state !== "done" && sync.state !== "writing") return words.registrations({ count: sync.registrations });
  return sync.rosterImportId === null ? words.nothingNew : words.came(sync);
}
