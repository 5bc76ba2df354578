import type { Call } from "@touchline/api/call";
import { connect } from "@touchline/api/modules/integrations/partners/actions/connect";

/**
 * Connects the simulated LeagueApps: its people are read in the background, and wait for somebody to review the rows.
 *
 * @param call of an administrator.
 */
export async function connectDemoPartner(call: Call): Promise<void> {
  const example = call.adapters.partners.get("LeagueApps")?.example;
  if (!example) return;
  await connect(call, { source: "LeagueApps", ...example, pushCleared: true });
}
