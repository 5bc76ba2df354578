import { contentKinds } from "@touchline/contract";
import { settingsOfKind } from "@touchline/contract/library/content-settings";
import { expect, test } from "vitest";
import { fieldLabel } from "./content-words.ts";

test.each(contentKinds)("every field of the settings of a %s has a label", (kind) => {
  const unlabeled = Object.keys(settingsOfKind[kind].shape).filter((field) => fieldLabel(field) === field);
  expect(unlabeled, "add them to `labels` in content-words.ts").toEqual([]);
});
