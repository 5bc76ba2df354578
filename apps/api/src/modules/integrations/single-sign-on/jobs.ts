import type { Call } from "../../../call.ts";
import type { OrganizationId } from "../../../database/tenancy.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { domainsToLookUp, followLookup, lookUp } from "./actions/domains.ts";
import type { DomainRow } from "./queries.ts";

/** Looks up verified domains once a day: one whose record is gone for days isn't the organization's anymore. */
export const lookUpDomains: Schedule = {
  name: "sso.domains",
  everySeconds: 3_600,
  async run({ eachOrganization, tenancy, adapters, now }) {
    const due: { organizationId: OrganizationId; row: DomainRow }[] = [];
    await eachOrganization(async (call) => {
      for (const row of await domainsToLookUp(call)) due.push({ organizationId: call.organizationId, row });
    }, tenancy.organizationsWithDomains());
    for (const { organizationId, row } of due) {
      // No transaction is open meanwhile: name servers may take their time.
      const records = await lookUp(row, adapters);
      const actor = { kind: "system", name: "schedule.sso.domains" } as const;
      await tenancy.run(organizationId, (db) => {
        const call: Call = { actor, organizationId, db, now: now(), adapters };
        return followLookup(call, row, records);
      });
    }
  },
};
