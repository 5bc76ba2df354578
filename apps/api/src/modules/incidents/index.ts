/** What other areas may use of incidents: which reports about a person are open. */

export { openIncidents } from "./incidents/queries/incidents.ts";
