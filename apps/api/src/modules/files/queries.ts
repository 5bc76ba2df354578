import { actingProfile, type Call } from "../../kernel/call.ts";
import { conflict } from "../../kernel/errors.ts";
import type { ScanState } from "./tables.ts";

type Looked = { scan: ScanState; uploadedBy: string };

/** Whether the actor may open a file: until it was looked at nobody but its uploader, and nobody at all what harms. */
export const mayOpen = (call: Call, { scan, uploadedBy }: Looked): boolean =>
  scan === "clean" || (scan !== "infected" && uploadedBy === actingProfile(call));

/** @throws Conflict that says what it waits for. */
export function refuseUnlooked(call: Call, file: Looked): void {
  if (mayOpen(call, file)) return;
  throw file.scan === "infected"
    ? conflict("This file carries something harmful. It is kept locked, and nobody can open it.", "infected")
    : conflict("This file is being checked for what could harm. Try again in a moment.", "unscanned");
}
