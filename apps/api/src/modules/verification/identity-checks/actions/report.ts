import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ResponseOf } from "@touchline/contract";
import type { reportIdentityImage } from "@touchline/contract/verification/identity";
import type { FaceReading, VisionOutcome } from "@touchline/contract/vision";
import { imagesFor, judgeSelfie } from "@touchline/rules";
import { and, eq, ne } from "drizzle-orm";
import type { Adapters, Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, Refusal } from "../../../../errors.ts";
import type { Input, UploadedFile } from "../../../../http/mount.ts";
import {
  confirmUploads,
  forgetBytes,
  recordPendingBytes,
  removePendingUpload,
} from "../../../../http/pending-uploads.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { identityImage } from "../../../../schema/verification.ts";
import { isOfKind, permittedInTurn, permittedOn } from "../../../requirements/index.ts";
import { inTime } from "../../identity-documents/actions/in-time.ts";
import { readIdentityImages } from "../jobs.ts";
import {
  checkOf,
  hasReader,
  type IdentityCheck,
  type ImageRow,
  imagePlace,
  imageShown,
  keptImages,
  mostImages,
  notStarted,
  refusedCodes,
  startedCheck,
  wrongKind,
} from "../queries/check.ts";
import { progressOf } from "../queries/progress.ts";

type Report = Input<typeof reportIdentityImage>;
type Begun = {
  attemptId: string;
  imageId: string;
  upload: UploadedFile;
  storageKey: string;
  wrappedKey: Buffer;
  place: ReturnType<typeof imagePlace>;
  isSelfie: boolean;
};
type Acted = Omit<Begun, "place"> & { face: VisionOutcome<FaceReading> | null };

/** Milliseconds that a member waits for the verdict on a selfie. After that, a job checks it. */
const selfieTimeout = 15_000;

/** The verification that pictures are added to. @throws Conflict (another kind, not started, too many pictures) */
async function openCheck(call: Call, found: Awaited<ReturnType<typeof permittedOn>>) {
  const { required, attempt } = found.on;
  if (!isOfKind(required.settings, "identity-verification")) throw wrongKind();
  const check = await startedCheck(call, attempt);
  if (!check) throw notStarted();
  if (check.images.length >= mostImages) {
    throw conflict("You've taken too many photos. Start over, or verify in person.", "tooManyPictures");
  }
  return check;
}

/** Judges whether the picture is wanted, before anything is done with it. @throws NotFound, Forbidden, Conflict, 400, 415 */
export async function beginReport(call: Call, { params, body, uploads }: Report): Promise<Begun> {
  const found = await permittedOn(call, { requirementId: params.id, ...body }, "upload");
  const check = await openCheck(call, found);
  const { needed, optional } = imagesFor(check.row.route, check.row.document);
  if (![...needed, ...optional].includes(body.kind)) throw invalid("kind", "This picture isn't needed here.");
  const [upload, ...others] = uploads;
  if (!upload || others.length > 0) throw invalid("file", "Send one picture.");
  if (upload.found === undefined || "problem" in upload.found) {
    throw new Refusal("unsupportedType", upload.found?.problem ?? "Send a JPEG or PNG picture.");
  }
  if (!upload.found.mediaType.startsWith("image/")) {
    throw new Refusal("unsupportedType", "Send a JPEG or PNG picture.");
  }
  const imageId = newId();
  const storageKey = call.adapters.files.newKey();
  await recordPendingBytes(call, storageKey);
  return {
    ...{ attemptId: check.row.attemptId, imageId, upload, storageKey, isSelfie: body.kind === "selfie" },
    ...{ wrappedKey: check.wrappedKey, place: imagePlace(call, imageId) },
  };
}

