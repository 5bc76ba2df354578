import type { SettingsOf } from "@touchline/contract/library/content-settings";
import {
  eyeColorLabels,
  hairColorLabels,
  type LiveScanDetails,
  sexLabels,
} from "@touchline/contract/screening/live-scan";
import type { Documents } from "../../../../documents/pdf.ts";

type RequestForm = Documents["live-scan"];

/**
 * The request form: every field of form BCIA 8016 in its order, with handwritten fields empty. Source: California Department of
 * Justice, BCIA 8016 (rev. 04/2020). Nobody is ever asked for the Social Security number; it is left to the site.
 */
export function requestFormOf({
  organization,
  settings,
  person,
  details,
  createdAt,
  requirementId,
}: {
  organization: string;
  settings: SettingsOf<"live-scan">;
  person: { firstName: string; lastName: string; dateOfBirth: string };
  details: LiveScanDetails;
  createdAt: Date;
  requirementId: string;
}): RequestForm {
  const services = settings.levelOfService;
  return {
    title: "Request for Live Scan Service",
    author: organization,
    language: "en",
    createdAt,
    reference: requirementId.slice(-12),
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
            ["Last name", person.lastName, 2],
            ["First name", person.firstName, 2],
            ["Middle name", details.middleName, 1],
            ["Suffix", details.suffix, 1],
          ],
          [["Other names (AKA or alias)", details.otherNames, 1]],
          [
            ["Date of birth", usDay(person.dateOfBirth), 1],
            ["Sex", sexLabels[details.sex], 1],
            ["Driver's license number", "", 2],
          ],
          [
            ["Height", `${details.heightFeet} ft ${details.heightInches} in`, 1],
            ["Weight", `${details.weight} lb`, 1],
            ["Eye color", colored(details.eyeColor, eyeColorLabels[details.eyeColor]), 1],
            ["Hair color", colored(details.hairColor, hairColorLabels[details.hairColor]), 1],
            ["Billing number", settings.billingNumber, 1],
          ],
          [
            ["Place of birth (state or country)", details.birthplace, 2],
            ["Social Security number (by hand, if asked)", "", 2],
            ["Misc. number", "", 1],
          ],
          [
            ["Home address: street address or P.O. box", details.street, 2],
            ["City, state, ZIP code", `${details.city}, ${details.state} ${details.zip}`, 2],
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
