import { Readable } from "node:stream";
import {
  eyeColorLabels,
  hairColorLabels,
  type LiveScanDetails,
  sexLabels,
} from "@touchline/contract/screening/live-scan";
import { missingFormFacts } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { type Documents, renderDocument } from "../../../../documents/pdf.ts";
import { conflict } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { liveScan } from "../../../../schema/screening.ts";
import { recordRequirementEvents, restandOne, transition } from "../../../compliance/index.ts";
import { permittedInTurn, permittedOfKind, subjectOf } from "../../../requirements/index.ts";
import type { Place } from "../queries/progress.ts";

type FormData = Documents["live-scan"];

/**
 * What the request form says, judged before it is rendered.
 *
 * @throws NotFound, Forbidden, Conflict where facts of the organization or the date of birth are missing.
 */
export async function beginForm(call: Call, input: Place & LiveScanDetails): Promise<FormData> {
  const { found, settings } = await permittedOfKind(call, input, "begin", "live-scan");
  if (missingFormFacts(settings).length > 0) {
    throw conflict("Your organization hasn't entered its Live Scan details yet. Ask it to complete them.", "noForm");
  }
  const { firstName, lastName, dateOfBirth } = found.target;
  if (dateOfBirth === null) {
    throw conflict("The request form needs a date of birth. Enter it in the profile first.", "noBirthDate");
  }
  const { name } = await organizationFacts(call);
  const services = settings.levelOfService;
  return {
    title: "Request for Live Scan Service",
    author: name,
    language: "en",
    createdAt: call.now,
    reference: input.requirementId.slice(-12),
    subtitle: "Applicant submission. Carries every field of form BCIA 8016, in its order.",
    sections: [
      {
        title: "Applicant submission",
        rows: [
          [
            ["ORI (code assigned by DOJ)", settings.ori, 1],
            ["Authorized applicant type", settings.applicantType, 2],
          ],
          [["Type of license, certification, permit or working title", settings.jobTitle, 1]],
        ],
      },
      {
        title: "Contributing agency information",
        rows: [
          [
            ["Agency authorized to receive criminal record information", settings.agency, 2],
            ["Mail code (five digits assigned by DOJ)", settings.mailCode, 1],
          ],
          [
            ["Street address or P.O. box", settings.agencyStreet, 2],
            ["Contact name", settings.contact, 1],
          ],
          [
            ["City, state, ZIP code", settings.agencyCity, 2],
            ["Contact telephone number", settings.contactPhone, 1],
          ],
        ],
      },
      {
        title: "Applicant information",
        rows: [
          [
            ["Last name", lastName, 2],
            ["First name", firstName, 2],
            ["Middle name", input.middleName, 1],
            ["Suffix", input.suffix, 1],
          ],
          [["Other names (AKA or alias)", input.otherNames, 1]],
          [
            ["Date of birth", usDay(dateOfBirth), 1],
            ["Sex", sexLabels[input.sex], 1],
            ["Driver's license number", "", 2],
          ],
          [
            ["Height", `${input.heightFeet} ft ${input.heightInches} in`, 1],
            ["Weight", `${input.weight} lb`, 1],
            ["Eye color", colored(input.eyeColor, eyeColorLabels[input.eyeColor]), 1],
            ["Hair color", colored(input.hairColor, hairColorLabels[input.hairColor]), 1],
            ["Billing number", settings.billingNumber, 1],
          ],
          [
            ["Place of birth (state or country)", input.birthplace, 2],
            ["Social Security number (by hand, if asked)", "", 2],
            ["Misc. number", "", 1],
          ],
          [
            ["Home address: street address or P.O. box", input.street, 2],
            ["City, state, ZIP code", `${input.city}, ${input.state} ${input.zip}`, 2],
          ],
          [
            [
              "I have received and read the Privacy Notice, Privacy Act Statement, and Applicant's Privacy Rights. Signature",
              "",
              3,
            ],
            ["Date", "", 1],
          ],
        ],
      },
      {
        title: "Level of service",
        rows: [
          [
            ["Your number: OCA number (agency identifying number)", settings.ocaNumber, 2],
            ["DOJ", services.includes("DOJ") ? "Yes" : "No", 1],
            ["FBI", services.includes("FBI") ? "Yes" : "No", 1],
          ],
          [["If resubmission, original ATI number (proof of rejection required)", "", 1]],
        ],
      },
      {
        title: "Employer (additional response for agencies specified by statute)",
        rows: [
          [
            ["Employer name", "", 2],
            ["Mail code (five digits assigned by DOJ)", "", 1],
          ],
          [
            ["Street address or P.O. box, city, state, ZIP code", "", 2],
            ["Telephone number (optional)", "", 1],
          ],
        ],
      },
      {
        title: "Live Scan transaction completed by",
        rows: [
          [
            ["Name of operator", "", 2],
            ["Date", "", 1],
          ],
          [
            ["Transmitting agency", "", 2],
            ["LSID", "", 1],
            ["ATI number", "", 2],
            ["Amount collected or billed", "", 1],
          ],
        ],
      },
    ],
    notes: [
      "Print three copies: original for the Live Scan operator, second copy for the applicant, third copy (if needed) for the requesting agency.",
      "Prepared from BCIA 8016, Request for Live Scan Service (rev. 04/2020), of the California Department of Justice. The site hands out the state's privacy notices and takes this information over.",
    ],
  };
}

const usDay = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$2/$3/$1");
const colored = (code: string, label: string) => `${label} (${code})`;

/** Renders the form outside of any transaction. */
export async function renderForm(data: FormData): Promise<Buffer> {
  return (await renderDocument("live-scan", data)).pdf;
}

/** Notes that the form was created: the requirement waits on the applicant now. @throws NotFound, Forbidden, Conflict */
export async function finishForm(given: Call, input: Place, pdf: Buffer): Promise<FileAnswer> {
  const { call, found } = await permittedInTurn(given, input, "begin");
  const { attempt, asked } = found.on;
  const subject = subjectOf(found.target, found.on);
  const waits = attempt?.state === "waitingApplicant";
  const attemptId = waits
    ? attempt.attemptId
    : (await transition(call, subject, { kind: "sentToApplicant" }, asked.versionId)).attemptId;
  const { requirementId } = input;
  await call.db
    .insert(liveScan)
    .values({
      organizationId: call.organizationId,
      ...{ attemptId, requirementId, formMadeAt: call.now, formMadeLastAt: call.now },
    })
    .onConflictDoUpdate({
      target: [liveScan.organizationId, liveScan.attemptId],
      set: { formMadeLastAt: call.now, formMadeAt: sql`coalesce(${liveScan.formMadeAt}, excluded.form_made_at)` },
      setWhere: ours(liveScan, call),
    });
  await recordRequirementEvents(call, [{ ...subject, attemptId, kind: "liveScanFormMade" }]);
  await restandOne(call, subject);
  return {
    name: "Request for Live Scan Service.pdf",
    mediaType: "application/pdf",
    bytes: pdf.length,
    stream: Readable.from([pdf]),
  };
}
