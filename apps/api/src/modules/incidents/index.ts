/** What other areas may use of incidents: which reports about a person are open, and who is under a legal hold. */

export { notHeld } from "./incidents/queries/handling.ts";
export { openIncidents } from "./incidents/queries/incidents.ts";
