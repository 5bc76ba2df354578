import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { readDraftDocument } from "@touchline/contract/verification/documents";
import { isCorrected } from "@touchline/rules/verification/holder";
import { Button, Notice } from "@touchline/ui";
import { useEffect, useRef } from "react";
import { call } from "../../../client.ts";
import { dayText } from "../../../dates.ts";
import type { FilePlace } from "../../../files/queries.ts";
import { PrintedFields } from "../requirements/flows/ProofFields.tsx";
import type { FilledProps } from "../requirements/flows/SendForm.tsx";
import page from "../requirements/RequirementPage.module.css";
import { words } from "./words.ts";

type Printed = Record<"legalFirstName" | "legalLastName" | "dateOfBirth", string>;
type Answer = ResponseOf<typeof readDraftDocument>;
type Read = NonNullable<Answer["read"]>;

/** Milliseconds until a reader that was busy is asked again, and how often it is asked. */
const askedEvery = 5_000;
const mostTries = 3;

/** Reads the photos of the draft, once for each set of photos. */
const readQuery = ({ requirementId, profileLevelAccessId }: FilePlace, photos: readonly string[]) =>
  queryOptions({
    queryKey: ["documentRead", requirementId, profileLevelAccessId, ...photos.toSorted()],
    queryFn: ({ signal }) =>
      call(
        readDraftDocument,
        { params: { id: requirementId }, body: { profileLevelAccessId } },
        // Nothing is changed by it, so there is nothing to keep from happening twice.
        { signal, idempotencyKey: undefined },
      ),
    enabled: photos.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.unread === "busy" && dataUpdateCount < mostTries ? askedEvery : false,
  });

/**
 * The name and date of birth as printed. They are filled in from the photos as soon as those are read, for the member to confirm or
 * correct. What was typed already is never replaced without being asked.
 */
export function ReadFields({ place, ...props }: FilledProps & { place: FilePlace }) {
  const { fields, setField, arrived, disabled } = props;
  const { data, error, isLoading } = useQuery(readQuery(place, arrived));
  const read = data?.read ?? null;
  const typed = printedIn(fields);
  const filled = useRef<Printed | null>(null);
  const fill = (of: Read) => {
    const printed = printedOn(of);
    filled.current = printed;
    for (const [name, value] of Object.entries(printed)) setField(name as keyof Printed, value);
  };
  // Only a new reading fills anything in, not what is typed after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields as they are when the reading arrives
  useEffect(() => {
    if (read && (isEmpty(typed) || (filled.current && isEqual(typed, filled.current)))) fill(read);
  }, [read]);
  const isComplete = Object.values(typed).every((value) => value.trim() !== "");
  const isDifferent = read !== null && isComplete && isCorrected(holderIn(typed), read);
  return (
    <fieldset className={page.confirm}>
      <legend className={page.legend}>{read ? words.confirmTitle : words.printedTitle}</legend>
      <p role="status" className={page.text}>
        {isLoading ? words.reading : helpText(data, error !== null)}
      </p>
      {read?.warning && <Notice tone="needs">{read.warning}</Notice>}
      {read && isDifferent && (
        <Notice
          tone="needs"
          title={words.readDiffers}
          action={
            <Button
              small
              variant="secondary"
              label={words.useRead}
              disabled={disabled}
              onClick={() => fill({ ...read, ...withoutEmpty(read, typed) })}
            />
          }
        >
          {words.readDiffersHelp({ read: readText(read) })}
        </Notice>
      )}
      <PrintedFields {...props} />
    </fieldset>
  );
}

const printedIn = ({ legalFirstName = "", legalLastName = "", dateOfBirth = "" }: FilledProps["fields"]): Printed => ({
  legalFirstName,
  legalLastName,
  dateOfBirth,
});
const printedOn = ({ firstName, lastName, dateOfBirth }: Read): Printed => ({
  legalFirstName: firstName,
  legalLastName: lastName,
  dateOfBirth: dateOfBirth ?? "",
});
const holderIn = ({ legalFirstName, legalLastName, dateOfBirth }: Printed) => ({
  firstName: legalFirstName,
  lastName: legalLastName,
  dateOfBirth,
});
const isEmpty = (printed: Printed) => Object.values(printed).every((value) => value.trim() === "");
const isEqual = (one: Printed, other: Printed) =>
  one.legalFirstName === other.legalFirstName &&
  one.legalLastName === other.legalLastName &&
  one.dateOfBirth === other.dateOfBirth;

/** What couldn't be read stays as it was typed. */
const withoutEmpty = ({ firstName, lastName, dateOfBirth }: Read, typed: Printed) => ({
  firstName: firstName || typed.legalFirstName,
  lastName: lastName || typed.legalLastName,
  dateOfBirth: dateOfBirth ?? typed.dateOfBirth,
});

const readText = ({ firstName, lastName, dateOfBirth }: Read) =>
  [`${firstName} ${lastName}`.trim(), dateOfBirth && dayText(dateOfBirth)].filter(Boolean).join(", ");

function helpText(data: Answer | undefined, failed: boolean): string {
  if (data?.read) return words.confirmDecides;
  if (failed) return words.notReadNow;
  switch (data?.unread) {
    case "unclear":
      return words.notReadUnclear;
    case "unreadable":
      return words.notReadable;
    case "busy":
      return words.notReadNow;
    default:
      return words.printedHelp;
  }
}
