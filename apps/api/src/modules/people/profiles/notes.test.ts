import { addNote, listNotes } from "@touchline/contract/people/notes";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
let org: Organization;
let director: TestPerson;
let coach: TestPerson;
beforeAll(async () => {
  org = await world.it.anOrganization();
  director = await org.aMember("north", "Club Director");
  coach = await org.aMember("northTeam", "Head Coach");
});

const about = (person: TestPerson) => ({ params: { id: person.plaId } });

test("a note is kept with its author and time, newest first, and lies sealed", async () => {
  const first = await director.call(addNote, { ...about(coach), body: { text: "Prefers calls." } });
  await director.call(addNote, { ...about(coach), body: { text: "Moved to Tacoma." } });
  expect(first.authorName).toContain("Club-Director");
  const { data, next } = await director.call(listNotes, about(coach));
  expect(data.map((note) => note.text)).toEqual(["Moved to Tacoma.", "Prefers calls."]);
  expect(next).toBeNull();
  const stored = await org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ text: string }>(sql`
      SELECT encode(sealed_text, 'escape') AS text FROM member_note WHERE organization_id = ${organizationId}`);
    return rows.map((row) => row.text).join();
  });
  expect(stored).not.toContain("Tacoma");
});

test("notes come page by page", async () => {
  const volunteer = await org.aMember("northTeam", "Volunteer");
  for (let count = 0; count < 27; count += 1) {
    await director.call(addNote, { ...about(volunteer), body: { text: `Note ${count}` } });
  }
  const page = await director.call(listNotes, about(volunteer));
  const rest = await director.call(listNotes, { ...about(volunteer), query: { cursor: page.next ?? "" } });
  expect([...page.data, ...rest.data].map((note) => note.text)).toEqual(
    Array.from({ length: 27 }, (_, place) => `Note ${26 - place}`),
  );
  expect(rest.next).toBeNull();
});

test.each([
  ["Team Manager", "northTeam", 200],
  ["Account Manager", "north", 200],
  ["Administrator", "root", 200],
  ["Head Coach", "northTeam", 403],
  ["Club Director", "south", 403],
  ["Team Manager", "otherTeam", 403],
] as const)("a %s at %s is answered %d", async (label, place, status) => {
  const somebody = await org.aMember(place, label);
  expect((await somebody.ask(listNotes, about(coach))).status).toBe(status);
  expect((await somebody.ask(addNote, { ...about(coach), body: { text: "A note." } })).status).toBe(status);
});

test("nobody reads or writes notes about themselves, an administrator neither", async () => {
  for (const one of [director, coach]) {
    expect((await one.ask(listNotes, about(one))).status).toBe(403);
    expect((await one.ask(addNote, { ...about(one), body: { text: "Very good." } })).status).toBe(403);
  }
});

test("another organization finds nobody, and an empty note is refused", async () => {
  const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await other.ask(listNotes, about(coach))).status).toBe(404);
  expect((await other.ask(addNote, { ...about(coach), body: { text: "A note." } })).status).toBe(404);
  expect((await director.ask(addNote, { ...about(coach), body: { text: "  " } })).status).toBe(400);
});

test("who noted something is in the log, what was noted is not", async () => {
  await director.call(addNote, { ...about(coach), body: { text: "Nobody else's business." } });
  const rows = await org.asSystem(async ({ db, organizationId }) => {
    const found = await db.execute(sql`SELECT * FROM audit_event
      WHERE organization_id = ${organizationId} AND action = 'note.added' AND profile_id = ${coach.profileId}`);
    return found.rows;
  });
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("business");
});
