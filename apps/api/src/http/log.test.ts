import { createContent } from "@touchline/contract/library/content";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { addMember } from "@touchline/contract/people/profiles";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import { expect, test } from "vitest";
import { aPdf, aWorld, password } from "../../test/world.ts";

const world = aWorld();

test("the log tells what was asked and how it went, and nothing of whom it was about", async () => {
  const org = await world.it.anOrganization("Plantedorg");
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { base } = world.it;
  const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });
  const wrong = {
    client_id: "touchline-web",
    grant_type: "password",
    username: coach.email,
    password: "planted-guess",
  };
  expect((await fetch(`${base}/identity/connect/token`, form(wrong))).status).toBe(400);
  const token = await world.it.signIn(coach.email);

  await org.aDocument(admin);
  const { levelId, labelId } = { levelId: org.levels.north, labelId: org.labelIds.Volunteer };
  const person = {
    firstName: "Plantedname",
    lastName: "Plantedlast",
    email: "planted@clubs.example",
    dateOfBirth: null,
  };
  await admin.call(addMember, { body: { levelId, labelId, person } });
  await admin.ask(listMembers, { params: { id: org.levels.root }, query: { search: "plantedsearch" } });
  const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  const sent = await coach.ask(completeDocument, {
    params: { id: requirements[0]?.requirementId as string },
    body: { profileLevelAccessId: coach.plaId },
    files: [aPdf("planted-file.pdf")],
  });
  expect(sent.status).toBe(200);
  // Failures of every kind: a refusal, an invalid body, an error of the database that repeats its values.
  await admin.ask(createContent, {
    body: { type: 0, name: "plantedcontent\0", description: "", levelId: org.levels.root },
  });
  await fetch(`${base}/api/app/planted-path?planted=query`, { headers: { authorization: "Bearer plantedtoken" } });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  await fetch(`${base}/api/app/content`, { method: "POST", headers, body: "{planted" });

  const text = world.it.logs.filter((line) => !line.includes("Server listening")).join("");
  expect(text).toContain('"route":"/api/app/hierarchy-level/:id/members"');
  expect(text).toContain('"status":200');
  const planted = [
    /planted/i,
    coach.email,
    password,
    token,
    token.split(".")[2] ?? "-",
    "127.0.0.1",
    "Número",
    "search=",
  ];
  for (const value of planted) {
    if (typeof value === "string") expect(text).not.toContain(value);
    else expect(text).not.toMatch(value);
  }
});
