import { PageHeader, Panel } from "@touchline/ui";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { IncidentList } from "./IncidentList.tsx";
import { words } from "./words.ts";

/** Lists the incidents that the reader may see, or reported. */
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
