import { listLabels } from "@touchline/contract/accounts/organizations";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { listLevelRoles, listProfiles } from "@touchline/contract/people/profiles";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import { describe, expect, test } from "vitest";
import { ask } from "../../test/http.ts";
import { aPdf, aWorld, password } from "../../test/world.ts";

const world = aWorld();

describe("every call", () => {
  test("without a valid token answers 401, whatever it asks for", async () => {
    const id = "018f0000-0000-7000-8000-000000000000";
    const forged = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(`{"sub":"${id}"}`).toString("base64url")}.`;
    for (const token of [null, "nonsense", forged]) {
      const answer = await ask(world.it.base, token, listRequirements, { params: { plaId: id } });
      expect(answer).toMatchObject({ status: 401, body: { code: "unauthenticated", status: 401 } });
      expect(answer.headers.get("content-type")).toContain("application/problem+json");
    }
  });

  test("reads query names without regard to case, and counts a trailing slash as the same path", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const token = await world.it.signIn(admin.email);
    const get = async (path: string) => {
      const answer = await fetch(`${world.it.base}${path}`, { headers: { authorization: `Bearer ${token}` } });
      return { status: answer.status, body: (await answer.json()) as { pagination: unknown } };
    };
    const members = `/api/app/hierarchy-level/${org.levels.root}/members`;
    expect((await get(`${members}?PERPAGE=7&Page=1`)).body.pagination).toMatchObject({
      page: 1,
      perPage: 7,
      totalRecords: 1,
    });
    expect((await get(`${members}/?perpage=7`)).status).toBe(200);
    expect((await get(`/api/app/profile?appuserid=${admin.appUserId}`)).status).toBe(200);
  });

  test("refuses a query name that it does not have, and says which", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aMember("northTeam", "Head Coach");
    const token = await world.it.signIn(admin.email);
    const get = async (path: string, bearer: string | null = token) => {
      const headers = bearer ? { authorization: `Bearer ${bearer}` } : {};
      const answer = await fetch(`${world.it.base}${path}`, { headers });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const members = `/api/app/hierarchy-level/${org.levels.root}/members`;
    const refused = await get(`${members}?requirementStatus=4&PerPage=5`);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: "requirementStatus" }] } });
    expect(refused.body.message).toBe('This call doesn\'t have the query parameter "requirementStatus".');
    expect((await get(`${members}?page[]=1`)).status).toBe(400);
    expect((await get("/api/app/label?page=1")).status).toBe(400);
    expect((await get("/api/app/invitation/next-step-from-token?token=x&tokens=y", null)).status).toBe(400);
    expect((await get(`${members}?page=1&PAGE=2`)).status).toBe(400);
  });

  test("takes a list in a query as a name repeated, with or without brackets", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aMember("northTeam", "Head Coach");
    await org.aMember("northTeam", "Volunteer");
    const token = await world.it.signIn(admin.email);
    const { "Head Coach": coach, Volunteer: volunteer } = org.labelIds;
    for (const [query, expected] of [
      [`labels[]=${coach}`, 1],
      [`labels=${coach}&labels=${volunteer}`, 2],
      [`labels[]=${coach}&LABELS[]=${volunteer}`, 2],
      [`labels%5B%5D=${coach}&labels=${volunteer}`, 2],
      ["requirementStatuses[]=4", 0],
    ] as const) {
      const answer = await fetch(`${world.it.base}/api/app/hierarchy-level/${org.levels.root}/members?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const body = (await answer.json()) as { pagination: { totalRecords: number } };
      expect(body.pagination.totalRecords, query).toBe(expected);
    }
  });

  test("refuses fields it does not know, and says which", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const answer = await admin.ask(createContent, {
      body: { type: 0, name: "x", description: "", levelId: org.levels.root, isPlatform: true } as never,
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "isPlatform" }] } });
  });

  test("refuses what the database could not store as it is: NUL and lone surrogates", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    for (const name of ["a\0b", "a\ud800b"]) {
      const body = { type: 0 as const, name, description: "", levelId: org.levels.root };
      expect(await admin.ask(createContent, { body })).toMatchObject({ status: 400, body: { code: "invalid" } });
    }
  });

  test("refuses what is nested without end", async () => {
    const org = await world.it.anOrganization();
    const token = await world.it.signIn((await org.aMember("root", "Administrator")).email);
    const answer = await fetch(`${world.it.base}/api/app/content`, {
      method: "POST",
      body: "[".repeat(200_000) + "]".repeat(200_000),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    expect(answer.status).toBe(400);
  });

  test("names the field that is wrong, and how", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { contentId } = await org.aDocument(admin);
    const answer = await admin.ask(assignContent, {
      params: { id: contentId },
      body: {
        contentAssignments: [
          { levelId: org.levels.root, includeBelow: true, labelIds: [], mandatory: true, dueDate: "2026-02-30" },
        ],
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((one) => one.path)).toEqual([
      "contentAssignments.0.labelIds",
      "contentAssignments.0.dueDate",
    ]);
    expect(answer.body.errors[0]?.message).toBe("Choose at least one role.");
  });

  test("answers broken JSON, other content types and ids that are none with 4xx in the same shape", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const token = await world.it.signIn(admin.email);
    const post = (body: string, type: string) =>
      fetch(`${world.it.base}/api/app/content`, {
        method: "POST",
        body,
        headers: { authorization: `Bearer ${token}`, "content-type": type },
      });
    const answers = [await post("{", "application/json"), await post("{}", "text/plain")];
    expect(answers.map((answer) => answer.status)).toEqual([400, 415]);
    for (const answer of answers) expect(Object.keys((await answer.json()) as object)).toContain("message");
    expect((await admin.ask(listRequirements, { params: { plaId: "not-an-id" } })).status).toBe(400);
    expect((await fetch(`${world.it.base}/api/app/no-such-call`)).status).toBe(404);
  });

  test("tells nobody about another account", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    expect((await coach.ask(listProfiles, { query: { AppUserId: admin.appUserId } })).status).toBe(404);
    const own = await coach.call(listProfiles, { query: { AppUserId: coach.appUserId } });
    expect(own.map((one) => one.profileId)).toEqual([coach.profileId]);
  });
});

