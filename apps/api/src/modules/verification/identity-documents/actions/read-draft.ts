import type { ResponseOf } from "@touchline/contract";
import type { readDraftDocument } from "@touchline/contract/verification/documents";
import type { VisionOutcome } from "@touchline/contract/vision";
import { type HolderFacts, relativesDocumentWarning } from "@touchline/rules";
import type { Adapters, Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import type { Input } from "../../../../http/mount.ts";
import { gathers, isOfKind, permittedOn } from "../../../requirements/index.ts";
import { relativesOn } from "../queries/family.ts";
import { inTime } from "./in-time.ts";
import { type PictureResult, picturesOf, readPictures, type StoredPictures } from "./read.ts";

type Given = Input<typeof readDraftDocument>;
type Together = Exclude<PictureResult, "busy">;
type Acted = { photos: number; outcome: VisionOutcome<Together> };

/** Milliseconds that a call waits for what is read from a draft: fewer than the page waits for any call. */
const draftTimeout = 25_000;

/** The pictures of the draft, for whoever may submit it. @throws NotFound, Forbidden, Conflict for another kind */
async function draftFor(call: Call, { params, body }: Given) {
  const { target, on } = await permittedOn(call, { requirementId: params.id, ...body }, "upload");
  const { settings } = on.required;
  // A proof of grade is nothing that a machine could read.
  if (!isOfKind(settings, "age-verification") || settings.verification === "Grade") {
    throw conflict("This requirement is completed in a different way. Reload the page.", "notForThisType");
  }
  return { target, stored: on.attempt && gathers(on.attempt) ? picturesOf(on.files) : [] };
}

/** Finds the pictures that are in the draft. @throws as `draftFor` */
export async function beginDraftReading(call: Call, input: Given): Promise<StoredPictures> {
  const { stored } = await draftFor(call, input);
  return { stored };
}

/** Reads the pictures, with no transaction open and nothing stored: the submission is read again when it is decided on. */
export async function readDraft(begun: StoredPictures, adapters: Adapters): Promise<Acted> {
  const together = async (): Promise<VisionOutcome<Together>> => {
    const result = await readPictures(begun, adapters);
    return result === "busy" ? { status: "busy" } : { status: "read", reading: result };
  };
  const photos = begun.stored.length;
  return { photos, outcome: photos > 0 ? await inTime(together(), draftTimeout) : { status: "read", reading: null } };
}

/** Says what was read, and whether it seems to be a relative's document. @throws as `draftFor` */
export async function finishDraftReading(
  call: Call,
  input: Given,
  { photos, outcome }: Acted,
): Promise<ResponseOf<typeof readDraftDocument>> {
  const { target } = await draftFor(call, input);
  if (call.adapters.vision.state() === "unavailable") return { read: null, unread: "noReader" };
  if (photos === 0) return { read: null, unread: "noPhotos" };
  if (outcome.status !== "read") return { read: null, unread: "busy" };
  const { facts, isUnclear } = outcome.reading ?? { facts: null, isUnclear: false };
  if (!facts || (facts.firstName === "" && facts.lastName === "" && facts.dateOfBirth === null)) {
    return { read: null, unread: isUnclear ? "unclear" : "unreadable" };
  }
  const { firstName, lastName, dateOfBirth } = facts;
  const read: HolderFacts = { firstName, lastName, dateOfBirth };
  const relatives = await relativesOn(call, target.profileId, [read], target);
  return {
    read: { ...read, warning: relatives.length > 0 ? relativesDocumentWarning(target.firstName) : null },
    unread: null,
  };
}
