import type { Call } from "@touchline/api/call";
import { newId } from "@touchline/api/database/ids";
import { setBirth, setUssf } from "@touchline/api/modules/requirements/details/actions/save";
import { saveDraft } from "@touchline/api/modules/requirements/forms/actions/draft";
import { keepDraft } from "@touchline/api/modules/requirements/requirements/actions/draft";
import { openPackage, saveProgress } from "@touchline/api/modules/requirements/trainings/actions/package";
import { saveWatched } from "@touchline/api/modules/requirements/videos/actions/watch";
import { beginSigning, drawSigned, finishSigning } from "@touchline/api/modules/requirements/waivers/actions/sign";
import { finishForm } from "@touchline/api/modules/screening/live-scan/actions/form";
import { dayOf } from "@touchline/rules";
import { halfOfTheCourse } from "./course.ts";
import type { PlannedBeginning, PlannedContent } from "./plan.ts";

/** The date of birth that a volunteer enters for the sex offender search. */
export const birthForSearch = "1991-08-23";

/** By the last two digits, what the simulated U.S. Soccer says: held, expired, another name, nobody's, none, soon over. */
const ussfEndings = ["11", "12", "91", "10", "15", "19"];

/** A U.S. Soccer ID for one person of the demo; different people show different answers. */
export function ussfIdFor(profileId: string): string {
  const digits = BigInt(`0x${profileId.replaceAll("-", "").slice(-12)}`);
  const ending = ussfEndings[Number(digits % BigInt(ussfEndings.length))];
  return `${String(digits).slice(-14).padStart(14, "4")}${ending}`;
}

/** When the demo's people do something on this machine. */
export const here = { address: "127.0.0.1", userAgent: "Touchline demo", sessionId: null, authTime: null };
export const later = (call: Call, seconds: number): Call => ({
  ...call,
  now: new Date(call.now.getTime() + seconds * 1000),
});

type Place = { requirementId: string; profileLevelAccessId: string };

/**
 * Begins what somebody has not finished, or has done as far as it is theirs to do, by the member's own verbs.
 *
 * @param content with the version of its settings that is in force.
 */
export async function begin(
  call: Call,
  { person }: PlannedBeginning,
  place: Place,
  { settings, contentVersionId }: PlannedContent & { contentVersionId: string },
  zone: string,
): Promise<void> {
  switch (settings.kind) {
    case "form":
      await saveDraft(call, {
        ...{ ...place, contentVersion: 1, revision: 0 },
        answers: { name: `${person.firstName} ${person.lastName}`, travel: "In my own car", seats: 3 },
      });
      return;
    case "waiver":
      await sign(call, person, place, contentVersionId);
      return;
    case "video": {
      const player = newId();
      for (let to = 0; to <= settings.seconds / 2; to += 10) {
        await saveWatched(later(call, to), { ...place, from: Math.max(0, to - 10), to, player });
      }
      return;
    }
    case "custom-training": {
      const { sittingId } = await openPackage(call, { ...place, item: 0 }, null);
      const progress = { ...place, sittingId, values: halfOfTheCourse, ended: true, wish: "" };
      await saveProgress(later(call, 200), progress, null);
      return;
    }
    case "live-scan":
      // The form itself is returned to the caller and isn't stored.
      await finishForm(call, place, Buffer.alloc(0));
      return;
    case "sex-offender-search":
      await setBirth(call, person.profileId, { ...place, dateOfBirth: birthForSearch });
      return;
    case "us-soccer":
      await setUssf(call, person.profileId, { ...place, ussfId: ussfIdFor(person.profileId) });
      return;
    default:
      await keepDraft(call, { ...place, fields: { completedDate: dayOf(call.now.getTime(), zone) } });
  }
}

async function sign(call: Call, person: PlannedBeginning["person"], place: Place, contentVersionId: string) {
  const signing: Parameters<typeof beginSigning>[1] = {
    params: { id: place.requirementId },
    body: {
      profileLevelAccessId: place.profileLevelAccessId,
      contentVersionId,
      accepted: true as const,
      name: `${person.firstName} ${person.lastName}`,
    },
    origin: here,
    query: {},
    uploads: [],
  };
  await finishSigning(call, signing, await drawSigned(await beginSigning(call, signing), call.adapters));
}
