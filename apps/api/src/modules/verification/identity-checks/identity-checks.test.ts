import { RequirementStatus } from "@touchline/contract";
import { listAudit } from "@touchline/contract/reporting/audit";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import {
  getIdentityVerification,
  sendIdentityVerification,
  signIdentityRelease,
} from "@touchline/contract/verification/identity";
import { getIdentitySettings, saveIdentitySettings } from "@touchline/contract/verification/identity-settings";
import { imageCodes } from "@touchline/contract/vision";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import {
  alike,
  documentRead,
  faceRead,
  identityAsked,
  passportFields,
  reader,
  submittedWithSelfie,
} from "../../../../test/identities.ts";
import { aPdf, aWorld } from "../../../../test/world.ts";
import { noVision } from "../../../adapters/vision/builtin.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
  Object.assign(world.it.adapters, { vision: noVision });
});
const reads = (answers: Parameters<typeof reader>[0] = {}) =>
  Object.assign(world.it.adapters, { vision: reader(answers) });

describe("with a selfie", () => {
  test("the machine never approves: everything matching still waits for a reviewer, who sees the score in words", async () => {
    reads();
    const { director, child } = await identityAsked(world.it);
    const noa = await child();
    expect((await submittedWithSelfie(noa)).status).toBe(200);
    expect((await noa.page()).status).toBe("PendingVerification");
    await world.it.drainJobs();
    expect((await noa.page()).status).toBe("PendingReview");
    const seen = await noa.compared();
    expect(seen).toMatchObject({ route: "selfie", score: "likelySame", scoreText: "Likely the same", reasons: [] });
    const [front] = seen?.images ?? [];
    expect(seen?.fields).toContainEqual({
      ...{ field: "lastName", value: "LITTLE", imageId: front?.imageId, profile: "Little", fit: "same" },
      box: { x: 0.1, y: 0.2, width: 0.3, height: 0.05 },
    });
    expect(seen?.fields).toContainEqual(expect.objectContaining({ field: "documentNumber", value: "4821" }));
    const review = { requirementId: noa.requirementId, reviewDecision: "Approved", reviewNotes: "" } as const;
    await director.call(reviewRequirement, { params: { plaId: noa.profileLevelAccessId }, body: review });
    expect((await noa.page()).status).toBe("ClearedReview");
  });

  test("the machine never refuses anybody: faces that differ wait for a reviewer too, with what differs", async () => {
    reads({ compare: [alike("differs")], document: [documentRead({ ...passportFields, lastName: "STONE" })] });
    const noa = await (await identityAsked(world.it)).child();
    await submittedWithSelfie(noa);
    await world.it.drainJobs();
    expect(await noa.status()).toBe(RequirementStatus.PendingReview);
    const { score, reasons } = (await noa.compared()) ?? {};
    expect(score).toBe("likelyNot");
    expect(reasons?.map(({ code }) => code)).toEqual(["faceDiffers", "nameDiffers"]);
  });

  test.each(imageCodes)("a selfie is answered with the code %s", async (code) => {
    reads({ face: [faceRead(code)] });
    const noa = await (await identityAsked(world.it)).child();
    await noa.sign();
    await noa.start("selfie");
    const { body } = await noa.report("selfie");
    expect(body.image).toMatchObject({ code, state: code === "None" ? "accepted" : "refused", toPerson: false });
    expect(body.image.message === null).toBe(code === "None");
    expect(body.progress.missing).toEqual(code === "None" ? ["front"] : ["front", "selfie"]);
  });

  test("two tries with glasses or coverings lead to a person, and so do three with anything else", async () => {
    reads({ face: [faceRead("SunglassesDetected"), faceRead("FaceOccluded")] });
    const { child } = await identityAsked(world.it);
    const noa = await child();
    await noa.sign();
    await noa.start("selfie");
    expect((await noa.report("selfie")).body.image.state).toBe("refused");
    const second = (await noa.report("selfie")).body;
    expect(second.image).toMatchObject({ state: "accepted", toPerson: true, code: "FaceOccluded" });
    await noa.report("front");
    expect((await noa.submit()).status).toBe(200);
    await world.it.drainJobs();
    expect((await noa.compared())?.reasons.map(({ code }) => code)).toEqual(["selfieNotChecked"]);
    reads({ face: [faceRead("NoFaceDetected"), faceRead("HeadNotFocused"), faceRead("Other")] });
    const mia = await child("Mia");
    await mia.sign();
    await mia.start("selfie");
    const states = [];
    for (let tries = 0; tries < 3; tries += 1) states.push((await mia.report("selfie")).body.image.state);
    expect(states).toEqual(["refused", "refused", "accepted"]);
  });

  test("a busy reader loses nothing: the picture waits, is checked later, and can be submitted in the meantime", async () => {
    const busy = { status: "busy" } as const;
    reads({ face: [busy], document: [busy], compare: [busy] });
    const noa = await (await identityAsked(world.it)).child();
    await noa.sign();
    await noa.start("selfie");
    const { image } = (await noa.report("selfie")).body;
    expect(image).toMatchObject({ state: "checking", code: null });
    expect(image.message).toMatch(/saved/);
    await noa.report("front");
    expect((await noa.submit()).status).toBe(200);
    await world.it.drainJobs();
    expect(await noa.status()).toBe(RequirementStatus.WaitingOnProvider);
    reads();
    world.it.clock.shift = 120_000;
    await world.it.drainJobs();
    expect((await noa.progress()).images.map(({ state, code }) => [state, code])).toEqual([
      ["accepted", "None"],
      ["accepted", null],
    ]);
    expect((await noa.compared())?.score).toBe("likelySame");
  });

  test("a reader that fails on every picture leaves all of it to a person", async () => {
    const failed = { status: "failed", reason: "tooSlow" } as const;
    reads({ face: [failed], document: [failed], compare: [failed] });
    const noa = await (await identityAsked(world.it)).child();
    await submittedWithSelfie(noa);
    await world.it.drainJobs();
    expect((await noa.page()).status).toBe("PendingReview");
    expect((await noa.compared())?.reasons.map(({ code }) => code)).toEqual(["notRead"]);
  });
});

