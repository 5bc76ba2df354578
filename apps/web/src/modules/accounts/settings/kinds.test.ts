import { expect, test } from "vitest";
import { kindsSince } from "./kinds.ts";

test("kinds that are edited while they are being saved continue from the sent names", () => {
  const sent = [
    { singular: "Section ", plural: "Sections", was: "Region" },
    { singular: "Club", plural: "Clubs", was: "Club" },
    { singular: "Squad", plural: "Squads" },
  ];
  const typed = [
    { singular: "Zone", plural: "Zones", was: "Region" },
    { singular: "Club", plural: "Clubs", was: "Club" },
    { singular: "Squadron", plural: "Squadrons" },
  ];
  expect(kindsSince(typed, sent)).toEqual([
    { singular: "Zone", plural: "Zones", was: "Section" },
    { singular: "Club", plural: "Clubs", was: "Club" },
    { singular: "Squadron", plural: "Squadrons" },
  ]);
});
