import { countUnreadNotices, listNotices, readNotices } from "@touchline/contract/messages/notices";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { expect, test } from "vitest";
import { added, aFamilyOrganization } from "../../../../test/families.ts";
import { owedBy, type Submission, send } from "../../../../test/submissions.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { notify } from "./actions.ts";

const world = aWorld();

async function aCoachWhoOwes() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  const coach = await org.aMember("northTeam", "Head Coach");
  return { org, admin, coach };
}

const decide = (by: TestPerson, { requirementId, profileLevelAccessId }: Submission, reviewNotes = "") =>
  by.call(reviewRequirement, {
    params: { plaId: profileLevelAccessId },
    body: { requirementId, reviewDecision: reviewNotes ? "RejectedReset" : "Approved", reviewNotes },
  });

const unread = async (by: TestPerson) => (await by.call(countUnreadNotices)).count;

test("a member is notified of a decision, which is read once they mark it so; the note itself stays with the requirement", async () => {
  const { admin, coach } = await aCoachWhoOwes();
  const submission = await owedBy(coach);
  await send(submission);
  await decide(admin, submission, "The second page is missing.");
  await send(submission);
  await decide(admin, submission);
  const { data, next } = await coach.call(listNotices);
  expect(next).toBeNull();
  expect(data).toMatchObject([
    { kind: "decision", decision: "Approved", requirement: "Coach agreement", member: null, read: false },
    { kind: "decision", decision: "RejectedReset", requirement: "Coach agreement", read: false },
  ]);
  expect(JSON.stringify(data)).not.toContain("second page");
  expect(await unread(coach)).toBe(2);
  // The newest one came after what was read, so it stays unread.
  expect(await coach.call(readNotices, { body: { upTo: data[1]?.noticeId as string } })).toEqual({
    count: 1,
    more: false,
  });
  await coach.call(readNotices, { body: { upTo: data[0]?.noticeId as string } });
  expect(await unread(coach)).toBe(0);
  expect(await unread(admin)).toBe(0);
});

test("guardians are notified about their child by name, and no one can read another person's notices", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  Object.assign(org.labelIds, { Player: family.player });
  await org.aDocument(admin, { labels: ["Player" as never] });
  const child = await added(parent, family, { firstName: "Noa" });
  const submission = await owedBy({ ...parent, plaId: child.profileLevelAccessId });
  await send(submission);
  await decide(admin, submission);
  const { data } = await parent.call(listNotices);
  expect(data).toMatchObject([{ kind: "decision", decision: "Approved", member: "Noa" }]);
  const other = await org.aMember("northTeam", "Volunteer");
  expect((await other.call(listNotices)).data).toEqual([]);
  await other.call(readNotices, { body: { upTo: data[0]?.noticeId as string } });
  expect(await unread(parent)).toBe(1);
});

test("a decision that meets a refusal tells nobody", async () => {
  const { admin, coach } = await aCoachWhoOwes();
  const submission = await owedBy(coach);
  await send(submission);
  await decide(admin, submission);
  await expect(decide(admin, submission)).rejects.toThrow("409");
  expect(await unread(coach)).toBe(1);
});

test("pages follow one another without gaps, and more than 99 are shown as 99+", async () => {
  const { org, coach } = await aCoachWhoOwes();
  const facts = { rosterImportId: crypto.randomUUID(), state: "done", rows: 3 };
  const many = Array.from({ length: 120 }, (_, n) => ({
    to: coach.profileId,
    kind: "roster" as const,
    key: `r${n}`,
    facts,
  }));
  await org.asSystem((call) => notify(call, [...many, ...many]));
  expect(await coach.call(countUnreadNotices)).toEqual({ count: 99, more: true });
  const seen: string[] = [];
  for (let before: string | undefined; ; ) {
    const { data, next } = await coach.call(listNotices, { query: { perPage: 50, ...(before ? { before } : {}) } });
    seen.push(...data.map((one) => one.noticeId));
    if (next === null) break;
    before = next;
  }
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
  expect(seen).toEqual([...seen].sort().reverse());
});

test("old ones are forgotten after 90 days", async () => {
  const { org, coach } = await aCoachWhoOwes();
  const facts = { rosterImportId: crypto.randomUUID(), state: "done", rows: 3 };
  const old = new Date(Date.now() - 91 * 86_400_000);
  await org.asSystem(async (call) => {
    await notify({ ...call, now: old }, [{ to: coach.profileId, kind: "roster", key: "old", facts }]);
    await notify(call, [{ to: coach.profileId, kind: "roster", key: "new", facts }]);
  });
  await world.it.runSchedule("notices.forget");
  expect((await coach.call(listNotices)).data).toHaveLength(1);
});
