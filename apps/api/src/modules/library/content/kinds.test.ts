import { type ContentKind, contentKinds, typeOfKind } from "@touchline/contract";
import { addContentFile, createContent, downloadContentFile } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { getContentOf, saveContentOf } from "@touchline/contract/library/content-kinds";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { getRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import { usualSettings } from "@touchline/rules";
import { describe, expect, test } from "vitest";
import { aPdf, aWorld } from "../../../../test/world.ts";

const world = aWorld();

/** The required settings of each kind. */
const said: Partial<Record<ContentKind, object>> = {
  form: {
    form: {
      sections: [
        {
          key: "one",
          title: "About you",
          text: "",
          showIf: null,
          fields: [
            {
              ...{ key: "shirt", kind: "text", label: "Shirt size", help: "", required: true, options: [] },
              ...{ min: null, max: null, prefill: null, showIf: null },
            },
          ],
        },
      ],
    },
  },
  waiver: { text: "# Waiver\n\nYou take part at your own risk." },
  video: { videoUrl: "https://video.example.org/safety.mp4", seconds: 90 },
  "us-soccer": { licenses: ["coach_41"] },
};
const bodyOf = (kind: ContentKind) => {
  const { kind: _, ...settings } = { ...usualSettings[kind], ...said[kind] } as ContentSettings;
  return settings;
};
const saveOf = (kind: ContentKind) => saveContentOf[kind] as (typeof saveContentOf)["document"];
const getOf = (kind: ContentKind) => getContentOf[kind] as (typeof getContentOf)["document"];

describe("the twelve kinds", () => {
  test.each(contentKinds)("a %s is saved, read, assigned, and asked of the member in its own words", async (kind) => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    const base = { type: typeOfKind[kind], name: "Asked", description: "", levelId: org.levels.root };
    const { contentId } = await admin.call(createContent, { body: base });
    const params = { id: contentId };
    const body = bodyOf(kind) as never;
    expect(await admin.call(saveOf(kind), { params, body })).toMatchObject({ version: 1 });
    expect((await admin.call(getOf(kind), { params })).settings).toEqual(body);
    const labelIds = [org.labelIds["Head Coach"]];
    const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
    await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const seen = await coach.call(getRequirement, {
      params: { id: requirements[0]?.requirementId as string },
      query: { profileLevelAccessId: coach.plaId },
    });
    expect(seen.settings).toEqual({ kind, ...bodyOf(kind) });
  });

  test("settings of one kind are not saved for a content of another, nor is it read as one", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const base = { type: typeOfKind.waiver, name: "Waiver", description: "", levelId: org.levels.root };
    const { contentId } = await admin.call(createContent, { body: base });
    const params = { id: contentId };
    const saved = await admin.ask(saveOf("document"), { params, body: bodyOf("document") as never });
    expect(saved).toMatchObject({ status: 409, body: { reason: "otherKind" } });
    expect((await admin.ask(getOf("document"), { params })).status).toBe(404);
  });

  test("a file that settings name must have been uploaded for this content", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const aForm = async () => {
      const base = { type: typeOfKind.form, name: "Medical form", description: "", levelId: org.levels.root };
      const { contentId } = await admin.call(createContent, { body: base });
      return { id: contentId };
    };
    const [mine, other] = [await aForm(), await aForm()];
    const { fileId } = await admin.call(addContentFile, { params: mine, body: {}, files: [aPdf("blank.pdf")] });
    const body = { ...bodyOf("form"), form: null, blankFileId: fileId } as never;
    expect(await admin.ask(saveOf("form"), { params: other, body })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "blankFileId" }] },
    });
    expect((await admin.ask(saveOf("form"), { params: mine, body })).status).toBe(200);
    expect((await admin.ask(downloadContentFile, { params: other, query: { fileId } })).status).toBe(404);
    expect((await admin.ask(downloadContentFile, { params: mine, query: { fileId } })).status).toBe(200);
  });
});
