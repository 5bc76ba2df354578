import type { ResponseOf } from "@touchline/contract";
import type { readDraftDocument } from "@touchline/contract/verification/documents";
import type { VisionOutcome } from "@touchline/contract/vision";
import { type HolderFacts, relativesDocumentWarning } from "@touchline/rules";
import type { Adapters, Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import type { Input } from "../../../../http/mount.ts";
import { gathers, isOfKind, permittedOn } from "../../../requirements/index.ts";
import { relativesOn } from "../queries/family.ts";
import { keepReadings } from "../queries/kept-readings.ts";
import { inTime } from "./in-time.ts";
import { type PictureResult, picturesOf, type ReadPictures, readPictures, type StoredPictures } from "./read.ts";

type Given = Input<typeof readDraftDocument>;
type Together = Exclude<PictureResult, "busy">;
type Begun = StoredPictures & { attemptId: string | null };
type Acted = {
  photos: number;
  outcome: VisionOutcome<Together>;
  /** What was read for the first time, with the submission that it is kept with. */
  kept: Pick<ReadPictures, "fresh"> & Pick<Begun, "attemptId" | "key">;
};

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
  const draft = on.attempt && gathers(on.attempt) ? on.attempt : null;
  return { target, attemptId: draft?.attemptId ?? null, files: draft ? on.files : [] };
}

/** Finds the pictures that are in the draft. @throws as `draftFor` */
export async function beginDraftReading(call: Call, input: Given): Promise<Begun> {
  const { attemptId, files } = await draftFor(call, input);
  return { ...(await picturesOf(call, attemptId ?? "", files)), attemptId };
}

/** Reads the pictures, with no transaction open. */
export async function readDraft({ attemptId, ...begun }: Begun, adapters: Adapters): Promise<Acted> {
  let fresh: ReadPictures["fresh"] = new Map();
  const together = async (): Promise<VisionOutcome<Together>> => {
    const read = await readPictures(begun, adapters);
    fresh = read.fresh;
    return read.result === "busy" ? { status: "busy" } : { status: "read", reading: read.result };
  };
  const photos = begun.stored.length;
  const outcome: VisionOutcome<Together> =
    photos > 0 ? await inTime(together(), draftTimeout) : { status: "read", reading: null };
  return { photos, outcome, kept: { attemptId, key: begun.key, fresh } };
}

/**
 * Says what was read, and whether it seems to be a relative's document. It is kept until the submission is decided on, which reads only
 * photos with other bytes.
 *
 * @throws as `draftFor`
 */
export async function finishDraftReading(
  call: Call,
  input: Given,
  { photos, outcome, kept: { attemptId, key, fresh } }: Acted,
): Promise<ResponseOf<typeof readDraftDocument>> {
  const { target, attemptId: current, files } = await draftFor(call, input);
  if (attemptId !== null && attemptId === current) {
    await keepReadings(call, attemptId, key, { fresh, present: files.map(({ sha256 }) => sha256) });
  }
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
