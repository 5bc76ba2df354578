import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { photoSize } from "@touchline/contract/requirements/profile-details";
import { fileTypeFromBuffer } from "file-type";
import type { Adapters, Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { openImages } from "../../../../documents/image-library.ts";
import { notFound, Refusal } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { confirmUploads, recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { openKeyedQueue } from "../../../../jobs/keyed-queue.ts";
import { recordChange } from "../../../people/index.ts";
import { type PersonDetails, personSeen } from "../queries/person.ts";
import { writeDetail } from "./record.ts";

/** A stored photo, registered as incoming until it is attached to a person. */
export type MadePhoto = { photoStorageKey: string; photoBytes: number };

const taken: Record<string, string> = { "image/png": "png", "image/jpeg": "jpeg", "image/webp": "webp" };
/** Larger than any phone camera's photo; images that decompress to more pixels are refused. */
const mostPixels = 60_000_000;
const mostSeconds = 10;
/** Images are unfolded one after the other: each may take a quarter of a gigabyte for a moment. */
const queue = openKeyedQueue({ places: 1, longestLine: 50 });

/** How a picture is re-encoded: a photo fills its square, and a logo fits into it on a transparent background. */
const manners = {
  photo: { field: "photoData", fit: "cover", background: "#ffffff", flat: true },
  logo: { field: "logoData", fit: "contain", background: "#ffffff00", flat: false },
} as const;
export type Manner = keyof typeof manners;

const unreadableTexts: Record<Manner, string> = {
  photo: "This photo couldn't be read. Choose another one or save it as JPEG.",
  logo: "This logo couldn't be read. Choose another one or save it as JPEG.",
};
const notAnImage = (manner: Manner) =>
  new Refusal("unsupportedType", unreadableTexts[manner], {
    errors: [{ path: manners[manner].field, message: unreadableTexts[manner] }],
  });

/**
 * Re-encodes a photo upright, square, and in one size. Metadata such as place and time, and any other hidden data, is removed.
 *
 * @param size pixels of each side; the size of profile photos by default.
 * @throws 415 if the file is not an image or is too large.
 */
export async function reencodePhoto(
  sent: Buffer,
  extension: string | undefined,
  { manner = "photo", size = photoSize }: { manner?: Manner; size?: number } = {},
): Promise<Buffer> {
  const found = taken[(await fileTypeFromBuffer(sent))?.mime ?? ""];
  const claimed = extension === "jpg" ? "jpeg" : extension;
  if (!found || (claimed !== undefined && claimed !== found)) throw notAnImage(manner);
  const sharp = await openImages();
  try {
    return await queue.inPlace(() => {
      const { fit, background, flat } = manners[manner];
      const square = sharp(sent, { limitInputPixels: mostPixels, failOn: "error" })
        .timeout({ seconds: mostSeconds })
        .autoOrient()
        .resize(size, size, { fit, background });
      return (flat ? square.flatten({ background }) : square).webp({ quality: 82 }).toBuffer();
    });
  } catch (error) {
    throw error instanceof Refusal ? error : notAnImage(manner);
  }
}

/** Re-encodes a photo and stores it under a key that was recorded before. */
export async function makePhoto(
  { storageKey, sent, extension }: { storageKey: string; sent: Buffer; extension: string | undefined },
  { files }: Adapters,
): Promise<MadePhoto> {
  const photo = await reencodePhoto(sent, extension);
  await files.receive(Readable.from([photo]), photo.length, storageKey);
  return { photoStorageKey: storageKey, photoBytes: photo.length };
}

/** Gives a person the photo that was made. */
export async function putPhoto(call: Call, person: PersonDetails, photo: MadePhoto): Promise<void> {
  await confirmUploads(call, [photo.photoStorageKey]);
  await replaced(call, person);
  await writeDetail(call, person.profileId, { photoId: newId(), ...photo });
  await recordChange(call, person, "photo", null);
}

export async function takePhotoAway(call: Call, person: PersonDetails): Promise<void> {
  if (!person.detail?.photoId) return;
  await replaced(call, person);
  await writeDetail(call, person.profileId, { photoId: null, photoStorageKey: null, photoBytes: null });
  await recordChange(call, person, "photo", null);
}

/** The bytes of the photo before go as those of a cut-off upload do. */
async function replaced(call: Call, person: PersonDetails): Promise<void> {
  const before = person.detail?.photoStorageKey;
  if (before) await recordPendingBytes(call, before);
}

/** A person's photo as the profile carries it: in base64, under a name; nulls without one. */
export async function photoWithin(call: Call, { detail }: PersonDetails) {
  if (!detail?.photoStorageKey) return { photoData: null, photoName: null, photoExtension: null };
  const bytes = await buffer(await call.adapters.files.open(detail.photoStorageKey));
  return { photoData: bytes.toString("base64"), photoName: "photo.webp", photoExtension: "webp" as const };
}

/** @throws NotFound also for a photo that was replaced. */
export async function readPhoto(call: Call, profileId: string, photoId: string): Promise<FileAnswer> {
  const person = await personSeen(call, profileId);
  const { photoId: present, photoStorageKey, photoBytes } = person.detail ?? {};
  if (!photoStorageKey || !photoBytes || present !== photoId) throw notFound("photo");
  const stream = await call.adapters.files.open(photoStorageKey);
  return { name: "photo.webp", mediaType: "image/webp", bytes: photoBytes, stream };
}
