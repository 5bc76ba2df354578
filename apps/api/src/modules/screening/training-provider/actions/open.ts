import { isOpen, type TrainingStep } from "@touchline/rules";
import { and, eq, inArray, lte } from "drizzle-orm";
import type { ProviderEnrollment } from "../../../../adapters/trainings/port.ts";
import { type Adapters, actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, Refusal } from "../../../../errors.ts";
import { trainingEnrollment } from "../../../../schema/lookups.ts";
import { profile } from "../../../../schema/people.ts";
import { restandOne, transition } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import {
  isOfKind,
  permittedOn,
  refuseUnpaid,
  subjectOf,
  takeTraining,
  trainingUrl,
} from "../../../requirements/index.ts";
import { askProvider } from "../../clients/queries/ask-provider.ts";
import { enrollmentOf, enrollmentPlace, nextStepOf } from "../queries/enrollment.ts";
import { adoptEnrollment } from "./apply.ts";

type Place = { requirementId: string; profileLevelAccessId: string };
type Begun = {
  attemptId: string;
  wasTried: boolean;
  /** Whether this request may create the enrollment. Other requests only look for an existing one. */
  mayOpen: boolean;
  step: TrainingStep;
  learner: Learner;
  webhookUrl: string;
};
type Learner = { firstName: string; lastName: string; email: string };

/** Returns the URL for the training provider's webhooks. */
const webhookUrlOf = ({ site }: Adapters) => `${site.apiUrl ?? site.url}/api/webhooks/training`;

/** The milliseconds after which an interrupted opening is looked up at the provider. */
const lease = 300_000;
/** The milliseconds that one request has to open a training by itself. It is longer than the provider's timeouts together. */
const alone = 45_000;

/**
 * Begins a training that is taken at the provider. From then on, the submission waits for the applicant. The enrollment is
 * stored before the provider is asked, so that it is found after an interruption.
 *
 * @returns null if the training is open already or isn't taken at the provider.
 */
export async function beginOpening(unlocked: Call, place: Place): Promise<Begun | null> {
  const call = await withLocks(unlocked, { peopleOf: [place.profileLevelAccessId] });
  const { target, on } = await permittedOn(call, place, "begin");
  const { settings, versionId } = on.required;
  const { trainings } = call.adapters;
  if (!isOfKind(settings, "abuse-prevention-training") || !settings.takenAtProvider || trainings === null) return null;
  await refuseUnpaid(call, on);
  const present = on.attempt && isOpen(on.attempt.state) ? on.attempt : null;
  const before = present && (await enrollmentOf(call, present.attemptId));
  if (before && before.state !== "placing") return null;
  const learner = await learnerOf(call, target.profileId);
  const request = { learner, webhookUrl: webhookUrlOf(call.adapters) };
  if (before) {
    const { attemptId, step } = before;
    return { ...request, attemptId, step, wasTried: true, mayOpen: await claimOpening(call, attemptId) };
  }
  const subject = subjectOf(target, on);
  const { attemptId } =
    present?.state === "waitingApplicant"
      ? present
      : await transition(call, subject, { kind: "sentToApplicant" }, versionId);
  const step = await nextStepOf(call, target.profileId);
  await call.db.insert(trainingEnrollment).values({
    ...{ organizationId: call.organizationId, attemptId, requirementId: place.requirementId },
    ...{ profileId: target.profileId, step, simulated: trainings.simulated, state: "placing" },
    ...{ openedBy: actingProfile(call) ?? target.profileId, openedAt: call.now },
    nextLookAt: new Date(call.now.getTime() + lease),
  });
  await restandOne(call, subject);
  return { ...request, attemptId, step, wasTried: false, mayOpen: true };
}

/** Claims the opening of a training, unless another request is opening it. */
async function claimOpening(call: Call, attemptId: string): Promise<boolean> {
  const { openedAt } = trainingEnrollment;
  const claimed = await call.db
    .update(trainingEnrollment)
    .set({ openedAt: call.now })
    .where(and(placing(call, attemptId), lte(openedAt, new Date(call.now.getTime() - alone))))
    .returning({ attemptId: trainingEnrollment.attemptId });
  return claimed.length > 0;
}

