import type { Call } from "../../../call.ts";
import type { OrganizationId } from "../../../database/tenancy.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { domainsToLookUp, followLookup, lookUp } from "./actions/domains.ts";
import type { DomainRow } from "./queries.ts";

/** Domains that are looked up at the same time. */
const atOnce = 5;

/** Looks up verified domains once a day: one whose record is gone for days isn't the organization's anymore. */
export const lookUpDomains: Schedule = {
  name: "sso.domains",
  everySeconds: 3_600,
  async run({ eachOrganization, tenancy, adapters, now }) {
    const due: { organizationId: OrganizationId; row: DomainRow }[] = [];
    const failures: unknown[] = [];
    const keep = (error: unknown) => void failures.push(error);
    await eachOrganization(async (call) => {
      for (const row of await domainsToLookUp(call)) due.push({ organizationId: call.organizationId, row });
    }, tenancy.organizationsWithDomains()).catch(keep);
    async function lookAt({ organizationId, row }: (typeof due)[number]) {
      // No transaction is open meanwhile: name servers may take their time.
      const records = await lookUp(row, adapters);
      const actor = { kind: "system", name: "schedule.sso.domains" } as const;
      await tenancy.run(organizationId, (db) => {
        const call: Call = { actor, organizationId, db, now: now(), adapters };
        return followLookup(call, row, records);
      });
    }
    for (let start = 0; start < due.length; start += atOnce) {
      await Promise.all(due.slice(start, start + atOnce).map((one) => lookAt(one).catch(keep)));
    }
    if (failures.length > 0) throw new AggregateError(failures, "Some domains couldn't be looked up.");
  },
};