describe("the photo of a document", () => {
  test("is refused once when it is blurry, with what to do, and goes to a person the second time", async () => {
    reads({ document: [documentRead(null, { blur: { edgeWidth: 9, level: "blurry" } })] });
    const noa = await (await identityAsked(world.it)).child();
    await noa.start("documents");
    expect((await noa.report("front")).body.image.state).toBe("checking");
    await world.it.drainJobs();
    const first = await noa.progress();
    expect(first.images).toMatchObject([{ state: "refused", message: expect.stringMatching(/blurry/) }]);
    expect(first).toMatchObject({ missing: ["front"], ready: false });
    expect((await noa.submit()).body.reason).toBe("picturesMissing");
    await noa.report("front");
    await world.it.drainJobs();
    expect(await noa.progress()).toMatchObject({ images: [{ state: "accepted", toPerson: true }], ready: true });
  });

  test("an ID needs both sides, and a passport's number that came with another person is noticed", async () => {
    reads();
    const { child } = await identityAsked(world.it);
    const [noa, mia] = [await child(), await child("Mia")];
    await noa.start("documents", 2);
    expect((await noa.progress()).missing).toEqual(["front", "back"]);
    for (const kind of ["front", "back"] as const) await noa.report(kind);
    await noa.submit();
    await mia.start("documents");
    await mia.report("front");
    await mia.submit();
    await world.it.drainJobs();
    expect((await mia.compared())?.reasons.map(({ code }) => code)).toEqual([
      "anothersDocument",
      "relativesDocument",
      "nameDiffers",
      "documentsOnly",
    ]);
  });
});

describe("without a selfie", () => {
  test("documents alone and in person end the same: a reviewer approves, and it is cleared", async () => {
    reads();
    const { director, child } = await identityAsked(world.it, { selfies: false });
    for (const route of ["documents", "inPerson"] as const) {
      const one = await child(route === "documents" ? "Noa" : "Mia");
      const page = await one.page();
      expect(page).toMatchObject({ routes: ["documents", "inPerson"], release: null, readsPictures: true });
      await one.start(route, route === "inPerson" ? null : 1);
      if (route === "documents") await one.report("front");
      expect((await one.submit()).status).toBe(200);
      await world.it.drainJobs();
      expect((await one.compared())?.route).toBe(route);
      // In person there are no pictures to erase.
      expect((await one.page()).erasable).toBe(route === "documents");
      const review = { requirementId: one.requirementId, reviewDecision: "Approved", reviewNotes: "" } as const;
      await director.call(reviewRequirement, { params: { plaId: one.profileLevelAccessId }, body: review });
      expect([await one.status(), (await one.page()).status]).toEqual([RequirementStatus.Completed, "ClearedReview"]);
    }
  });

  test("where no reader runs the page says so, and every picture goes to a person", async () => {
    const noa = await (await identityAsked(world.it)).child();
    expect(await noa.page()).toMatchObject({ readsPictures: false, notice: expect.stringMatching(/reviewer/) });
    expect((await submittedWithSelfie(noa)).status).toBe(200);
    expect((await noa.page()).status).toBe("PendingReview");
    expect((await noa.compared())?.reasons.map(({ code }) => code)).toEqual(["notRead"]);
  });

  test("files that are submitted by hand take the place of what was started", async () => {
    const { child, parent } = await identityAsked(world.it);
    const noa = await child();
    await noa.start("documents");
    await noa.report("front");
    const { profileLevelAccessId, on } = noa;
    const body = { profileLevelAccessId, document: 1 };
    await parent.call(sendIdentityVerification, { params: on.params, body, files: [aPdf()] });
    expect(await noa.compared()).toBeNull();
    expect(await noa.page()).toMatchObject({ progress: null, erasable: true, status: "PendingReview" });
  });
});

