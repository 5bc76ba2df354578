import type { z } from "zod";
import { invalid } from "../errors.ts";
import { refuseUnstorable } from "./unstorable-text.ts";

/** The position where a page of a list begins, encoded so that it is opaque to the caller. */
export function cursors<Shape extends z.ZodType>(shape: Shape) {
  return {
    write: (place: z.input<Shape>): string => Buffer.from(JSON.stringify(place)).toString("base64url"),
    /** @throws 400 for a cursor that isn't one of this list's: anybody can invent one. */
    read(cursor: string): z.output<Shape> {
      try {
        const place = shape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
        refuseUnstorable(place);
        return place;
      } catch {
        throw invalid("cursor", "This page of the list doesn't exist. Go back to the first page.");
      }
    },
  };
}
