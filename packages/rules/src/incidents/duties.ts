/**
 * Lists who must be notified of suspected abuse, and by when, by the law of the United States and of the listed states. Every
 * line names its source.
 */
import type { DutyKey } from "@touchline/contract/incidents/incidents";

/** The day when the sources were last read. */
export const dutiesAsOf = "January 2025";

/** A step with the law that requires it, or null if it is common sense. */
export type Duty = { key: DutyKey; text: string; law: string | null; url: string | null };

/** `hours`: by when the written report is due; null if only a spoken one is required. */
type StateDuty = { name: string; spoken: string; hours: number | null; law: string; url: string };

const atOnce = "immediately";
const first = "at the first opportunity, at most 48 hours later";

/** Laws on reports of child abuse and neglect by mandatory reporters. */
const states: Readonly<Record<string, StateDuty>> = {
  CA: {
    ...{ name: "California", spoken: atOnce, hours: 36, law: "California Penal Code § 11166" },
    url: "https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=PEN&sectionNum=11166",
  },
  CO: {
    ...{ name: "Colorado", spoken: atOnce, hours: null, law: "Colorado Revised Statutes § 19-3-304" },
    url: "https://leg.colorado.gov/colorado-revised-statutes",
  },
  FL: {
    ...{ name: "Florida", spoken: atOnce, hours: null, law: "Florida Statutes § 39.201" },
    url: "http://www.leg.state.fl.us/statutes/index.cfm?App_mode=Display_Statute&URL=0000-0099/0039/Sections/0039.201.html",
  },
  GA: {
    ...{ name: "Georgia", spoken: "immediately, at most 24 hours later", hours: null },
    ...{ law: "Official Code of Georgia § 19-7-5", url: "https://www.legis.ga.gov/" },
  },
  IL: {
    ...{ name: "Illinois", spoken: atOnce, hours: 48, law: "325 ILCS 5/4 and 5/7" },
    url: "https://www.ilga.gov/legislation/ilcs/ilcs3.asp?ActID=1460",
  },
  MA: {
    ...{ name: "Massachusetts", spoken: atOnce, hours: 48, law: "Massachusetts General Laws c. 119, § 51A" },
    url: "https://malegislature.gov/Laws/GeneralLaws/PartI/TitleXVII/Chapter119/Section51A",
  },
  MI: {
    ...{ name: "Michigan", spoken: atOnce, hours: 72, law: "Michigan Compiled Laws 722.623" },
    url: "https://www.legislature.mi.gov/Laws/MCL?objectName=mcl-722-623",
  },
  MN: {
    ...{ name: "Minnesota", spoken: atOnce, hours: 72, law: "Minnesota Statutes § 260E.09" },
    url: "https://www.revisor.mn.gov/statutes/cite/260E.09",
  },
  NJ: {
    ...{ name: "New Jersey", spoken: atOnce, hours: null, law: "New Jersey Statutes § 9:6-8.10" },
    url: "https://www.njleg.state.nj.us/statute-database",
  },
  NY: {
    ...{ name: "New York", spoken: atOnce, hours: 48, law: "New York Social Services Law § 415" },
    url: "https://www.nysenate.gov/legislation/laws/SOS/415",
  },
  OH: {
    ...{ name: "Ohio", spoken: atOnce, hours: null, law: "Ohio Revised Code § 2151.421" },
    url: "https://codes.ohio.gov/ohio-revised-code/section-2151.421",
  },
  PA: {
    ...{ name: "Pennsylvania", spoken: atOnce, hours: 48, law: "23 Pennsylvania Consolidated Statutes § 6313" },
    url: "https://www.legis.state.pa.us/",
  },
  VA: {
    ...{ name: "Virginia", spoken: "as soon as possible, at most 24 hours later", hours: null },
    ...{ law: "Code of Virginia § 63.2-1509", url: "https://law.lis.virginia.gov/vacode/63.2-1509/" },
  },
  WA: {
    ...{ name: "Washington", spoken: first, hours: null, law: "Revised Code of Washington § 26.44.030" },
    url: "https://app.leg.wa.gov/rcw/default.aspx?cite=26.44.030",
  },
};

/** The states whose law is listed. */
export const statesWithDuties: readonly string[] = Object.keys(states);

/** Returns the steps for an organization in a state. If the state's law isn't listed, only those of federal law. */
export function reportingDuties(stateCode: string | null): { stateName: string | null; steps: readonly Duty[] } {
  const state = stateCode === null ? undefined : states[stateCode];
  const steps: Duty[] = [
    { key: "danger", text: "If anyone is in danger, call 911.", law: null, url: null },
    {
      ...{ key: "federal", law: "34 U.S.C. § 20341" },
      text: "Report suspected abuse to the police or child protective services within 24 hours.",
      url: "https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title34-section20341&num=0&edition=prelim",
    },
  ];
  if (!state) return { stateName: null, steps };
  const { name, spoken, hours, law, url } = state;
  steps.push({ key: "spoken", text: `Report by phone or online to ${name}’s authority ${spoken}.`, law, url });
  if (hours !== null) {
    const weekends = name === "Minnesota" ? ", not counting weekends and holidays" : "";
    steps.push({ key: "written", text: `Send the report in writing within ${hours} hours${weekends}.`, law, url });
  }
  return { stateName: name, steps };
}
