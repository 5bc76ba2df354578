import type { ConsentKind } from "@touchline/contract/screening/consents";
import { agencyLine, type ScreeningAgency } from "./agencies.ts";
import { article23A } from "./article-23-a.ts";
import { rightsSummary, rightsSummarySource, rightsSummaryTitle } from "./rights-summary.ts";

/** The values that the texts are filled with. */
export type ConsentWords = {
  organization: string;
  agency: ScreeningAgency;
  /** The organization's own notice, as Markdown; empty if there is none. */
  notice: string;
  /** The number of days for which a check can be ordered after signing. */
  days: number;
};

export type ConsentText = {
  title: string;
  text: string;
  statement: string;
  copyOption: string | null;
  source: { name: string; url: string } | null;
};

const received = "I received this notice and read it.";

/** Every document, by kind. Any change of the text makes a new version, which must be signed again. */
export const consentTexts: Record<ConsentKind, (words: ConsentWords) => ConsentText> = {
  electronic: ({ organization }) => ({
    title: "Sign electronically",
    text: `${organization} gives you the documents for your background check on this website. You read and sign them here instead of on paper.

- **Paper copies are free.** Ask ${organization}.
- **You can change your mind.** Withdraw your consent on this page at any time before the check is ordered. ${organization} can then give you the documents on paper.
- **This covers this background check only.** It doesn't cover other documents.
- **Keep your email address current.** You can change it in your account settings.
- **What you need:** a device with a current web browser, an internet connection, and a way to open and save PDF files.`,
    statement: "I can open these documents on this device, and I agree to read and sign them electronically.",
    copyOption: null,
    source: {
      name: "Electronic Signatures in Global and National Commerce Act, 15 U.S.C. 7001(c)",
      url: "https://www.law.cornell.edu/uscode/text/15/7001",
    },
  }),
  abroad: () => ({
    title: "Where you live",
    text: "Some U.S. states require notices of their own before a background check. Which ones you get depends on where you live.",
    statement: "I don't live in the United States or Canada.",
    copyOption: null,
    source: null,
  }),
  notice: ({ organization, notice }) => ({
    title: `Notice from ${organization}`,
    text: notice,
    statement: received,
    copyOption: null,
    source: null,
  }),
  disclosure: ({ organization }) => ({
    title: "Disclosure about a background check",
    text: `${organization} may obtain a consumer report about you from a consumer reporting agency for employment purposes. Employment purposes include deciding whether you may volunteer.

A consumer report is commonly called a background check. It is information about your character, general reputation, personal characteristics, or mode of living.`,
    statement: "I read this disclosure.",
    copyOption: null,
    source: {
      name: "Fair Credit Reporting Act, 15 U.S.C. 1681b(b)(2)(A)",
      url: "https://www.law.cornell.edu/uscode/text/15/1681b",
    },
  }),
  rights: () => ({
    title: rightsSummaryTitle,
    text: rightsSummary,
    statement: "I received this summary and read it.",
    copyOption: null,
    source: rightsSummarySource,
  }),
  "state-CA": ({ organization, agency }) => ({
    title: "Notice for California",
    text: `${organization} may obtain an investigative consumer report about you for employment purposes, which include deciding whether you may volunteer. California law uses this name for a background check.

**What it may include.** Information on your character, general reputation, personal characteristics, and mode of living.

**Who makes it.** ${agencyLine(agency)}.${unknownContact(agency)}

**What is searched.** Your identity, addresses, and criminal court and sex offender registry records, as far as California law allows.

**Privacy.** The agency describes how it handles personal information, and whether it sends any outside the United States or its territories, at ${agency.privacyPolicy}.

**Your right to see your file.** Under section 1786.22 of the California Civil Code, you may see what the agency has in its files about you, during normal business hours and on reasonable notice. You choose how:

- In person, if you show proper identification. You may get a copy for no more than the cost of duplicating it.
- By certified mail, if you ask in writing and send proper identification.
- By telephone, as a summary, if you ask in writing with proper identification. You pay for the call if there is a toll.

Proper identification means documents such as a valid driver's license, Social Security account number, military identification card, or credit cards. The agency may ask more about your work and your personal or family history only if you can't identify yourself with these.

The agency has trained staff who explain what is in your file, and it explains codes in writing. One other person may come with you. That person must show identification, and the agency may ask you to agree in writing that it discusses your file while that person is there.`,
    statement: "I received this notice and read it, and I authorize the report.",
    copyOption: `I want a copy of the report. It's free, and I get it within three business days after ${organization} receives it.`,
    source: law(
      "California Civil Code section 1786.16",
      "https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1786.16.",
    ),
  }),
  "state-MA": ({ organization, agency }) => ({
    title: "Notice for Massachusetts",
    text: investigative(organization, agency),
    statement: "I received this notice and read it, and I give permission to obtain the report.",
    copyOption: null,
    source: law(
      "Massachusetts General Laws chapter 93, section 53",
      "https://malegislature.gov/Laws/GeneralLaws/PartI/TitleXV/Chapter93/Section53",
    ),
  }),
  "state-MN": ({ organization, agency }) => ({
    title: "Notice for Minnesota",
    text: `${organization} may obtain a consumer report about you from ${agency.name} for employment purposes, which include deciding whether you may volunteer.

You may ask ${organization} in writing for more information about the nature and scope of the report. It answers within five days after it receives your request or after it asked for the report, whichever is later.`,
    statement: received,
    copyOption: `I want a copy of the report. It's free, and ${agency.name} sends it within 24 hours after giving it to ${organization}.`,
    source: law("Minnesota Statutes section 13C.02", "https://www.revisor.mn.gov/statutes/cite/13C.02"),
  }),
  "state-NJ": ({ organization, agency }) => ({
    title: "Notice for New Jersey",
    text: investigative(organization, agency),
    statement: "I received this notice and read it, and I give permission to obtain the report.",
    copyOption: null,
    source: law("New Jersey Statutes 56:11-33", "https://law.justia.com/codes/new-jersey/title-56/section-56-11-33/"),
  }),
  "state-NY": ({ organization }) => ({
    title: "Notice for New York",
    text: `${organization} may request a consumer report or an investigative consumer report about you. It may request another one to update or renew your position.

If you ask ${organization} in writing, it tells you whether a report was requested, and the name and address of the consumer reporting agency. You may then inspect the report and receive a copy by contacting that agency.

New York law requires that you also receive this copy of Article 23-A of the Correction Law.

${article23A}`,
    statement: "I received this notice with Article 23-A and read it, and I authorize the report.",
    copyOption: null,
    source: law(
      "New York General Business Law sections 380-b and 380-c; Correction Law Article 23-A",
      "https://www.nysenate.gov/legislation/laws/GBS/380-C",
    ),
  }),
  "state-OK": ({ organization, agency }) => ({
    title: "Notice for Oklahoma",
    text: `${organization} will use a consumer report about you from ${agency.name} for employment purposes, which include deciding whether you may volunteer.`,
    statement: received,
    copyOption: "I want a copy of the report. It's free.",
    source: law("24 Oklahoma Statutes section 148", "https://law.justia.com/codes/oklahoma/title-24/section-24-148/"),
  }),
  "state-WA": ({ organization, agency }) => ({
    title: "Notice for Washington",
    text: `${organization} may obtain a consumer report about you from ${agency.name} for employment purposes, which include deciding whether you may volunteer. It may be an investigative consumer report, which includes information on your character, general reputation, personal characteristics, and mode of living.

You may ask ${agency.name} for a written summary of your rights and remedies under the Washington Fair Credit Reporting Act.

You may ask ${organization} in writing for a complete and accurate disclosure of the nature and scope of an investigative consumer report. It answers within five days after it receives your request or after it asked for the report, whichever is later.`,
    statement: received,
    copyOption: null,
    source: law(
      "Revised Code of Washington 19.182.020 and 19.182.050",
      "https://app.leg.wa.gov/RCW/default.aspx?cite=19.182",
    ),
  }),
  authorization: ({ organization, agency, days }) => ({
    title: "Authorization for a background check",
    text: `I authorize ${organization} to obtain a consumer report about me from ${agency.name} for employment purposes, which include deciding whether I may volunteer.

I authorize courts, law enforcement agencies, other public offices, schools, employers, and information services to give ${agency.name} the information that this report needs.

This authorization is for one background check, ordered within ${days} days after I sign. I can withdraw it before then.`,
    statement: "I authorize this background check.",
    copyOption: null,
    source: {
      name: "Fair Credit Reporting Act, 15 U.S.C. 1681b(b)(2)(A)(ii)",
      url: "https://www.law.cornell.edu/uscode/text/15/1681b",
    },
  }),
};

function law(name: string, url: string) {
  return { name, url };
}

const unknownContact = ({ address, phone }: ScreeningAgency): string =>
  address !== null && phone !== null ? "" : " Its address and telephone number are on its website.";

/** The identical notice that Massachusetts and New Jersey require. */
const investigative = (organization: string, agency: ScreeningAgency): string =>
  `${organization} may obtain an investigative consumer report about you from ${agencyLine(agency)}. An investigative consumer report commonly includes information about a person's character, general reputation, personal characteristics, and mode of living.

**Nature and scope.** The agency searches your identity, addresses, and criminal court and sex offender registry records for employment purposes, which include deciding whether you may volunteer.

You have the right to a copy of the report. Ask ${organization} or the agency.`;
