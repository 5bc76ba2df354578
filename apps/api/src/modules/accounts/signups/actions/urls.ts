import { randomBytes } from "node:crypto";
import type { BodyOf } from "@touchline/contract";
import type { createSignupUrl } from "@touchline/contract/accounts/signup-urls";
import { endOfDay } from "@touchline/rules";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invalid, notFound } from "../../../../errors.ts";
import { signupUrl, signupUrlToken } from "../../../../schema/accounts.ts";
import { label } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { tokenHash } from "../../../joining/index.ts";
import { authorizeGiving, withLocks } from "../../../people/index.ts";
import { type ShownSignupUrl, shownUrls, signupUrlById, tokenPlace, urlsBelow } from "../queries.ts";

/**
 * Creates a link by which anybody joins a level under a label.
 *
 * @throws NotFound, Forbidden; 400 for a label that carries a role, and for an end in the past.
 */
export async function makeSignupUrl(unlocked: Call, input: BodyOf<typeof createSignupUrl>): Promise<ShownSignupUrl> {
  const { levelId, labelId, endsOn, maxUses } = input;
  const call = await withLocks(unlocked);
  const place = await placeOf(call, levelId);
  authorize(call, "members.add", { levelPre: place.pre, roles: ["Individual"] });
  const [named] = await call.db
    .select({ role: label.role, givenBy: label.givenBy })
    .from(label)
    .where(and(ours(label, call), eq(label.labelId, labelId), isNull(label.archivedAt)));
  if (!named) throw notFound("role");
  if (named.role !== "Individual") {
    throw invalid(
      "labelId",
      "Anyone can share a sign-up link, so it can't give a role that sees other people. Add these people by name.",
    );
  }
  authorizeGiving(call, place.pre, named);
  const endsAt = endsOn === null ? null : new Date(endOfDay(endsOn, (await organizationFacts(call)).timeZone));
  if (endsAt !== null && endsAt <= call.now) throw invalid("endsOn", "Choose today or a later day.");
  const token = randomBytes(32).toString("base64url");
  const signupUrlId = newId();
  const { vault } = call.adapters;
  await call.db.insert(signupUrl).values({
    organizationId: call.organizationId,
    signupUrlId,
    levelId,
    labelId,
    sealedToken: vault.seal((await organizationFacts(call)).wrappedKey, tokenPlace(call, signupUrlId), token),
    endsAt,
    maxUses,
    createdBy: actingProfile(call),
    createdAt: call.now,
  });
  await call.db
    .insert(signupUrlToken)
    .values({ organizationId: call.organizationId, tokenHash: tokenHash(token), signupUrlId });
  await audit(call, [
    { action: "signupUrl.added", subjectId: signupUrlId, levelId, facts: { labelId, endsOn, maxUses } },
  ]);
  return shownById(call, signupUrlId);
}

/** Lists the links of a level and of everything below it. @throws NotFound, Forbidden */
export async function listSignupUrls(call: Call, levelId: string, paging: { page: number; perPage: number }) {
  const place = await placeOf(call, levelId);
  authorize(call, "members.add", { levelPre: place.pre, roles: ["Individual"] });
  return urlsBelow(call, place, paging);
}

/** Revokes a link permanently. Repeating it changes nothing. @throws NotFound, Forbidden */
export async function revokeSignupUrl(unlocked: Call, signupUrlId: string): Promise<void> {
  const call = await withLocks(unlocked);
  const found = await signupUrlById(call, signupUrlId);
  if (!found) throw notFound("signupLink");
  authorize(call, "members.add", { levelPre: found.levelPre, roles: ["Individual"] });
  const revoked = await call.db
    .update(signupUrl)
    .set({ revokedAt: call.now, revokedBy: actingProfile(call) })
    .where(and(ours(signupUrl, call), eq(signupUrl.signupUrlId, signupUrlId), isNull(signupUrl.revokedAt)))
    .returning({ signupUrlId: signupUrl.signupUrlId, levelId: signupUrl.levelId, labelId: signupUrl.labelId });
  await audit(call, revoked.map(revokedEntry));
}

const revokedEntry = ({ signupUrlId, levelId, labelId }: { signupUrlId: string; levelId: string; labelId: string }) =>
  ({ action: "signupUrl.revoked", subjectId: signupUrlId, levelId, facts: { labelId } }) as const;

/** Revokes every link of levels that are about to be deleted. The caller authorizes. */
export async function revokeUrlsOf(call: Call, levelIds: readonly string[]): Promise<void> {
  const revoked = await call.db
    .update(signupUrl)
    .set({ revokedAt: call.now, revokedBy: actingProfile(call) })
    .where(and(ours(signupUrl, call), inArray(signupUrl.levelId, [...levelIds]), isNull(signupUrl.revokedAt)))
    .returning({ signupUrlId: signupUrl.signupUrlId, levelId: signupUrl.levelId, labelId: signupUrl.labelId });
  await audit(call, revoked.map(revokedEntry));
}

async function shownById(call: Call, signupUrlId: string): Promise<ShownSignupUrl> {
  const found = await signupUrlById(call, signupUrlId);
  const [result] = found ? await shownUrls(call, [found]) : [];
  if (!result) throw notFound("signupLink");
  return result;
}

async function placeOf(call: Call, levelId: string) {
  const [place] = await call.db
    .select({ pre: level.pre, last: level.last })
    .from(level)
    .where(and(ours(level, call), eq(level.levelId, levelId), isNull(level.archivedAt)));
  if (!place) throw notFound("level");
  return place;
}
