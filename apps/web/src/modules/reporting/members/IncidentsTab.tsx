import { Button, Panel } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { IncidentList } from "../../incidents/incidents/IncidentList.tsx";
import type { Member } from "./Memberships.tsx";
import { words } from "./words.ts";

const ReportIncidentDialog = lazy(() =>
  import("../../incidents/incidents/ReportIncidentDialog.tsx").then((file) => ({ default: file.ReportIncidentDialog })),
);

/** Lists the incidents about a person that the reader may see, with a button to report one. */
export function IncidentsTab({ member, zone }: { member: Member; zone: string }) {
  const [reporting, setReporting] = useState(false);
  return (
    <Panel
      title={words.incidents}
      actions={<Button small variant="secondary" label={words.reportIncident} onClick={() => setReporting(true)} />}
    >
      <IncidentList
        profileId={member.profileId}
        zone={zone}
        empty={words.noIncidents({ firstName: member.firstName })}
      />
      <Suspense>
        {reporting && (
          <ReportIncidentDialog
            profileLevelAccessId={member.membership.profileLevelAccessId}
            name={`${member.firstName} ${member.lastName}`}
            zone={zone}
            onClose={() => setReporting(false)}
          />
        )}
      </Suspense>
    </Panel>
  );
}
