import { chatToken } from "@touchline/contract/accounts/chat";
import { saveOrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { selectOrganization } from "@touchline/contract/accounts/organizations";
import { and, eq } from "drizzle-orm";
import { jwtVerify } from "jose";
import { afterEach, expect, test } from "vitest";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { intercomChat } from "../../../adapters/chat/intercom.ts";
import { ours } from "../../../database/tenancy.ts";
import { profile } from "../../../schema/people.ts";

const secret = "a messenger secret that is long enough";
const world = aWorld();
const openChat = () => Object.assign(world.it.adapters, { chat: intercomChat(secret) });
afterEach(() => Object.assign(world.it.adapters, { chat: null }));

async function aCoach() {
  const org = await world.it.anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const offered = async (who: TestPerson = coach) =>
    (await who.call(selectOrganization, { params: { id: org.organizationId } })).chatAllowed;
  const bornOn = (dateOfBirth: string | null) =>
    org.asSystem((call) =>
      call.db
        .update(profile)
        .set({ dateOfBirth })
        .where(and(ours(profile, call), eq(profile.profileId, coach.profileId))),
    );
  return { org, coach, offered, bornOn };
}

test("without a chat nobody is offered it, and nobody gets a token", async () => {
  const { coach, offered } = await aCoach();
  expect(await offered()).toBe(false);
  expect(await coach.ask(chatToken)).toMatchObject({ status: 403, body: { reason: "noChat" } });
});

test("an adult's token names the account alone, is signed with the messenger's secret, and ends after an hour", async () => {
  openChat();
  const { coach, offered } = await aCoach();
  expect(await offered()).toBe(true);
  const { intercom_user_jwt } = await coach.call(chatToken);
  const { payload, protectedHeader } = await jwtVerify(intercom_user_jwt, new TextEncoder().encode(secret));
  expect(protectedHeader.alg).toBe("HS256");
  expect(Object.keys(payload).sort()).toEqual(["exp", "iat", "user_id"]);
  expect(payload.user_id).toBe(coach.appUserId);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
});

test("a minor, and somebody whose date of birth is unknown, get it only where an administrator allowed it for minors", async () => {
  openChat();
  const { org, coach, offered, bornOn } = await aCoach();
  const admin = await org.aMember("root", "Administrator");
  for (const born of ["2012-03-04", null]) {
    await bornOn(born);
    expect(await offered()).toBe(false);
    expect(await coach.ask(chatToken)).toMatchObject({ status: 403, body: { reason: "noChatForMinors" } });
  }
  const settings = { params: { id: org.organizationId }, body: { chatForMinors: true } };
  expect((await coach.ask(saveOrganizationSettings, settings)).status).toBe(403);
  expect((await admin.call(saveOrganizationSettings, settings)).chatForMinors).toBe(true);
  expect(await offered()).toBe(true);
  expect((await coach.ask(chatToken)).status).toBe(200);
});
