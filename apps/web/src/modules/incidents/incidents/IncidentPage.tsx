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
import classes from "./Incidents.module.css";
import { fetchDocument, incidentQuery } from "./queries.ts";
import { clockIcons, clockLabels, clockTones, incidentKindLabels } from "./words.ts";

const ChangeIncidentDialog = lazy(() =>
  import("./ChangeIncidentDialog.tsx").then((file) => ({ default: file.ChangeIncidentDialog })),
);

type Record = ResponseOf<typeof getIncident>;

/** One incident: what happened, how the reporting clock stands, documents, what became of it. */
export function IncidentPage() {
  const { organization } = useActiveProfile();
  const { incidentId = "" } = useParams({ strict: false }) as { incidentId?: string };
  const query = useQuery(incidentQuery(incidentId));
  const [changing, setChanging] = useState(false);
  useTitle(query.data ? `Incident: ${query.data.personName}` : "Incident");
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed what="This incident" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label="Loading the incident" />;
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
        path={[{ label: "Incidents", href: "/incidents" }]}
        actions={incident.mayChange && <Button label="Update" onClick={() => setChanging(true)} />}
      >
        {incident.state}, at {incident.levelName}
      </PageHeader>
      <div className={classes.page}>
        <Panel title="Reporting clock">
          <Facts
            facts={[
              { label: "Happened", value: momentText(incident.happenedAt, zone) },
              { label: "Reported", value: `${momentText(incident.reportedAt, zone)} by ${incident.reporterName}` },
              { label: "Report to authority by", value: momentText(incident.dueAt, zone) },
              {
                label: "Reported to authority",
                value: incident.authorityToldAt === null ? "Not yet" : momentText(incident.authorityToldAt, zone),
              },
              { label: "Closed", value: incident.closedAt && momentText(incident.closedAt, zone) },
            ]}
          />
        </Panel>
        <Panel title="What happened">
          <p className={classes.words}>{incident.description}</p>
          {incident.stillMember && (
            <p>
              <TextLink href={`/members/${incident.profileLevelAccessId}?tab=incidents`}>
                {`To ${incident.personName}`}
              </TextLink>
            </p>
          )}
        </Panel>
        <Documents incident={incident} />
        {incident.mayChange && <History incident={incident} zone={zone} />}
      </div>
      <Suspense>{changing && <ChangeIncidentDialog incident={incident} onClose={() => setChanging(false)} />}</Suspense>
    </>
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
    <Panel title="Documents">
      {incident.documents.length === 0 ? (
        <p>None.</p>
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
                label="Download"
                aria-label={`Download ${name}`}
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
  kind: "Kind",
  state: "State",
  happenedAt: "When it happened",
  authorityToldAt: "Reported to authority",
  description: "What happened",
  document: "Document",
};

/** Instants of a change are told as the others are. */
const valueText = (value: string, zone: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? momentText(value, zone) : value;

function History({ incident, zone }: { incident: Record; zone: string }) {
  return (
    <Panel title="History">
      {incident.history.length === 0 ? (
        <p>No changes since the report.</p>
      ) : (
        <ol className={classes.list}>
          {incident.history.map(({ at, actorName, changes }) => (
            <li key={at}>
              <p>
                <b>{actorName}</b>, <time dateTime={at}>{momentText(at, zone)}</time>
              </p>
              {changes.map(({ field, before, after }) => (
                <p key={`${field} ${after}`} className={classes.words}>
                  {fieldNames[field] ?? field}: {valueText(after, zone) || "none"}
                  {before && <span className={classes.quiet}> (was {valueText(before, zone)})</span>}
                </p>
              ))}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
