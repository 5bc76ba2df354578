import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ResponseOf } from "@touchline/contract";
import type { getIncident } from "@touchline/contract/incidents/incidents";
import {
  Badge,
  Button,
  Facts,
  fileSize,
  IconDownload,
  LoadingState,
  PageHeader,
  Panel,
  TextLink,
  useNotify,
} from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { momentText } from "../../../dates.ts";
import { isWithdrawn, LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { DutiesPanel, HandlingPanel } from "./IncidentHandling.tsx";
import classes from "./Incidents.module.css";
import { fetchDocument, fetchReport, incidentQuery } from "./queries.ts";
import { clockIcons, clockLabels, clockTones, incidentKindLabels, incidentStateLabels, words } from "./words.ts";

const ChangeIncidentDialog = lazy(() =>
  import("./ChangeIncidentDialog.tsx").then((file) => ({ default: file.ChangeIncidentDialog })),
);

type Record = ResponseOf<typeof getIncident>;

/** Shows one incident: facts, the reporting deadline, documents, and its history. */
export function IncidentPage() {
  const { organization } = useActiveProfile();
  const { incidentId = "" } = useParams({ strict: false }) as { incidentId?: string };
  const query = useQuery(incidentQuery(incidentId));
  const [changing, setChanging] = useState(false);
  useTitle(query.data ? words.updateTitle({ name: query.data.personName }) : words.incident);
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.incidentNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label={words.loadingTheIncident} />;
  const incident = query.data;
  const zone = organization.timeZone;
  return (
    <>
      <PageHeader
        title={`${incidentKindLabels[incident.kind]}: ${incident.personName}`}
        badge={
          <Badge tone={clockTones[incident.clock]} icon={clockIcons[incident.clock]}>
            {clockLabels[incident.clock]}
          </Badge>
        }
        path={[{ label: words.incidents, href: "/incidents" }]}
        actions={
          incident.mayChange && (
            <>
              <ExportButton incidentId={incident.incidentId} />
              <Button label={words.update} onClick={() => setChanging(true)} />
            </>
          )
        }
      >
        {words.stateAtLevel({ state: incidentStateLabels[incident.state], levelName: incident.levelName })}
      </PageHeader>
      <div className={classes.page}>
        <Panel title={words.reportingDeadline}>
          <Facts
            facts={[
              { label: words.happened, value: momentText(incident.happenedAt, zone) },
              {
                label: words.reported,
                value: words.reportedBy({
                  moment: momentText(incident.reportedAt, zone),
                  reporter: incident.reporterName,
                }),
              },
              { label: words.reportToAuthorityBy, value: momentText(incident.dueAt, zone) },
              {
                label: words.reportedToAuthority,
                value: authorityReportText(incident, zone),
              },
              { label: words.closed, value: incident.closedAt && momentText(incident.closedAt, zone) },
            ]}
          />
        </Panel>
        <Panel title={words.whatHappened}>
          <p className={classes.words}>{incident.description}</p>
          {incident.stillMember && (
            <p>
              <TextLink href={`/members/${incident.profileLevelAccessId}?tab=incidents`}>
                {words.aboutPerson({ name: incident.personName })}
              </TextLink>
            </p>
          )}
        </Panel>
        <DutiesPanel incident={incident} />
        {incident.mayChange && <HandlingPanel incident={incident} zone={zone} />}
        <Documents incident={incident} />
        {incident.mayChange && <History incident={incident} zone={zone} />}
      </div>
      <Suspense>{changing && <ChangeIncidentDialog incident={incident} onClose={() => setChanging(false)} />}</Suspense>
    </>
  );
}

function authorityReportText({ authorityToldAt, clock }: Record, zone: string) {
  if (authorityToldAt !== null) return momentText(authorityToldAt, zone);
  return clock === "closed" || clock === "unreported" ? words.neverReported : words.notYet;
}

function ExportButton({ incidentId }: { incidentId: string }) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => fetchReport(incidentId),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Button
      variant="secondary"
      label={words.exportPdf}
      leftIcon={<IconDownload aria-hidden />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}

function Documents({ incident }: { incident: Record }) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: (docId: string) => fetchDocument(incident.incidentId, docId),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Panel title={words.documents}>
      {incident.documents.length === 0 ? (
        <p>{words.noFiles}</p>
      ) : (
        <ul className={classes.list}>
          {incident.documents.map(({ docId, name, bytes }) => (
            <li key={docId} className={classes.document}>
              <span className={classes.name}>
                {name} <span className={classes.quiet}>{fileSize(bytes)}</span>
              </span>
              <Button
                small
                variant="secondary"
                label={words.download}
                aria-label={words.downloadFile({ name })}
                leftIcon={<IconDownload aria-hidden />}
                loading={fetching.isPending && fetching.variables === docId}
                onClick={() => fetching.mutate(docId)}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const fieldNames: { [field: string]: string } = {
  kind: words.kind,
  state: words.state,
  happenedAt: words.whenItHappened,
  authorityToldAt: words.reportedToAuthority,
  description: words.whatHappened,
  document: words.document,
  assignee: words.assignee,
  hold: words.hold,
  stepDone: words.stepDone,
  stepUndone: words.stepUndone,
};

const stateTexts: { [state: string]: string } = incidentStateLabels;
const kindTexts: { [kind: string]: string } = incidentKindLabels;

/** Instants in changes are formatted like all others. */
const valueText = (value: string, zone: string) =>
  stateTexts[value] ?? kindTexts[value] ?? (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? momentText(value, zone) : value);

function History({ incident, zone }: { incident: Record; zone: string }) {
  return (
    <Panel title={words.history}>
      {incident.history.length === 0 ? (
        <p>{words.noChanges}</p>
      ) : (
        <ol className={classes.list}>
          {incident.history.map(({ incidentEventId, at, actorName, changes }) => (
            <li key={incidentEventId}>
              <p>
                <b>{actorName}</b>, <time dateTime={at}>{momentText(at, zone)}</time>
              </p>
              {changes.map(({ field, before, after }) => (
                <p key={`${field} ${after}`} className={classes.words}>
                  {words.change({
                    field: fieldNames[field] ?? field,
                    after: valueText(after, zone) || words.emptyValue,
                  })}
                  {before && (
                    <span className={classes.quiet}> {words.previousValue({ previous: valueText(before, zone) })}</span>
                  )}
                </p>
              ))}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
