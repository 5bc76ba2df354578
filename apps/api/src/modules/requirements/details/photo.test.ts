import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { selectOrganization } from "@touchline/contract/accounts/organizations";
import { getMember, getProfilePhoto, listProfiles } from "@touchline/contract/people/profiles";
import { getProfileDetails, photoSize, updateProfile } from "@touchline/contract/requirements/profile-details";
import sharp from "sharp";
import { expect, test } from "vitest";
import { added, aFamilyOrganization, cardOf } from "../../../../test/families.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { ours } from "../../../database/tenancy.ts";
import { profileDetail } from "../../../schema/requirements.ts";
import { incomingFile } from "../../../schema/system.ts";

const world = aWorld();

/** A photo as a phone takes it, lying on its side: above red, below blue once it is turned, with place and camera in it. */
async function fromAPhone(): Promise<Buffer> {
  const half = (background: string) => ({ create: { width: 300, height: 400, channels: 3 as const, background } });
  const blue = await sharp(half("#0000ff")).png().toBuffer();
  return sharp({ create: { width: 600, height: 400, channels: 3, background: "#ff0000" } })
    .composite([{ input: blue, left: 300, top: 0 }])
    .withExif({
      IFD0: { Make: "Phone", Copyright: "somebody" },
      IFD3: { GPSLatitude: "47/1 36/1 0/1", GPSLatitudeRef: "N" },
    })
    .withIccProfile("p3")
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A small PNG whose head promises more than anybody should unfold. */
async function saidToBe(width: number, height: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  small.writeUInt32BE(width, 16);
  small.writeUInt32BE(height, 20);
  small.writeUInt32BE(crc32(small.subarray(12, 29)), 29);
  return small;
}

const put = (by: TestPerson, id: string, photo: Buffer | null, photoExtension?: "png" | "jpeg" | "jpg" | "webp") =>
  by.ask(updateProfile, {
    params: { id },
    body: {
      photoData: photo?.toString("base64") ?? null,
      photoName: "me.jpg",
      ...(photoExtension && { photoExtension }),
    },
  });

/** The bytes as they are served. */
async function photoOf(by: TestPerson, id: string, photoId: string) {
  const answer = await fetch(
    `${world.it.base}${getProfilePhoto.path.replace("{id}", id).replace("{photoId}", photoId)}`,
    { headers: { authorization: `Bearer ${await world.it.signIn(by.email)}` } },
  );
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test("a photo is turned upright, cut to a square and made anew: place, camera and profile stay behind", async () => {
  const org = await world.it.anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const sent = await fromAPhone();
  expect(await sharp(sent).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
  const { status, body } = await put(coach, coach.profileId, sent, "jpg");
  expect(status).toBe(200);
  const { bytes, headers } = await photoOf(coach, coach.profileId, body.photoId as string);
  const inProfile = { photoData: bytes.toString("base64"), photoName: "photo.webp", photoExtension: "webp" };
  expect(body).toMatchObject(inProfile);
  expect(await coach.call(getProfileDetails, { params: { id: coach.profileId } })).toMatchObject(inProfile);
  expect(headers.get("cache-control")).toMatch(/private/);
  expect(headers.get("content-type")).toBe("image/webp");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  const { exif, icc, xmp, iptc, orientation, format, width, height } = await sharp(bytes).metadata();
  expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
  expect([format, width, height]).toEqual(["webp", photoSize, photoSize]);
  expect(bytes.includes("GPS") || bytes.includes("Phone") || bytes.includes("somebody")).toBe(false);
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  const [top, bottom] = [at(256, 20), at(256, 490)] as [number[], number[]];
  expect([
    (top[0] as number) > 150 && (top[2] as number) < 100,
    (bottom[2] as number) > 150 && (bottom[0] as number) < 100,
  ]).toEqual([true, true]);
});

test("png, webp and jpeg are taken, whatever is in them; a clear background becomes white", async () => {
  const org = await world.it.anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const clear = sharp({ create: { width: 40, height: 90, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  const kinds = [
    [await clear.png().toBuffer(), "png"],
    [await clear.webp().toBuffer(), "webp"],
    [await clear.jpeg().toBuffer(), "jpeg"],
    [await readFile(join(import.meta.dirname, "../../../../test/photos/basn6a16.png")), "png"],
  ] as const;
  const ids = new Set<string | null>();
  for (const [photo, extension] of kinds) {
    const { status, body } = await put(coach, coach.profileId, photo, extension);
    expect([status, extension]).toEqual([200, extension]);
    ids.add(body.photoId);
    if (extension !== "png" || ids.size > 1) continue;
    const { bytes } = await photoOf(coach, coach.profileId, body.photoId as string);
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  }
  expect(ids.size).toBe(kinds.length);
});

test("what is no photo, lies about its kind, is broken or unfolds without end is refused, and nothing is kept", async () => {
  const org = await world.it.anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const file = (name: string) => readFile(join(import.meta.dirname, "../../../../test/photos", name));
  const whole = await fromAPhone();
  const bomb = await saidToBe(9000, 9000);
  const hostile: [string, Buffer, "png" | "jpeg"][] = [
    ["text", Buffer.from("hello"), "png"],
    ["svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), "png"],
    [
      "a gif",
      await sharp({ create: { width: 4, height: 4, channels: 3, background: "#fff" } })
        .gif()
        .toBuffer(),
      "png",
    ],
    ["a jpeg that is called png", whole, "png"],
    ["half a jpeg", whole.subarray(0, Math.floor(whole.length / 2)), "jpeg"],
    ["too many pixels", bomb, "png"],
    ["a broken checksum", await file("badadler.png"), "png"],
    ["a huge chunk", await file("huge_IDAT.png"), "png"],
    ["a huge profile", await file("huge_iCCP_chunk.png"), "png"],
    ["a huge text", await file("huge_zTXt_chunk.png"), "png"],
  ];
  for (const [what, photo, extension] of hostile) {
    const answer = await put(coach, coach.profileId, photo, extension);
    expect(answer, what).toMatchObject({ status: 415, body: { errors: [{ path: "photoData" }] } });
  }
  const noBase64 = await coach.ask(updateProfile, { params: { id: coach.profileId }, body: { photoData: "%%%" } });
  expect(noBase64.status).toBe(400);
  const large = await coach.ask(updateProfile, {
    params: { id: coach.profileId },
    body: { photoData: "A".repeat(920_000) },
  });
  expect(large).toMatchObject({ status: 400, body: { errors: [{ path: "photoData" }] } });
  expect((await coach.call(getProfileDetails, { params: { id: coach.profileId } })).photoId).toBeNull();
});

test("a photo is shown with the person to whoever may see them, to nobody else, and is gone once replaced or taken away", async () => {
  const org = await world.it.anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const [director, stranger] = [
    await org.aMember("north", "Club Director"),
    await org.aMember("southClub", "Club Director"),
  ];
  const foreign = await (await world.it.anOrganization()).aMember("root", "Administrator");
  const photo = await fromAPhone();
  const { photoId: first } = (await put(coach, coach.profileId, photo, "jpeg")).body as { photoId: string };
  expect((await director.call(getMember, { params: { id: coach.plaId } })).photoId).toBe(first);
  const mine = await coach.call(listProfiles, { query: { AppUserId: coach.appUserId } });
  expect(mine.map((one) => one.photoId)).toEqual([first]);
  const seenBy = async (by: TestPerson, id = first) => (await photoOf(by, coach.profileId, id)).status;
  expect([await seenBy(director), await seenBy(stranger), await seenBy(foreign)]).toEqual([200, 404, 404]);
  const { photoId: second } = (await put(director, coach.profileId, photo, "jpeg")).body as { photoId: string };
  expect([await seenBy(coach), await seenBy(coach, second)]).toEqual([404, 200]);
  expect((await put(coach, coach.profileId, null)).body.photoId).toBeNull();
  expect(await seenBy(coach, second)).toBe(404);
  const [left, notes] = await org.asSystem(async (call) => [
    await call.db.select().from(profileDetail).where(ours(profileDetail, call)),
    await call.db.select().from(incomingFile).where(ours(incomingFile, call)),
  ]);
  expect(left).toMatchObject([{ photoStorageKey: null, photoBytes: null }]);
  // Both sets of bytes are noted, so that they are removed as those of an upload that was cut off.
  expect(notes.length).toBe(2);
});

test("a photo is named with the acting profile, and on the card of a child", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, parent } = family;
  const child = await added(parent, family);
  const acting = () => parent.call(selectOrganization, { params: { id: org.organizationId } });
  expect((await acting()).profilePicture).toBeNull();
  expect((await cardOf(parent, child.profileId))?.photoId).toBeNull();
  const photo = await fromAPhone();
  const { photoId: own } = (await put(parent, parent.profileId, photo, "jpg")).body as { photoId: string };
  const { photoId: childs } = (await put(parent, child.profileId, photo, "jpg")).body as { photoId: string };
  const { profilePicture } = await acting();
  expect(profilePicture).toBe(`/api/app/profile/${parent.profileId}/photo/${own}`);
  expect((await photoOf(parent, parent.profileId, own)).headers.get("content-type")).toBe("image/webp");
  expect((await cardOf(parent, child.profileId))?.photoId).toBe(childs);
});