/** Releases the claim after the provider failed to open the training, so that the next request can try. */
export async function releaseOpening(call: Call, begun: Begun | null): Promise<void> {
  if (!begun?.mayOpen) return;
  await call.db
    .update(trainingEnrollment)
    .set({ openedAt: new Date(call.now.getTime() - alone) })
    .where(placing(call, begun.attemptId));
}

const placing = (call: Call, attemptId: string) =>
  and(
    ours(trainingEnrollment, call),
    eq(trainingEnrollment.attemptId, attemptId),
    eq(trainingEnrollment.state, "placing"),
  );

/** Returns the learner's name and email address. A child without an address uses the guardian's. */
async function learnerOf(call: Call, profileId: string): Promise<Learner> {
  const acting = actingProfile(call);
  const rows = await call.db
    .select()
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, [profileId, ...(acting ? [acting] : [])])));
  const person = rows.find((one) => one.profileId === profileId);
  const email = person?.email ?? rows.find((one) => one.profileId === acting)?.email ?? null;
  if (!person || email === null) {
    throw conflict("The training provider needs an email address. Add one to the profile first.", "emailMissing");
  }
  return { firstName: person.firstName, lastName: person.lastName, email };
}

/** Finds the existing enrollment at the provider, or creates one. @throws Refusal */
export async function openAtProvider(begun: Begun | null, { trainings }: Adapters): Promise<ProviderEnrollment | null> {
  if (begun === null || trainings === null) return null;
  const { attemptId: reference, wasTried, mayOpen, step, learner, webhookUrl } = begun;
  return askProvider("The training provider", async () => {
    const known = wasTried ? await trainings.find(reference) : null;
    if (known === null && !mayOpen) throw beingOpened();
    return known ?? trainings.enroll({ reference, step, learner, webhookUrl });
  });
}

const beingOpened = () =>
  new Refusal("unavailable", "This training is being opened. Try again in a moment.", {
    reason: "beingOpened",
    retryAfter: 5,
  });

/** Stores the enrollment and returns the training's link. @throws NotFound, Forbidden, Conflict */
export async function finishOpening(
  unlocked: Call,
  place: Place,
  opened: { begun: Begun | null; enrollment: ProviderEnrollment | null },
): Promise<{ url: string }> {
  if (opened.begun && opened.enrollment) {
    const call = await withLocks(unlocked, { peopleOf: [place.profileLevelAccessId] });
    await adoptEnrollment(call, opened.begun.attemptId, opened.enrollment);
    return trainingLink(call, place);
  }
  const { on } = await permittedOn(unlocked, place, "begin");
  const { settings } = on.required;
  const isHere = isOfKind(settings, "abuse-prevention-training") && settings.takenAtProvider;
  return isHere && unlocked.adapters.trainings ? trainingLink(unlocked, place) : takeTraining(unlocked, place);
}

/**
 * Returns the training's link: at the provider once it was opened there, otherwise the content's own.
 *
 * @throws NotFound, Forbidden, Conflict
 */
export async function trainingLink(call: Call, place: Place): Promise<{ url: string }> {
  const { on } = await permittedOn(call, place, "begin");
  const { settings } = on.required;
  const isHere = isOfKind(settings, "abuse-prevention-training") && settings.takenAtProvider;
  if (!isHere || call.adapters.trainings === null) return trainingUrl(call, place);
  const row = on.attempt && (await enrollmentOf(call, on.attempt.attemptId));
  if (!row?.sealedLink || row.state !== "open") {
    throw conflict("Open the training first. Then you can continue it.", "noLink");
  }
  const { wrappedKey } = await organizationFacts(call);
  return {
    url: call.adapters.vault.open(wrappedKey, enrollmentPlace(call, row.attemptId, "sealed_link"), row.sealedLink),
  };
}