test("level roles are an empty list before a profile is chosen, and other calls still ask for one", async () => {
  const email = "nobody.yet@club.example";
  await world.it.accounts.create({ email, password });
  const token = await world.it.signIn(email);
  expect(await ask(world.it.base, token, listLevelRoles)).toMatchObject({ status: 200, body: [] });
  expect(await ask(world.it.base, token, listLabels)).toMatchObject({ status: 403, body: { reason: "noProfile" } });
  expect((await ask(world.it.base, null, listLevelRoles)).status).toBe(401);
});

test("no answer has a validator's own words", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await org.aDocument(admin);
  const params = { id: contentId };
  const answers = [
    await admin.ask(createContent, { body: {} as never }),
    await admin.ask(createContent, { body: undefined as never }),
    await admin.ask(createContent, { body: { type: 99, name: 5, description: null, levelId: "x" } as never }),
    await admin.ask(assignContent, { params, body: { contentAssignments: "all" } as never }),
    await admin.ask(listRequirements, { params: { plaId: "not-an-id" } }),
    await admin.ask(listProfiles, { query: {} }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toMatch(/Invalid|expected|received|Unrecognized|Too (big|small)/);
  }
  expect(answers[0]?.body.errors[0]).toEqual({ path: "type", message: "This is required." });
});

describe("an upload", () => {
  async function upload(files: File[], fields: Record<string, string> = {}) {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin);
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const params = { id: requirements[0]?.requirementId as string };
    const body = { profileLevelAccessId: coach.plaId, ...fields };
    const answer = await coach.ask(completeDocument, { params, body, files });
    const after = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    return { answer, status: after.requirements[0]?.status };
  }
  const file = (content: string | Buffer<ArrayBuffer>, name: string) => new File([content], name);

  test.each([
    ["a page that calls itself PDF", file("<html><script>alert(1)</script></html>", "agreement.pdf"), 415],
    ["an image that calls itself PDF", file(Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "a.pdf"), 415],
    ["a kind that is not accepted", file("hello", "agreement.exe"), 415],
    ["a kind that this content does not accept", file("hello", "agreement.txt"), 415],
    ["no ending at all", file("%PDF-1.4", "agreement"), 415],
    ["nothing in it", file("", "agreement.pdf"), 415],
    ["more than 25 MB", file(Buffer.alloc(25 * 1024 * 1024 + 1, "%PDF-1.4 "), "agreement.pdf"), 413],
  ])("with %s is refused, and nothing changes", async (_name, one, status) => {
    const { answer, status: after } = await upload([one]);
    expect(answer.status).toBe(status);
    expect(answer.body.message.length).toBeGreaterThan(20);
    expect(after).toBe(0);
  });

  test("without a file, with a day in the future, or with more than five files is refused", async () => {
    expect((await upload([])).answer).toMatchObject({ status: 400, body: { errors: [{ path: "file" }] } });
    const future = await upload([aPdf()], { completedDate: "2999-01-01" });
    expect(future.answer).toMatchObject({ status: 400, body: { errors: [{ path: "completedDate" }] } });
    expect((await upload(Array.from({ length: 6 }, () => aPdf()))).answer.status).toBe(413);
  });

  test("keeps a name of any script, and no folder of it", async () => {
    const { answer } = await upload([aPdf("../../etc/Zeugnis für 小明.PDF")]);
    expect(answer.status).toBe(200);
  });
});
