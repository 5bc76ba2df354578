import type { LiveScanDetails } from "@touchline/contract/screening/live-scan";
import { usualSettings } from "@touchline/rules";
import { expect, test } from "vitest";
import { openPdf, wordsOf } from "../../../../test/pdf.ts";
import { renderDocument } from "../../../documents/pdf.ts";
import { requestFormOf } from "./actions/request-form.ts";

const settings = {
  ...usualSettings["live-scan"],
  ...{ ori: "A1234", applicantType: "Youth organization volunteer", jobTitle: "Volunteer coach" },
  ...{ agency: "Bay Area Youth Soccer", agencyStreet: "10 Harbor Way", agencyCity: "Oakland, CA 94607" },
  ...{ mailCode: "01234", contact: "Dana Reyes", contactPhone: "510-555-0142", ocaNumber: "VOL-77" },
};
const details: LiveScanDetails = {
  ...{
    middleName: "Lee",
    suffix: "Jr.",
    otherNames: "Núñez, Ana",
    sex: "F",
    heightFeet: 5,
    heightInches: 6,
    weight: 140,
  },
  ...{ eyeColor: "BRO", hairColor: "BLK", birthplace: "Oregon", street: "1 Main Street", city: "Oakland" },
  ...{ state: "California", zip: "94601" },
};
const formOf = async (more: Partial<Parameters<typeof requestFormOf>[0]> = {}) =>
  (
    await renderDocument(
      "live-scan",
      requestFormOf({
        ...{
          organization: "Cascade Youth Soccer",
          settings,
          details,
          requirementId: "00000000-0000-7000-8000-0123456789ab",
        },
        person: { firstName: "Ana", lastName: "Ruiz", dateOfBirth: "1990-03-04" },
        createdAt: new Date("2026-01-02T03:04:05Z"),
        ...more,
      }),
    )
  ).pdf;

test("the request form carries every field of BCIA 8016 in its order", async () => {
  const text = await wordsOf(await formOf());
  const inOrder = [
    ...["Request for Live Scan Service", "BCIA 8016", "ORI", "A1234", "Authorized applicant type", "working title"],
    ...[
      "Volunteer coach",
      "Agency authorized to receive criminal record information",
      "Bay Area Youth Soccer",
      "Mail code",
    ],
    ...[
      "01234",
      "10 Harbor Way",
      "Dana Reyes",
      "Oakland, CA 94607",
      "510-555-0142",
      "Last name",
      "Ruiz",
      "Ana",
      "Lee",
      "Jr.",
    ],
    ...["Other names", "Núñez, Ana", "Date of birth", "03/04/1990", "Sex", "Female", "Driver's license", "5 ft 6 in"],
    ...["140 lb", "Brown (BRO)", "Black (BLK)", "Billing number", "Oregon", "Social Security number", "Misc. number"],
    ...["1 Main Street", "Oakland, California 94601", "Signature", "OCA number", "VOL-77", "DOJ", "Yes", "FBI", "No"],
    ...[
      "original ATI number",
      "Employer name",
      "Name of operator",
      "Transmitting agency",
      "LSID",
      "ATI number",
      "Amount",
    ],
    ...["three copies", "original for the Live Scan operator", "second copy for the applicant", "third copy"],
  ];
  let at = 0;
  for (const words of inOrder) {
    const found = text.indexOf(words, at);
    expect(found, words).toBeGreaterThanOrEqual(0);
    at = found;
  }
});

test("the request form fits on one Letter page, also with the longest words, and is PDF/UA-1", async () => {
  const long = (most: number) => "Long words ".repeat(20).slice(0, most).trim();
  const longest = await formOf({
    settings: {
      ...settings,
      ...{ agency: long(200), agencyStreet: long(100), agencyCity: long(100), applicantType: long(100) },
      ...{
        jobTitle: long(30),
        contact: long(200),
        contactPhone: long(30),
        ocaNumber: long(30),
        billingNumber: long(30),
      },
    },
    details: {
      ...details,
      ...{ middleName: long(50), otherNames: long(100), birthplace: long(50), street: long(100), city: long(60) },
    },
    person: { firstName: long(100), lastName: long(100), dateOfBirth: "1990-03-04" },
  });
  for (const pdf of [await formOf(), longest]) {
    const loaded = await openPdf(pdf);
    expect(loaded.numPages).toBe(1);
    expect((await loaded.getPage(1)).view).toEqual([0, 0, 612, 792]);
    expect(pdf.toString("latin1")).toContain("<pdfuaid:part>1</pdfuaid:part>");
  }
});
