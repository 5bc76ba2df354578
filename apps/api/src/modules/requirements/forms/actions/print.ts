import type { FormAnswers } from "@touchline/contract/library/form-definition";
import { renderDocument } from "../../../../documents/pdf.ts";

/** The contents of the PDF of a form that was filled in on the page. */
export type Printed = {
  title: string;
  organization: string;
  version: number;
  /** The name of the person the form is about, and their organization level. */
  about: string;
  place: string;
  /** The name of the person who filled in the form. */
  signer: string;
  at: Date;
  zone: string;
  reference: string;
  sections: readonly { title: string; answers: readonly { label: string; lines: readonly string[] }[] }[];
  /** Attached to the PDF as data. */
  answers: FormAnswers;
};

/** Renders the answers as a PDF, with the same answers attached as data (`answers.json`), letter by letter. */
export async function renderAnswers(printed: Printed): Promise<Buffer> {
  const at = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: printed.zone });
  const data = {
    title: printed.title,
    author: printed.organization,
    language: "en",
    createdAt: printed.at,
    reference: printed.reference,
    facts: [
      ["About", `${printed.about} (${printed.place})`],
      ["Filled in by", printed.signer],
      ["Submitted", `${at.format(printed.at).replaceAll("\u202f", " ")} (${printed.zone})`],
      ["Form version", String(printed.version)],
      ["Reference", printed.reference],
    ] as const,
    sections: printed.sections,
    noAnswer: "No answer",
    missingNote:
      "No installed font can print some of these characters, so they are shown as their Unicode numbers. The attached answers.json has the characters themselves.",
  };
  const { pdf } = await renderDocument("form", data, [
    {
      name: "answers.json",
      mediaType: "application/json",
      description: "The answers as data",
      content: JSON.stringify({ ...printed, at: printed.at.toISOString() }, null, 2),
    },
  ]);
  return pdf;
}
