import { type Call, organizationFacts } from "../../../../call.ts";
import { renderDocument } from "../../../../documents/pdf.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize, relationTo } from "../../../../security/authorize.ts";
import { dutiesOf } from "../queries/handling.ts";
import { incidentHistory } from "../queries/history.ts";
import { incidentSeen, shownIncidents } from "../queries/incidents.ts";

const kindTexts = {
  ...{ Misconduct: "Misconduct", Abuse: "Suspected abuse", Harassment: "Harassment", Bullying: "Bullying" },
  ...{ Injury: "Injury", SafetyConcern: "Safety concern", Other: "Other" },
} as const;
const stateTexts = { Open: "Open", InReview: "In review", Closed: "Closed" } as const;
const fieldTexts: Readonly<Record<string, string>> = {
  ...{ kind: "Type of incident", state: "Status", happenedAt: "When it happened", description: "What happened" },
  ...{ authorityToldAt: "Reported to authority", document: "Document", assignee: "Assigned to", hold: "Legal hold" },
  ...{ stepDone: "Step done", stepUndone: "Step not done" },
};

/** Texts of fields that are kept as codes. */
const codeTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = { kind: kindTexts, state: stateTexts };

/** Returns what an authority is given of an incident. Each export is logged. @throws NotFound, Forbidden */
export async function incidentToExport(call: Call, incidentId: string) {
  const row = await incidentSeen(call, incidentId);
  const { profileId, levelId } = row.incident;
  authorize(call, "incidents.manage", { ...relationTo(call, profileId), levelPre: row.levelPre });
  await audit(call, [{ action: "incident.exported", subjectId: incidentId, profileId, levelId }]);
  const [incident] = await shownIncidents(call, [row]);
  const { name, timeZone } = await organizationFacts(call);
  return {
    incident: incident as NonNullable<typeof incident>,
    ...{ duties: dutiesOf(row), history: await incidentHistory(call, row), organization: name, timeZone, at: call.now },
  };
}

/** Writes it as a PDF/A document. */
export async function renderIncident(exported: Awaited<ReturnType<typeof incidentToExport>>): Promise<Buffer> {
  const { incident, duties, history, organization, timeZone, at } = exported;
  const clock = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long", timeZone });
  const moment = (text: string | null) => (text === null ? "Not yet" : clock.format(new Date(text)));
  const value = (field: string, text: string) => codeTexts[field]?.[text] ?? plain(text);
  const plain = (text: string) => (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? moment(text) : text || "None");
  const { pdf } = await renderDocument(
    "record",
    {
      ...{ title: `Incident report: ${incident.personName}`, author: organization, language: "en", createdAt: at },
      reference: `Incident ${incident.incidentId}`,
      facts: [
        ["Organization", organization],
        ["Person", `${incident.personName}, ${incident.levelName}`],
        ["Type of incident", kindTexts[incident.kind]],
        ["Happened", moment(incident.happenedAt)],
        ["Reported", `${moment(incident.reportedAt)}, by ${incident.reporterName}`],
        ["Report due by", moment(incident.dueAt)],
        ["Reported to authority", moment(incident.authorityToldAt)],
        ["Status", stateTexts[incident.state]],
      ],
      notes: [`Exported on ${clock.format(at)}. Confidential: it contains personal data.`],
      sections: [
        { title: "What happened", parts: [{ kind: "text", text: incident.description }] },
        {
          title: "Steps of the report",
          parts: [
            {
              ...{ kind: "table", widths: [4, 2, 1], header: ["Step", "Law", "Done"] },
              rows: duties.steps.map(({ text, law, done }) => [text, law ?? "", done ? "Yes" : "No"]),
            },
          ],
        },
        {
          title: "Documents",
          parts: [
            incident.documents.length === 0
              ? { kind: "text", text: "None." }
              : {
                  ...{ kind: "table", widths: [4, 2, 1], header: ["Name", "Type", "Bytes"] },
                  rows: incident.documents.map(({ name, mediaType, bytes }) => [name, mediaType, String(bytes)]),
                },
          ],
        },
        {
          title: "History",
          parts: [
            history.length === 0
              ? { kind: "text", text: "No changes since the report." }
              : {
                  ...{ kind: "table", widths: [2, 2, 4], header: ["When", "Who", "Change"] },
                  rows: history.map((one) => [
                    moment(one.at),
                    one.actorName,
                    one.changes
                      .map(({ field, after }) => `${fieldTexts[field] ?? field}: ${value(field, after)}`)
                      .join("\n"),
                  ]),
                },
          ],
        },
      ],
    },
    [],
    { archival: true },
  );
  return pdf;
}
