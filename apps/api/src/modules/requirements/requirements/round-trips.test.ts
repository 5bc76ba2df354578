import { getMember } from "@touchline/contract/people/profiles";
import { completeDocument, getRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import { getReview } from "@touchline/contract/reviews/reviews";
import { expect, test } from "vitest";
import { aPdf, aWorld } from "../../../../test/world.ts";

const world = aWorld();

/** A coach who owes so many documents and has sent the first, and whoever looks at that. */
async function aCoach(owes: number) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  for (let made = 0; made < owes; made += 1) await org.aDocument(admin, { name: `Agreement ${made}` });
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aMember("southClub", "Head Coach", coach);
  const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  expect(requirements).toHaveLength(owes);
  const requirementId = requirements[0]?.requirementId as string;
  const on = { requirementId, profileLevelAccessId: coach.plaId };
  await coach.call(completeDocument, {
    params: { id: requirementId },
    body: { profileLevelAccessId: coach.plaId },
    files: [aPdf()],
  });
  await director.call(getReview, { query: on });
  return { admin, director, coach, on };
}

type Coach = Awaited<ReturnType<typeof aCoach>>;
const pages: [string, number, (of: Coach) => Promise<unknown>][] = [
  ["the review page", 5, ({ director, on }) => director.call(getReview, { query: on })],
  ["a member's own requirements", 6, ({ coach }) => coach.call(listRequirements, { params: { plaId: coach.plaId } })],
  [
    "one requirement of the member's own",
    6,
    ({ coach, on: { requirementId: id, profileLevelAccessId } }) =>
      coach.call(getRequirement, { params: { id }, query: { profileLevelAccessId } }),
  ],
  ["the member's page", 7, ({ admin, coach }) => admin.call(getMember, { params: { id: coach.plaId } })],
];

test("each page is read in one round trip, with the question who asks, in as many statements for much as for little", async () => {
  const coaches = [await aCoach(1), await aCoach(9)];
  for (const [name, statements, ask] of pages) {
    for (const of of coaches) {
      // Signed in, and known to the gate.
      await ask(of);
      const trips = await world.it.sentBy(() => ask(of));
      expect([name, trips.map((trip) => trip.length)]).toEqual([name, [statements]]);
    }
  }
});