describe("duty of care", () => {
  test("selfies are off unless an Admin turns them on, and nobody takes one before", async () => {
    const { admin, director, child } = await identityAsked(world.it, { selfies: false });
    const noa = await child();
    expect(await noa.refusal("selfie")).toBe("noSelfies");
    expect(await admin.call(getIdentitySettings)).toEqual({
      ...{ selfies: false, keepDays: 30, kindergarten: null, kindergartenByState: [], version: 0, notice: null },
    });
    const body = { selfies: true, keepDays: 10, version: 0 };
    expect((await director.ask(saveIdentitySettings, { body })).status).toBe(403);
    expect(await admin.call(saveIdentitySettings, { body })).toMatchObject({ ...body, kindergarten: null, version: 1 });
    expect((await admin.ask(saveIdentitySettings, { body })).body.reason).toBe("concurrentChange");
    expect((await noa.page()).routes).toEqual(["selfie", "documents", "inPerson"]);
  });

  test("a selfie needs the release, signed by the guardian with their own name, in the version in force", async () => {
    const { admin, child } = await identityAsked(world.it);
    const noa = await child();
    const { release } = await noa.page();
    for (const law of ["740 ILCS 14", "503.001", "19.375 RCW", "30 days"]) expect(release?.text).toContain(law);
    expect(release).toMatchObject({ signedAt: null, signs: { as: "guardian", allowed: true } });
    expect(await noa.refusal("selfie")).toBe("releaseMissing");
    expect((await noa.sign({ name: "Somebody Else" })).status).toBe(400);
    expect((await noa.sign({ version: "0".repeat(64) })).body.reason).toBe("newVersion");
    const first = await noa.sign();
    expect((await noa.sign()).body.identityReleaseId).toBe(first.body.identityReleaseId);
    expect((await noa.start("selfie")).status).toBe(200);
    // Another time of keeping is another text.
    await admin.call(saveIdentitySettings, { body: { selfies: true, keepDays: 60, version: 1 } });
    expect((await noa.page()).release?.signedAt).toBeNull();
    expect(await noa.refusal("selfie")).toBe("releaseMissing");
  });

  test("nobody signs for a person of unknown age, who may be a minor", async () => {
    const { org, player } = await identityAsked(world.it);
    const own = await org.aMember("northTeam", "Head Coach");
    const { profileId } = own;
    const { profileLevelAccessId } = await org.asSystem(async (call) => {
      await call.db.execute(sql`UPDATE profile SET date_of_birth = NULL
        WHERE organization_id = ${call.organizationId} AND profile_id = ${profileId}`);
      return addMember(call, { levelId: org.levels.northTeam, labelId: player, profileId });
    });
    await world.it.drainJobs();
    const { requirements } = await own.call(listRequirements, { params: { plaId: profileLevelAccessId } });
    const id = requirements.find(({ name }) => name === "Proof of identity")?.requirementId as string;
    const { release } = await own.call(getIdentityVerification, { params: { id }, query: { profileLevelAccessId } });
    expect(release?.signs).toMatchObject({ allowed: false, reason: expect.stringMatching(/date of birth/) });
    const body = {
      profileLevelAccessId,
      version: release?.version ?? "",
      accepted: true as const,
      name: release?.signs.name ?? "",
    };
    expect((await own.ask(signIdentityRelease, { params: { id }, body })).body).toMatchObject({
      reason: "birthDateMissing",
    });
  });

  test("every look at a picture is in the log, and only the family and reviewers look", async () => {
    reads();
    const { org, admin, director, parent, child } = await identityAsked(world.it);
    const stranger = await org.aMember("northTeam", "Team Manager");
    const noa = await child();
    await submittedWithSelfie(noa);
    await world.it.drainJobs();
    const [front] = (await noa.compared())?.images ?? [];
    const imageId = front?.imageId as string;
    expect((await noa.look(stranger, imageId)).status).toBe(403);
    for (const by of [parent, director]) expect((await noa.look(by, imageId)).status).toBe(200);
    const { data } = await admin.call(listAudit, { query: { actions: ["file.viewed"] } });
    expect(data.map(({ who }) => who.profileId).sort()).toEqual([parent.profileId, director.profileId].sort());
  });
});
