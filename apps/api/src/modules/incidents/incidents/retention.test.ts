import { saveOrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import {
  changeIncident,
  getIncident,
  handleIncident,
  listIncidents,
  reportIncident,
} from "@touchline/contract/incidents/incidents";
import { listAudit } from "@touchline/contract/reporting/audit";
import { downloadDisposalCertificate, listDisposalCertificates } from "@touchline/contract/reporting/retention";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aPdf, aWorld } from "../../../../test/world.ts";
import { checkStep } from "../../reporting/audit/actions/check.ts";
import { sealSome } from "../../reporting/audit/actions/seal.ts";

const world = aWorld();
const yearMs = 366 * 86_400_000;

test("closed incidents are disposed of after the years of the setting, except under a legal hold, with a certificate", async () => {
  const org = await world.it.anOrganization();
  const director = await org.aMember("root", "Administrator");
  const people = [await org.aMember("northTeam", "Volunteer"), await org.aMember("otherTeam", "Volunteer")];
  // Three years ago, in the organization's eyes.
  world.it.clock.shift = -3 * yearMs;
  const facts = { kind: "Injury", happenedAt: "2020-01-05T12:00:00.000Z", description: "Planted fall" } as const;
  const reported = [];
  for (const { plaId } of people) {
    const body = { profileLevelAccessId: plaId, ...facts };
    const one = await director.call(reportIncident, { body, files: [await aPdf("letter.pdf")] });
    const closing = { ...facts, state: "Closed" as const, version: one.version };
    reported.push(await director.call(changeIncident, { params: { id: one.incidentId }, body: closing }));
  }
  world.it.clock.shift = 0;
  const [gone, held] = reported;
  if (!gone || !held) throw new Error("two were reported");
  await director.call(handleIncident, { params: { id: held.incidentId }, body: { held: true, version: held.version } });
  while (await org.asSystem(sealSome));
  const retention = { consentYears: 5, outcomeYears: 5, incidentYears: 3 };
  await world.it.runSchedule("incidents.dispose");
  expect((await director.call(listIncidents)).pagination.totalRecords).toBe(2);
  await director.call(saveOrganizationSettings, { params: { id: org.organizationId }, body: { retention } });
  await world.it.runSchedule("incidents.dispose");
  expect((await director.call(listIncidents)).data).toMatchObject([{ incidentId: held.incidentId }]);
  expect((await director.ask(getIncident, { params: { id: gone.incidentId } })).status).toBe(404);
  const rows = await org.asSystem(({ db, organizationId }) =>
    db.execute<{ left: number; files: number }>(sql`
      SELECT (SELECT count(*)::int FROM incident_event WHERE organization_id = ${organizationId}
          AND incident_id = ${gone.incidentId} AND sealed_change IS NOT NULL) AS left,
        (SELECT count(*)::int FROM stored_file WHERE organization_id = ${organizationId} AND destroyed_at IS NULL) AS files`),
  );
  expect(rows.rows).toEqual([{ left: 0, files: 1 }]);

  const { data } = await director.call(listDisposalCertificates);
  expect(data).toMatchObject([{ kind: "incidents", items: 1, setting: "incidentYears", settingValue: 3 }]);
  expect(JSON.stringify(data)).not.toContain(people[0]?.profileId);
  const { status, body } = await director.ask(downloadDisposalCertificate, {
    params: { id: data[0]?.disposalCertificateId as string },
  });
  expect({ status, isPdf: String(body).startsWith("%PDF") }).toEqual({ status: 200, isPdf: true });
  expect((await director.call(listAudit, { query: { actions: ["retention.disposed"] } })).data).toHaveLength(1);
  // The chain still holds, and what is sealed can be removed but not replaced.
  while (await org.asSystem(sealSome));
  while ((await org.asSystem(checkStep)).more);
  const checked = await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`SELECT result->'findings' AS findings FROM audit_check WHERE organization_id = ${organizationId}`),
  );
  expect(checked.rows).toEqual([{ findings: [] }]);
  await expect(
    org.asSystem(({ db, organizationId }) =>
      db.execute(sql`UPDATE incident_event SET sealed_change = '\\x00' WHERE organization_id = ${organizationId}`),
    ),
  ).rejects.toMatchObject({ cause: { message: "A sealed record can be removed, and not changed." } });
});
