import { asOwnerOf } from "@touchline/api/test/as-owner";
import { added, aFamilyOrganization } from "@touchline/api/test/families";
import { owedBy, send } from "@touchline/api/test/submissions";
import { aWorld } from "@touchline/api/test/world";
import { expect, test } from "vitest";
import { checkEverybody } from "./check-everybody.ts";

const world = aWorld();

/** What `npm run check:statuses` says, line by line, and how many differences it counts. */
async function checked() {
  const lines: string[] = [];
  const { tenancy, adapters, clock } = world.it;
  const wrong = await checkEverybody({ tenancy, adapters, now: clock.now }, (line) => lines.push(line.trim()));
  return { wrong, lines };
}

/** A submission that awaits review, a person, and a child with a guardian: their ids, and who alters rows behind the product. */
async function facts() {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  await org.aDocument(admin, { settings: { validity: { type: "PerRequirement" } } });
  const coach = await org.aMember("northTeam", "Head Coach");
  await send(await owedBy(coach), { validUntil: "2040-05-05" });
  const child = await added(parent, family);
  const alter = <Row extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
    asOwnerOf<Row>(world.it.adminUrl, text, [org.organizationId, ...values]);
  const [attempt] = await alter<{ id: string }>("SELECT attempt_id AS id FROM attempt WHERE organization_id = $1");
  return { coach, child, attemptId: attempt?.id as string, alter };
}

test("check:statuses names each row that the product did not write so: a submission, a person, the guardianships of a child", async () => {
  const { coach, child, attemptId, alter } = await facts();
  expect(await checked()).toMatchObject({ wrong: 0 });
  await alter("UPDATE attempt SET submitted_by = NULL WHERE organization_id = $1 AND attempt_id = $2", attemptId);
  await alter(
    "UPDATE profile SET email = 'other@example.org' WHERE organization_id = $1 AND profile_id = $2",
    coach.profileId,
  );
  await alter(
    "UPDATE guardianship SET place = 3 - place WHERE organization_id = $1 AND child_profile_id = $2",
    child.profileId,
  );
  const { wrong, lines } = await checked();
  expect(wrong).toBe(3);
  expect(lines).toEqual(
    expect.arrayContaining([
      `${attemptId}: This submission has changed since Touchline last wrote it.`,
      `${coach.profileId}: This person has changed since Touchline last wrote it.`,
      `${child.profileId}: The guardians of this child have changed since Touchline last wrote them.`,
    ]),
  );
});

test("check:statuses names a row that was removed", async () => {
  const { child, alter } = await facts();
  await alter("DELETE FROM guardianship WHERE organization_id = $1 AND child_profile_id = $2", child.profileId);
  expect((await checked()).lines).toContain(`${child.profileId}: The guardians of this child were removed.`);
});
