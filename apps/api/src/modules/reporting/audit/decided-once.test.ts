import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aSubmissionAt } from "../../../../test/submissions.ts";
import { aWorld } from "../../../../test/world.ts";

const world = aWorld();

test("where a decision was made stands with it from the first, and the application cannot say otherwise", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  const { requirementId, profileLevelAccessId } = await aSubmissionAt(org, "northTeam");
  await admin.call(reviewRequirement, {
    params: { plaId: profileLevelAccessId },
    body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
  });
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ decided: string }>(sql`
      SELECT decided_requirement_id AS decided FROM review WHERE organization_id = ${call.organizationId}`),
  );
  expect(rows).toEqual([{ decided: requirementId }]);
  const elsewhere = org.asSystem((call) =>
    call.db.execute(sql`UPDATE review SET decided_requirement_id = ${profileLevelAccessId}
      WHERE organization_id = ${call.organizationId}`),
  );
  await expect(elsewhere).rejects.toMatchObject({ cause: { code: "42501" } });
});
