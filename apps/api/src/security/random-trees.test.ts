import { getDashboardInfo, listMembers } from "@touchline/contract/people/hierarchy";
import { addMember } from "@touchline/contract/people/profiles";
import { permits } from "@touchline/rules";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aWorld, type LabelName } from "../../test/world.ts";
import { newId } from "../database/ids.ts";
import { insertLevels } from "../modules/people/hierarchy/actions.ts";
import { addMember as addMembership } from "../modules/people/profiles/actions/memberships.ts";
import { loadActor } from "../modules/people/profiles/queries/actor.ts";

const world = aWorld();
const labels = ["Administrator", "Club Director", "Account Manager", "Team Manager", "Head Coach"] as const;

/** Levels below the root by the index of their parent among the earlier ones, and memberships: a label at a level. */
const cases = fc.record({
  parents: fc.array(fc.nat(), { minLength: 3, maxLength: 10 }),
  held: fc.array(fc.tuple(fc.constantFrom<LabelName>(...labels), fc.nat()), { minLength: 1, maxLength: 3 }),
});

test("on any tree somebody sees and adds people at exactly the levels that lie at or below their own", {
  timeout: 600_000,
}, async () => {
  const said = { yes: 0, no: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async ({ parents, held }) => {
      const org = await world.it.anOrganization();
      const tree: { id: string; parent: string | null }[] = [{ id: org.levels.root, parent: null }];
      for (const pick of parents) {
        tree.push({ id: newId(), parent: (tree[pick % tree.length] as { id: string }).id });
      }
      const [, ...below] = tree;
      const person = await org.aMember("southClub", "Volunteer");
      const places = held.map(([label, pick]) => ({ label, at: tree[pick % tree.length] as { id: string } }));
      const unique = [...new Map(places.map((one) => [`${one.label} ${one.at.id}`, one])).values()];
      await org.asSystem(async (call) => {
        await insertLevels(
          call,
          below.map(({ id, parent }, index) => ({
            levelId: id,
            parentId: parent,
            name: `Level ${index}`,
            kind: "Club",
          })),
        );
        for (const { label, at } of unique) {
          await addMembership(call, { levelId: at.id, labelId: org.labelIds[label], profileId: person.profileId });
        }
      });
      const acting = await org.asSystem((call) => loadActor(call, person, person.profileId));
      const actor = acting?.actor;
      const grants = actor?.kind === "person" ? actor.grants : [];
      /** Walks up the tree without preorder numbers. */
      const lies = (id: string, top: string): boolean => {
        const parent = tree.find((one) => one.id === id)?.parent;
        return id === top || (parent != null && lies(parent, top));
      };
      for (const { id } of tree) {
        const sees = unique.some(
          ({ label, at }) => label === "Administrator" || (label !== "Head Coach" && lies(id, at.id)),
        );
        const params = { params: { id } };
        const answers = [
          await person.ask(getDashboardInfo, params),
          await person.ask(listMembers, params),
          await person.ask(addMember, {
            body: {
              levelId: id,
              labelId: org.labelIds.Volunteer,
              person: { firstName: "Ana", lastName: "Ruiz", email: null, dateOfBirth: null },
            },
          }),
        ];
        expect(answers.map(({ status }) => status)).toEqual(sees ? [200, 200, 200] : [403, 403, 403]);
        said[sees ? "yes" : "no"] += 1;
      }
      expect(permits(grants, "platform", {}).allowed).toBe(false);
    }),
    { numRuns: 6, seed: 20_260_115 },
  );
  expect(Math.min(said.yes, said.no)).toBeGreaterThan(10);
});
