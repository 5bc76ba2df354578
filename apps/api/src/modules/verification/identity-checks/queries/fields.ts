import type { ResponseOf } from "@touchline/contract";
import type { compareIdentity } from "@touchline/contract/verification/identity";
import { type DocumentField, documentFields, readingWays } from "@touchline/contract/vision";
import type { HolderFacts } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { type IdentityCheck, readingsOf } from "./check.ts";

type ShownField = NonNullable<ResponseOf<typeof compareIdentity>["comparison"]>["fields"][number];
export type FoundField = Pick<ShownField, "field" | "value" | "imageId" | "box">;

/** The surest reading of each field, with its place: a code before printed text, and what proves itself before what doesn't. */
export function fieldsRead(call: Call, check: IdentityCheck): FoundField[] {
  const readings = readingsOf(call, check)
    .flatMap(({ imageId, reading }) => reading.readings.map((one) => ({ ...one, imageId })))
    .sort((a, b) => rankOf(a) - rankOf(b));
  return documentFields.flatMap((field) => {
    const all = readings.flatMap(({ fields, imageId, box }) =>
      fields
        .filter((one) => one.field === field)
        .map((one) => ({ field, value: one.value, imageId, box: one.box ?? box })),
    );
    return all.slice(0, 1);
  });
}

const rankOf = ({ way, checked }: { way: (typeof readingWays)[number]; checked: boolean }) =>
  readingWays.indexOf(way) + (checked ? 0 : readingWays.length);

/** Whose document it is, by what was read. */
export const holderIn = (found: readonly FoundField[]): HolderFacts & { expiresOn: string | null } => {
  const of = (field: DocumentField) => found.find((one) => one.field === field)?.value ?? null;
  return {
    firstName: [of("firstName"), of("middleName")].filter(Boolean).join(" "),
    lastName: of("lastName") ?? "",
    ...{ dateOfBirth: of("dateOfBirth"), expiresOn: of("expirationDate") },
  };
};
