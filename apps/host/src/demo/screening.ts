import type { Adapters, Call } from "@touchline/api/call";
import type { OrganizationId, Tenancy } from "@touchline/api/database/tenancy";
import { addFile } from "@touchline/api/modules/accounts/organizations/actions/files";
import { allowAccount } from "@touchline/api/modules/screening/clients/actions/allow";
import { saveApplication, submitApplication } from "@touchline/api/modules/screening/clients/actions/onboard";
import { activateAccount } from "@touchline/api/modules/screening/clients/jobs";
import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { PlannedOrganization } from "./plan.ts";
import { aPdf } from "./sample-documents.ts";
import { keep } from "./telling.ts";

/** Enters what an organization says of itself to get an account at Yardstik, and submits it where it is whole. */
export async function applyForScreening(
  call: Call,
  { info, submitted }: PlannedOrganization["application"],
): Promise<void> {
  const { organizationId } = call;
  await saveApplication(call, organizationId, { version: 0, info });
  if (!submitted) return;
  const letter = await aPdf("Employer Identification Number", [info.legalName, info.ein], call.now);
  const upload = await keep(call, "irs-letter.pdf", letter);
  await addFile(call, { organizationId, purpose: "TaxDocument" }, [upload]);
  await submitApplication(call, organizationId, { version: 1, certified: true });
}

type Deps = { tenancy: Tenancy; adapters: Adapters; now: Date; simulatorUrl: string };

/** Longer than the simulated provider takes to activate an account, in milliseconds. */
const untilActive = 6 * 60_000;

/** Has the account opened and activated that an organization applied for, and lets it connect another one. */
export async function openDemoAccounts(deps: Deps, organizationId: OrganizationId): Promise<void> {
  const { tenancy, adapters, now, simulatorUrl } = deps;
  await act(deps, organizationId);
  const passed = await fetch(`${simulatorUrl}/simulator/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advance: untilActive }),
  });
  if (!passed.ok) throw new Error(`The simulated providers' clock doesn't go on (${passed.status}).`);
  await act(deps, organizationId);
  const operating = { visit: { tenancy, now, adapters }, id: organizationId, operator: organizationId };
  await allowAccount(operating, { provider: BackgroundCheckProvider.Checkr, accountId: "shared", allowed: true });
}

/** One try of the job that asks the provider; the one in the queue then finds nothing left to do. */
async function act({ tenancy, adapters, now }: Deps, organizationId: OrganizationId): Promise<void> {
  const { steps, name } = activateAccount;
  if (steps.kind !== "errand") throw new Error(`The job ${name} calls nobody.`);
  const actor = { kind: "system", name: `job.${name}` } as const;
  const within = <Result>(work: (call: Call) => Promise<Result>) =>
    tenancy.run(organizationId, (db) => work({ actor, organizationId, db, now, adapters }));
  const begun = await within((call) => steps.begin(call, {} as never));
  if (begun === null) return;
  const silent = { info: () => undefined, error: () => undefined };
  const acted = await steps.act(begun as never, adapters, silent, within);
  await within((call) => steps.finish(call, {} as never, acted as never, { last: false }));
}