/** Looks at a selfie, and puts the sealed picture in the place of the one that came, with no transaction open. */
export async function judgeReport(begun: Begun, { files, scan, vision, vault }: Adapters): Promise<Acted> {
  const { place, ...rest } = begun;
  const image = await buffer(await files.open(begun.upload.storageKey));
  if (!scan.atOnce) {
    // The picture was drawn anew from its pixels, so a scanner that doesn't answer holds nobody up.
    const verdict = await scan.scan(Readable.from([image])).catch(() => null);
    if (verdict?.kind === "infected")
      throw new Refusal("unsupportedType", "This picture contains malware and wasn't saved.");
  }
  const face = begun.isSelfie ? await inTime(vision.face(image), selfieTimeout) : null;
  const sealed = vault.seal(begun.wrappedKey, place, image);
  if (!(await files.receive(Readable.from([sealed]), sealed.length, begun.storageKey))) {
    throw new Error("The sealed picture wasn't stored whole.");
  }
  return { ...rest, face };
}

/** Keeps the picture or lets it go, and says what is wrong with it. @throws as `beginReport` */
export async function finishReport(
  unlocked: Call,
  { params, body }: Report,
  acted: Acted,
): Promise<ResponseOf<typeof reportIdentityImage>> {
  const { call, found } = await permittedInTurn(unlocked, { requirementId: params.id, ...body }, "upload");
  const check = await openCheck(call, found);
  const { attemptId, imageId, upload, storageKey } = acted;
  // Started over meanwhile, there is another key: what was sealed under the earlier one can't be opened.
  if (!check.wrappedKey.equals(acted.wrappedKey))
    throw conflict("This changed at the same time. Reload the page.", "concurrentChange");
  await removePendingUpload(call, upload.storageKey);
  const verdict = verdictOn(call, acted, check);
  const isKept = verdict.state !== "refused";
  if (isKept) {
    await deleteEarlierImage(call, check, body.kind);
    await confirmUploads(call, [storageKey]);
  } else await removePendingUpload(call, storageKey);
  const row: ImageRow = {
    ...{ organizationId: call.organizationId, identityImageId: imageId, attemptId, kind: body.kind },
    ...{ storageKey: isKept ? storageKey : null, mediaType: mediaTypeOf(upload), fault: null, sealedReading: null },
    ...{ addedAt: call.now, ...verdict },
  };
  await call.db.insert(identityImage).values(row);
  if (verdict.state === "checking") await enqueue(call, readIdentityImages, { attemptId });
  const after = (await checkOf(call, attemptId)) as IdentityCheck;
  return {
    image: imageShown(call, row),
    progress: await progressOf(call, after, {
      ...{ holder: found.target, status: found.on.owed.status, submittedAt: null },
    }),
  };
}

const mediaTypeOf = ({ found }: UploadedFile) => (found && "mediaType" in found ? found.mediaType : "image/jpeg");

/** A reader that is busy or slow is asked again by a job; where there is none, a person looks. */
function verdictOn(
  call: Call,
  { isSelfie, face }: Acted,
  { images }: IdentityCheck,
): Pick<ImageRow, "state" | "code" | "hint" | "toPerson"> {
  const unchecked = { code: null, hint: null };
  if (!hasReader(call) || face?.status === "unavailable") return { state: "accepted", ...unchecked, toPerson: true };
  if (!isSelfie || face === null) return { state: "checking", ...unchecked, toPerson: false };
  if (face.status === "busy" || (face.status === "failed" && face.reason === "tooSlow")) {
    return { state: "checking", ...unchecked, toPerson: false };
  }
  const { code, hint } = face.status === "read" ? face.reading : ({ code: "Other", hint: null } as const);
  return { code, hint, ...judgeSelfie(code, refusedCodes(images)) };
}

/** Lets the earlier picture of a kind go, as another takes its place. */
async function deleteEarlierImage(call: Call, check: IdentityCheck, kind: ImageRow["kind"]): Promise<void> {
  const earlier = keptImages(check).filter((one) => one.kind === kind);
  if (earlier.length === 0) return;
  await call.db
    .delete(identityImage)
    .where(
      and(
        ours(identityImage, call),
        eq(identityImage.attemptId, check.row.attemptId),
        eq(identityImage.kind, kind),
        ne(identityImage.state, "refused"),
      ),
    );
  await forgetBytes(
    call,
    earlier.flatMap(({ storageKey }) => storageKey ?? []),
  );
}
