import { listLinkedSignIns, unlinkSignIn } from "@touchline/contract/accounts/partner-sign-in";
import { expect, test } from "vitest";
import { aWorld } from "../../../../test/world.ts";
import { notifySignInLinked } from "./actions/linked.ts";

const world = aWorld();

/** As a partner's sign-in leaves it; the sign-in itself is the identity service's, and tested there. */
async function link(sub: string, subject: string): Promise<void> {
  await world.it.identityPool.query(
    `insert into identity.federated_identity (federated_identity_id, issuer, subject, sub, linked_at)
     values (gen_random_uuid(), 'https://login.club.example/identity', $1, $2, now())`,
    [subject, sub],
  );
}

test("somebody sees which partners' sign-ins lead to the account, and disconnects one; nobody else's can be", async () => {
  const org = await world.it.anOrganization();
  const [coach, other] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("northTeam", "Head Coach")];
  await link(coach.appUserId, "one");
  const { linked, hasPassword } = await coach.call(listLinkedSignIns);
  expect(linked).toEqual([{ id: expect.any(String), name: "login.club.example", linkedAt: expect.any(String) }]);
  expect(hasPassword).toBe(true);
  expect(await other.call(listLinkedSignIns)).toMatchObject({ linked: [] });
  const params = { id: linked[0]?.id ?? "" };
  expect((await other.ask(unlinkSignIn, { params })).status).toBe(404);
  await coach.call(unlinkSignIn, { params });
  expect((await coach.call(listLinkedSignIns)).linked).toEqual([]);
  expect((await coach.ask(unlinkSignIn, { params })).status).toBe(404);
});

test("the owner of an account is emailed when a partner's sign-in is linked to it", async () => {
  const coach = await (await world.it.anOrganization()).aMember("northTeam", "Head Coach");
  const { tenancy, adapters, identity } = world.it;
  await notifySignInLinked({ tenancy, adapters, identity, now: () => new Date() }, coach.appUserId, "City Club");
  const { rows } = await world.it.database.pool.query("SELECT kind FROM account_mail WHERE app_user_id = $1", [
    coach.appUserId,
  ]);
  expect(rows).toEqual([{ kind: "partnerLinked" }]);
});

test("the last way in stays, and the refusal says what to do first", async () => {
  const org = await world.it.anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  await link(coach.appUserId, "two");
  const { linked } = await coach.call(listLinkedSignIns);
  await world.it.identityPool.query("update identity.account set password_hash = null where sub = $1", [
    coach.appUserId,
  ]);
  const refused = await coach.ask(unlinkSignIn, { params: { id: linked[0]?.id ?? "" } });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ reason: "lastWayIn", message: expect.stringMatching(/set a password/) });
});
