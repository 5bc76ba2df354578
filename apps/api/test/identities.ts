import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Problem, typeOfKind } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentIdentityVerification } from "@touchline/contract/library/content-kinds";
import { getRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import * as contract from "@touchline/contract/verification/identity";
import { saveIdentitySettings } from "@touchline/contract/verification/identity-settings";
import type {
  DocumentField,
  DocumentReading,
  FaceComparison,
  FaceReading,
  ImageCode,
  VisionOutcome,
  VisionPort,
} from "@touchline/contract/vision";
import { usualSettings } from "@touchline/rules";
import { added, aFamilyOrganization } from "./families.ts";
import type { TestPerson, World } from "./world.ts";

export const passportFields: Partial<Record<DocumentField, string>> = {
  ...{ firstName: "NOA", middleName: "MARIE", lastName: "LITTLE", dateOfBirth: "2015-05-05" },
  ...{ expirationDate: "2999-01-31", documentNumber: "C0-1234821" },
};
const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.05 };

/** The reader's answer for a photo with these fields. */
export const documentRead = (
  fields: Partial<Record<DocumentField, string>> | null = passportFields,
  more: Partial<DocumentReading> = {},
): VisionOutcome<DocumentReading> => ({
  status: "read",
  reading: {
    ...{ readable: true, size: { width: 1600, height: 1000 }, turned: 0 },
    ...{ blur: { edgeWidth: 2, level: "sharp" }, glare: { share: 0, level: "none" } },
    readings: fields
      ? [
          {
            ...{ way: "mrz", kind: "passport", checked: true, box },
            fields: Object.entries(fields).flatMap(([field, value]) =>
              value === undefined
                ? []
                : [{ ...{ field: field as DocumentField, value }, box: field === "lastName" ? box : null }],
            ),
          },
        ]
      : [],
    ...more,
  },
});

/** The reader's answer for a selfie. */
export const faceRead = (code: ImageCode = "None"): VisionOutcome<FaceReading> => ({
  status: "read",
  reading: { code, hint: null, faces: code === "NoFaceDetected" ? 0 : 1, quality: null, alignment: null },
});

/** A fake reader. The last answer that was set for each kind stays. */
export function reader(answers: {
  face?: VisionOutcome<FaceReading>[];
  document?: VisionOutcome<DocumentReading>[];
  compare?: VisionOutcome<FaceComparison>[];
}): VisionPort {
  const next = <Answer>(of: Answer[]) => (of.length > 1 ? of.shift() : of[0]) as Answer;
  const { face = [faceRead()], document = [documentRead()], compare = [alike("likely")] } = answers;
  return {
    face: async () => next(face),
    document: async () => next(document),
    compare: async () => next(compare),
    state: () => "awake",
  };
}
export const alike = (band: FaceComparison["band"]) => ({ status: "read", reading: { band } }) as const;

const photo = async (name: string) =>
  new Uint8Array(await readFile(join(import.meta.dirname, "photos", name))) as Uint8Array<ArrayBuffer>;

/** Creates a parent, and players whose identity must be verified. Selfies are on by default. */
export async function identityAsked(world: World, { selfies = true }: { selfies?: boolean } = {}) {
  const family = await aFamilyOrganization(world);
  const { org, admin, parent, player } = family;
  const director = await org.aMember("root", "Club Director");
  const type = typeOfKind["identity-verification"];
  const { contentId } = await admin.call(createContent, {
    body: { type, name: "Proof of identity", description: "", levelId: org.levels.root },
  });
  const params = { id: contentId };
  const { kind: _, ...usual } = usualSettings["identity-verification"];
  await admin.call(saveContentIdentityVerification, { params, body: usual });
  const where = { levelId: org.levels.root, includeBelow: true };
  const assignment = { ...where, labelIds: [player], mandatory: true, dueDate: null };
  await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
  if (selfies) {
    await admin.call(saveIdentitySettings, { body: { selfies: true, keepDays: 30, version: 0 } });
  }
  const pictures = { document: await photo("basn6a16.png"), selfie: await photo("basn0g01.png") };
  const child = async (firstName = "Noa", dateOfBirth = "2015-05-05") => {
    const { profileLevelAccessId, profileId } = await added(parent, family, { firstName, dateOfBirth });
    await world.drainJobs();
    const { requirements } = await parent.call(listRequirements, { params: { plaId: profileLevelAccessId } });
    const requirementId = requirements.find(({ name }) => name === "Proof of identity")?.requirementId as string;
    const on = { params: { id: requirementId }, query: { profileLevelAccessId } };
    const inName = { params: on.params, body: { profileLevelAccessId } };
    const ask = async <Body>(body: Body) => ({ params: on.params, body: { profileLevelAccessId, ...body } });
    return {
      ...{ requirementId, profileLevelAccessId, profileId, on, inName },
      page: (by: TestPerson = parent) => by.call(contract.getIdentityVerification, on),
      progress: () => parent.call(contract.getIdentityProgress, on),
      sign: async (more: { version?: string; name?: string } = {}) => {
        const { release } = await parent.call(contract.getIdentityVerification, on);
        const { version = "", signs } = release ?? {};
        const body = { version, accepted: true as const, name: signs?.name ?? "", ...more };
        return parent.ask(contract.signIdentityRelease, await ask(body));
      },
      start: async (route: contract.IdentityRoute, document: 0 | 1 | 2 | null = 1) =>
        parent.ask(contract.startIdentityVerification, await ask({ route, document })),
      /** Why a verification can't be started. */
      refusal: async (route: contract.IdentityRoute) =>
        (
          (await parent.ask(contract.startIdentityVerification, await ask({ route, document: 1 as const })))
            .body as unknown as Problem
        ).reason,
      report: async (kind: contract.IdentityImageKind) =>
        parent.ask(contract.reportIdentityImage, {
          ...(await ask({ kind })),
          files: [
            new File([kind === "selfie" ? pictures.selfie : pictures.document], `${kind}.png`, { type: "image/png" }),
          ],
        }),
      submit: async (confirmed: { firstName?: string; lastName?: string; dateOfBirth?: string } = {}) =>
        parent.ask(contract.sendIdentityVerification, await ask(confirmed)),
      erase: (by: TestPerson = parent) => by.ask(contract.eraseIdentityImages, inName),
      compared: async (by: TestPerson = director) => (await by.call(contract.compareIdentity, on)).comparison,
      look: async (by: TestPerson, imageId: string) => {
        const query = new URLSearchParams({ profileLevelAccessId, imageId });
        const url = `${world.base}${contract.getIdentityImage.path.replace("{id}", requirementId)}?${query}`;
        const answer = await fetch(url, { headers: { authorization: `Bearer ${await world.signIn(by.email)}` } });
        return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
      },
      status: async () => (await parent.call(getRequirement, on)).status,
    };
  };
  return { ...family, director, child, pictures };
}

export type IdentityChild = Awaited<ReturnType<Awaited<ReturnType<typeof identityAsked>>["child"]>>;

/** Completes a verification with a selfie: signs, starts, takes both pictures, and submits. */
export async function submittedWithSelfie(child: IdentityChild) {
  await child.sign();
  await child.start("selfie");
  await child.report("front");
  await child.report("selfie");
  return child.submit();
}
