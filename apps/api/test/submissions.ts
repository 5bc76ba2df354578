import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import type { LabelName, LevelKey, Organization, TestPerson } from "./world.ts";
import { aPdf } from "./world.ts";

export type Submission = { by: TestPerson; requirementId: string; profileLevelAccessId: string };

/** Returns a person's requirements by the name of the content. */
export async function owedBy(person: TestPerson, contentName = "Coach agreement"): Promise<Submission> {
  const { requirements } = await person.call(listRequirements, { params: { plaId: person.plaId } });
  const owed = requirements.find((one) => one.name === contentName);
  if (!owed) throw new Error(`${person.email} does not owe ${contentName}`);
  return { by: person, requirementId: owed.requirementId, profileLevelAccessId: person.plaId };
}

/** Submits a document as the member. */
export async function send(one: Submission, more: { validUntil?: string } = {}): Promise<void> {
  await one.by.call(completeDocument, {
    params: { id: one.requirementId },
    body: { profileLevelAccessId: one.profileLevelAccessId, ...more },
    files: [aPdf()],
  });
}

/** Creates a person who needs the document and has submitted it. */
export async function aSubmissionAt(org: Organization, at: LevelKey, label: LabelName = "Head Coach") {
  const one = await owedBy(await org.aMember(at, label));
  await send(one);
  return one;
}

/** Returns the requirement and membership of a submission, as calls name them. */
export const placeOf = ({ requirementId, profileLevelAccessId }: Submission) => ({
  requirementId,
  profileLevelAccessId,
});
