import { randomUUID } from "node:crypto";
import type { BodyInput } from "@touchline/contract";
import { confirmEmail } from "@touchline/contract/accounts/accounts";
import { createSignupUrl } from "@touchline/contract/accounts/signup-urls";
import { endGuardianship, getFamily } from "@touchline/contract/joining/families";
import { getActivation, registerAccount } from "@touchline/contract/joining/invitations";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { addMember, listProfiles } from "@touchline/contract/people/profiles";
import { expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aWorld } from "../../../../test/world.ts";
import { addGuardian } from "../../joining/families/actions/guardians.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";

const world = aWorld();
const passphrase = "kick off at half past nine";
let people = 0;
const anAddress = () => `was.known.${++people}@example.org`;

type Registering = Partial<BodyInput<typeof registerAccount>>;

async function setting() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { path } = await admin.call(createSignupUrl, {
    body: { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"] },
  });
  const token = new URL(path, "http://any").searchParams.get("token") as string;
  const members = async () => {
    const { data } = await admin.call(listMembers, { params: { id: org.levels.north }, query: {} });
    return data.map((one) => `${one.fullName}: ${one.overallStatus}`).sort();
  };
  /** Somebody with an address, added by the administrator and invited by it. */
  const waits = (email: string, lastName = "Núñez", level: "northTeam" | "otherTeam" = "otherTeam") =>
    admin.call(addMember, {
      body: {
        levelId: org.levels[level],
        labelId: org.labelIds["Head Coach"],
        person: { firstName: "Ana", lastName, email, dateOfBirth: null },
      },
    });
  const signUp = (email: string, more: Registering = {}) =>
    ask(world.it.base, null, registerAccount, {
      body: {
        token,
        email,
        attempt: randomUUID(),
        password: passphrase,
        firstName: "ana",
        lastName: "Nunez",
        ...more,
      },
    });
  const joinAs = (bearer: string, more: Registering = {}) =>
    ask(world.it.base, bearer, registerAccount, { body: { token, ...more } });
  return { org, admin, token, members, waits, signUp, joinAs };
}

async function confirmed(email: string) {
  const [link] = await world.it.linksTo(email, "/confirm-email");
  expect(
    (await ask(world.it.base, null, confirmEmail, { body: { token: link as string, password: passphrase } })).status,
  ).toBe(204);
  return world.it.signIn(email, passphrase);
}

test("an invited person who signs up by a URL is recognized once the address is confirmed, and not before", async () => {
  const { admin, members, waits, signUp } = await setting();
  const email = anAddress();
  const added = await waits(email);
  const { body } = await signUp(email.toUpperCase());
  expect(await members()).toEqual(["Ana Núñez: NotActivated", "ana Nunez: NotConfirmed"]);
  const bearer = await confirmed(email.toUpperCase());
  expect(await members()).toEqual(["Ana Núñez: NoRequirements", "Ana Núñez: NoRequirements"]);
  const mine = await ask(world.it.base, bearer, listProfiles, { query: { AppUserId: body.appUserId } });
  expect(mine.body.map((one) => one.profileId)).toEqual([added.profileId]);
  const activation = await admin.call(getActivation, { params: { id: added.profileLevelAccessId } });
  expect(activation.acceptedAt).not.toBeNull();
});

test("the place that both have is there once", async () => {
  const { members, waits, signUp } = await setting();
  const email = anAddress();
  await waits(email, "Núñez", "northTeam");
  await signUp(email);
  await confirmed(email);
  expect(await members()).toEqual(["Ana Núñez: NoRequirements"]);
});

test("a child that came with them is theirs; one that was there already is not there twice", async () => {
  const { org, members, waits, signUp } = await setting();
  const email = anAddress();
  const { profileId } = await waits(email);
  await org.asSystem(async (call) => {
    const child = { firstName: "Mina", lastName: "Up", email: null, dateOfBirth: "2016-03-01" };
    await addGuardian(call, { guardianProfileId: profileId, childProfileId: await createProfile(call, child, null) });
  });
  const born = { lastName: "Up", dateOfBirth: "2016-03-01" };
  const attempt = randomUUID();
  const { body } = await signUp(email, { attempt, child: { firstName: "MINA", ...born } });
  await signUp(email, { attempt, child: { firstName: "Otto", ...born } });
  expect(body.appUserId).toBeTruthy();
  const bearer = await confirmed(email);
  const { children } = (await ask(world.it.base, bearer, getFamily)).body;
  expect(children.map((one) => one.firstName).sort()).toEqual(["Mina", "Otto"]);
  expect(await members()).toEqual(["Ana Núñez: NoRequirements", "Mina Up: NoRequirements", "Otto Up: NoRequirements"]);
});

test("another name at the same address is another person, and so is a child with a parent's address", async () => {
  const { org, members, waits, signUp } = await setting();
  const email = anAddress();
  await waits(email, "Someone-Else");
  await org.asSystem((call) =>
    createProfile(call, { firstName: "Ana", lastName: "Núñez", email, dateOfBirth: "2016-03-01" }, null),
  );
  await signUp(email);
  await confirmed(email);
  expect(await members()).toEqual(["Ana Someone-Else: NotActivated", "ana Nunez: NoRequirements"]);
});

test("somebody who signs in with a confirmed account takes up what waits for its address at once", async () => {
  const { members, waits, joinAs } = await setting();
  const other = await world.it.anOrganization();
  const coach = await other.aMember("northTeam", "Volunteer");
  const added = await waits(coach.email);
  const bearer = await world.it.signIn(coach.email);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => joinAs(bearer, { firstName: "Ana", lastName: "Núñez" })),
  );
  expect(new Set(answers.map((one) => one.body.profileId))).toEqual(new Set([added.profileId]));
  expect(await members()).toEqual(["Ana Núñez: NoRequirements", "Ana Núñez: NoRequirements"]);
});

test("a child's claim that nobody could confirm goes when the owner of the address signs the child up", async () => {
  const { members, signUp, joinAs } = await setting();
  const other = await world.it.anOrganization();
  const parent = await other.aMember("northTeam", "Volunteer");
  const child = { firstName: "Mina", lastName: "Up", dateOfBirth: "2016-03-01" };
  await signUp(parent.email, { child });
  expect(await members()).toEqual(["Mina Up: NotConfirmed"]);
  const bearer = await world.it.signIn(parent.email);
  await joinAs(bearer, { firstName: "Vera", lastName: "Visitor", child });
  expect(await members()).toEqual(["Mina Up: NoRequirements"]);
});

test("whose guardianship was ended doesn't reach that child by a sign-up URL anymore", async () => {
  const { org, admin, joinAs } = await setting();
  const parent = await org.aMember("northTeam", "Volunteer");
  const bearer = await world.it.signIn(parent.email);
  const child = { firstName: "Mina", lastName: "Up", dateOfBirth: "2016-03-01" };
  await joinAs(bearer, { child });
  const [first] = (await parent.call(getFamily)).children;
  const childProfileId = first?.profileId as string;
  await admin.call(endGuardianship, {
    body: { childProfileId, guardianProfileId: parent.profileId, reason: "The court decided so." },
  });
  const { path } = await admin.call(createSignupUrl, {
    body: { levelId: org.levels.southClub, labelId: org.labelIds["Head Coach"] },
  });
  const token = new URL(path, "http://any").searchParams.get("token") as string;
  await ask(world.it.base, bearer, registerAccount, { body: { token, child } });
  const { data } = await admin.call(listMembers, { params: { id: org.levels.south }, query: {} });
  expect(data.map((one) => one.profileId)).not.toContain(childProfileId);
});
