import { PageHeader, Panel } from "@touchline/ui";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { IncidentList } from "./IncidentList.tsx";
import { words } from "./words.ts";

/** Incidents within reach, or that one has reported. */
export function IncidentsPage() {
  const { organization } = useActiveProfile();
  useTitle(words.incidents);
  return (
    <>
      <PageHeader title={words.incidents}>{words.historyHelp}</PageHeader>
      <Panel title={words.reported}>
        <IncidentList zone={organization.timeZone} empty={words.noIncidentsHelp} />
      </Panel>
    </>
  );
}
