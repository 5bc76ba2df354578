import { Refusal } from "../errors.ts";
import { openKeyedQueue } from "../jobs/keyed-queue.ts";
import { openLimitedWorker, WorkerLimitError } from "../jobs/limited-worker.ts";
import { type Attachment, type CompileInput, type CompilerCode, compilerCode } from "./compiler.ts";
import type { TextBlock } from "./text-blocks.ts";

export type { Attachment } from "./compiler.ts";

/** The data that every document has. Texts are printed as they are and never read as markup. */
type Every = {
  /** The heading of the first page, in the running header and in the metadata. */
  title: string;
  /** The organization whose document it is. */
  author: string;
  /** The language of the words, a BCP 47 tag: screen readers read by it. */
  language: string;
  /** Told in the metadata, so that the same data makes the same bytes. */
  createdAt: Date;
  /** At the foot of every page. */
  reference: string;
};

/** A label and its value. */
export type Fact = readonly [label: string, value: string];

export type RecordPart =
  | { kind: "heading"; text: string; status: string }
  | { kind: "text" | "note"; text: string }
  | { kind: "facts"; rows: readonly Fact[] }
  /** A cell's lines after the first are set smaller. */
  | { kind: "table"; widths: readonly number[]; header: readonly string[]; rows: readonly (readonly string[])[] };

/** What each template shows, by its file's name. */
export type Documents = {
  record: Every & {
    facts: readonly Fact[];
    notes: readonly string[];
    sections: readonly { title: string; parts: readonly RecordPart[] }[];
  };
  waiver: Every & {
    subtitle: string;
    blocks: readonly TextBlock[];
    signature: { title: string; consent: string; typedName: string; lines: readonly string[] };
    evidence: { title: string; header: readonly string[]; rows: readonly Fact[] };
    verify: { title: string; text: string; rows: readonly Fact[] };
    notes: readonly string[];
  };
  letter: Every & {
    /** Below the name of whom it is to. */
    address: readonly string[];
    blocks: readonly TextBlock[];
    /** Texts that come with it, each on pages of its own. */
    enclosures: readonly { title: string; blocks: readonly TextBlock[] }[];
  };
  form: Every & {
    facts: readonly Fact[];
    sections: readonly { title: string; answers: readonly { label: string; lines: readonly string[] }[] }[];
    noAnswer: string;
    /** Shown where letters are printed as numbers. */
    missingNote: string;
  };
  poster: Every & {
    paper: "a4" | "us-letter";
    invitation: string;
    label: string;
    level: string;
    code: { svg: string; alternative: string };
    instructions: string;
    address: string;
    validity: string;
  };
  "live-scan": Every & {
    subtitle: string;
    /** Rows of fields, each with the share of the row that it takes; an empty value is filled in by hand. */
    sections: readonly {
      title: string;
      rows: readonly (readonly (readonly [label: string, value: string, share: number])[])[];
    }[];
    notes: readonly string[];
  };
  certificate: Every & { lines: readonly string[] };
};

export type RenderedDocument = {
  pdf: Buffer;
  /** Letters of the data that no typeface has; the document shows their Unicode numbers, `[U+182E]`. */
  missing: string[];
};

/** Compiled once for the process. */
let code: Promise<CompilerCode> | undefined;
const compilerThread = async () => {
  code ??= compilerCode();
  return { code: await code, folder: new URL("./", import.meta.url).href };
};

const compile = openLimitedWorker<CompileInput, { pdf: Uint8Array; missing: string[] }>(
  new URL("./pdf-worker.ts", import.meta.url),
  { seconds: 120, megabytes: 128, idleSeconds: 600 },
  compilerThread,
);

/** A thread works on one document at a time, and holds a compiler: few threads, and the others wait. */
const queue = openKeyedQueue({ places: 2, longestLine: 200 });

/**
 * Renders a document as a tagged PDF (PDF/UA-1). The same data makes the same bytes.
 *
 * @param more.archival as PDF/A-2a too, for documents without attachments.
 * @throws Unavailable when too many wait already, or when the document takes longer or more memory than a document may.
 */
export async function renderDocument<Name extends keyof Documents>(
  template: Name,
  { createdAt, ...data }: Documents[Name],
  attachments: readonly Attachment[] = [],
  more: { archival?: boolean } = {},
): Promise<RenderedDocument> {
  const created = [
    ...[createdAt.getUTCFullYear(), createdAt.getUTCMonth() + 1, createdAt.getUTCDate()],
    ...[createdAt.getUTCHours(), createdAt.getUTCMinutes(), createdAt.getUTCSeconds()],
  ];
  const input = {
    template,
    data: { pageLabel: "Page {page} of {pages}", ...data, createdAt: created },
    ...{ attachments, archival: more.archival ?? false },
  };
  try {
    const { pdf, missing } = await queue.inPlace(() => compile(input));
    return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), missing };
  } catch (error) {
    if (error instanceof WorkerLimitError) {
      throw new Refusal("unavailable", "This document took too long to create. Try again in a moment.", {
        retryAfter: 5,
      });
    }
    throw error;
  }
}
