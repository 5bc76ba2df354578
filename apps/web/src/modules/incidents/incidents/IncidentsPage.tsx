import { PageHeader, Panel } from "@touchline/ui";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { IncidentList } from "./IncidentList.tsx";

/** Incidents within reach, or that one has reported. */
export function IncidentsPage() {
  const { organization } = useActiveProfile();
  useTitle("Incidents");
  return (
    <>
      <PageHeader title="Incidents">Every view of an incident is logged.</PageHeader>
      <Panel title="Reported">
        <IncidentList
          zone={organization.timeZone}
          empty="Incidents are reported on a person’s page, under Incidents. Those you may see are listed here."
        />
      </Panel>
    </>
  );
}
