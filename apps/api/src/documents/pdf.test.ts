import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { attachedTo, openPdf, wordsOf } from "../../test/pdf.ts";
import { openLimitedWorker, WorkerLimitError } from "../jobs/limited-worker.ts";
import { compilerCode, openCompiler } from "./compiler.ts";
import { type Documents, renderDocument } from "./pdf.ts";
import { finishAccessible } from "./pdf-ua.ts";
import { textBlocks } from "./text-blocks.ts";
import { typefaces } from "./typefaces.ts";

const every = {
  title: "Title",
  author: "Cascade Youth Soccer",
  language: "en",
  createdAt: new Date("2026-01-02T03:04:05Z"),
  reference: "01a20cf2",
};
const lines = (...words: string[]) => renderDocument("certificate", { ...every, lines: words });
const aRecord = (sections: Documents["record"]["sections"], more: Partial<Documents["record"]> = {}) =>
  renderDocument("record", { ...every, facts: [["Email", "a@example.org"]], notes: [], sections, ...more });
const aLetter = () =>
  renderDocument("letter", {
    ...{ title: "Notice before a decision about you", author: "Cascade Youth Soccer", language: "en" },
    ...{ createdAt: new Date("2026-05-04T12:00:00Z"), reference: "one", address: ["1 Main Street"] },
    blocks: [
      { as: "heading", level: 1, indent: 0, runs: [{ text: "What you can do" }] },
      { as: "text", indent: 1, mark: "•", runs: [{ text: "Dispute it." }] },
    ],
    enclosures: [{ title: "Your rights", blocks: textBlocks("### Deep\n\n- one\n- two") }],
  });
const aWaiver = (markdown: string, more: Partial<Documents["waiver"]> = {}) =>
  renderDocument("waiver", {
    ...every,
    subtitle: "Version 1",
    blocks: textBlocks(markdown),
    signature: { title: "Signature", consent: "I agree.", typedName: "Ana Núñez", lines: ["Signed by Ana Núñez"] },
    evidence: { title: "How this was signed", header: ["Detail", "Value"], rows: [["SHA-256", "b".repeat(64)]] },
    verify: { title: "Is this document genuine?", text: "Open the address.", rows: [["Code", "7K2M9"]] },
    notes: [],
    ...more,
  });
const aForm = (answers: { label: string; lines: string[] }[]) =>
  renderDocument(
    "form",
    {
      ...every,
      facts: [["About", "Noa"]],
      sections: [{ title: "Health", answers }],
      noAnswer: "No answer",
      missingNote: "Some characters are numbers.",
    },
    [{ name: "answers.json", mediaType: "application/json", description: "Data", content: '{"x":"ᠮ"}' }],
  );
const aPoster = (more: Partial<Documents["poster"]> = {}) =>
  renderDocument("poster", {
    ...every,
    paper: "us-letter",
    invitation: "Sign up as",
    label: "Volunteer",
    level: "North Team",
    code: {
      svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v1h-1z"/></svg>',
      alternative: "QR code of https://example.org",
    },
    instructions: "Point your phone's camera at the code.",
    address: "https://example.org",
    validity: "",
    ...more,
  });

type Item = { str: string; width: number; transform: [number, number, number, number, number, number] };

async function read(pdf: Buffer) {
  const loaded = await openPdf(pdf);
  const pages: Item[][] = [];
  for (let page = 1; page <= loaded.numPages; page += 1) {
    const { items } = await (await loaded.getPage(page)).getTextContent({ disableNormalization: true });
    pages.push(items.filter((item) => "str" in item) as unknown as Item[]);
  }
  return { loaded, pages, items: pages.flat(), text: await wordsOf(pdf) };
}

/** Without what is not seen: spaces, joiners, directions; readers take composed and decomposed letters for the same. */
const seen = (text: string) => text.normalize("NFKC").replaceAll(/[\s\p{Cf}]/gu, "");
const sorted = (text: string) => [...seen(text).normalize("NFD")].sort().join("");
/** The letters of a text that another one has less often. */
const lacking = (letters: string, text: string) => {
  const left = sorted(text).split("");
  return [...sorted(letters).split("")]
    .filter((letter) => {
      const at = left.indexOf(letter);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    })
    .join("");
};
const badInput = (path: string) => readFile(new URL(`../../test/badinput/${path}`, import.meta.url), "utf8");

type Element = { role: string; id?: string; type?: string; alt?: string; children?: Element[] };
const rolesOf = ({ role, children = [] }: Element): string[] => [role, ...children.flatMap(rolesOf)].filter(Boolean);

describe("data", () => {
  const markup = [
    '#eval("1")',
    "$x$",
    "*a*",
    "_b_",
    "@ref",
    "<label>",
    "#panic()",
    "= Title",
    "- item",
    "// gone",
    "\\u{41}",
    "`c`",
  ];

  test.each(markup)("%s is shown as it is in every document, and is never markup", async (text) => {
    const all = await Promise.all([
      lines(text),
      aRecord(
        [{ title: text, parts: [{ kind: "table", widths: [1], header: [text], rows: [[`${text}\n${text}`]] }] }],
        {
          title: text,
          author: text,
        },
      ),
      aWaiver("Text", { title: text, signature: { title: text, consent: text, typedName: text, lines: [text] } }),
      aForm([{ label: text, lines: [text] }]),
      aPoster({ label: text, level: text, author: text }),
    ]);
    for (const { pdf } of all) expect(seen((await read(pdf)).text)).toContain(seen(text));
    const { info } = (await (await openPdf(all[1].pdf)).getMetadata()) as { info: Record<string, string> };
    expect(info).toMatchObject({ Title: text, Author: text });
  });

  test("the same data makes the same bytes, in another thread and whatever was rendered before", async () => {
    const once = (await aWaiver("# Risks\n\n李小龙 and **bold**")).pdf;
    await lines("김 민준 श्रीमती ⚽ ★");
    expect((await aWaiver("# Risks\n\n李小龙 and **bold**")).pdf.equals(once)).toBe(true);
    const other = await openCompiler(await compilerCode(), new URL("./", import.meta.url));
    const data = { ...every, createdAt: [2026, 1, 2, 3, 4, 5], lines: ["李小龙 ★"], pageLabel: "" };
    const elsewhere = await other.compile({ template: "certificate", data, attachments: [] });
    const third = await openCompiler(await compilerCode(), new URL("./", import.meta.url));
    const again = await third.compile({ template: "certificate", data, attachments: [] });
    expect(finishAccessible(elsewhere.pdf).equals(finishAccessible(again.pdf))).toBe(true);
    expect(once.toString("latin1")).toContain("(D:20260102030405Z)");
    expect(once.toString("latin1")).not.toContain(`D:${new Date().getUTCFullYear() + 1}`);
  });

  test("attachments are there letter by letter, also what cannot be printed", async () => {
    const { pdf, missing } = await aForm([{ label: "Which?", lines: ["ᠮ"] }]);
    expect(missing).toEqual(["ᠮ"]);
    const { loaded, text } = await read(pdf);
    expect(await attachedTo(loaded, "answers.json")).toBe('{"x":"ᠮ"}');
    expect(seen(text)).toContain("[U+182E]");
    expect(text).toContain("Some characters are numbers.");
  });
});

describe("templates", () => {
  /** Compiles a template of a folder of its own. */
  async function compiled(source: string) {
    const folder = await mkdtemp(join(tmpdir(), "templates-"));
    await writeFile(join(folder, "own.typ"), source);
    await writeFile(join(folder, "secret.txt"), "secret");
    const compiler = await openCompiler(await compilerCode(), pathToFileURL(`${folder}/`));
    return compiler.compile({ template: "own", data: { words: "x" }, attachments: [] });
  }

  test.each([
    ["a file of the machine", '#read("/etc/passwd")'],
    ["a file above its folder", '#read("../../../../etc/passwd")'],
    ["a file beside it that is no template", '#read("secret.txt")'],
    ["a package of the network", '#import "@preview/cetz:0.3.4": *'],
    ["an installed package", '#import "@local/own:1.0.0": *'],
  ])("cannot reach %s", async (_what, source) => {
    await expect(compiled(source)).rejects.toThrow(
      /Templates read nothing but templates|failed to load|not found|access denied/,
    );
  });

  test("an error in a template names its line", async () => {
    await expect(compiled("Text\n#nothing-of-this-name")).rejects.toThrow("own.typ 1:1-1:21: unknown variable");
  });

  test("typefaces of the machine are not used", async () => {
    await expect(compiled('#set text(font: "DejaVu Serif", fallback: false)\nText')).resolves.toBeDefined();
    const { pdf } = await compiled('#set text(font: "DejaVu Serif", fallback: false)\nText');
    expect(Buffer.from(pdf).toString("latin1")).not.toContain("DejaVuSerif");
  });

  test("a document that takes too long is ended with its thread, and the next one is rendered", {
    tags: ["thorough"],
    timeout: 60_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "templates-"));
    const endless =
      "#{ let sum = 0; for i in range(10000) { for j in range(10000) { for k in range(10000) { sum += k } } }; sum }";
    await writeFile(join(folder, "endless.typ"), endless);
    const shared = { code: await compilerCode(), folder: pathToFileURL(`${folder}/`).href };
    const worker = new URL("./pdf-worker.ts", import.meta.url);
    const run = openLimitedWorker<object, { pdf: Uint8Array }>(worker, { seconds: 5, megabytes: 128 }, () => shared);
    const endlessly = run({ template: "endless", data: {}, attachments: [] });
    await expect(endlessly).rejects.toThrow(WorkerLimitError);
    expect((await read((await lines("Next")).pdf)).text).toContain("Next");
  });

  test("no template asks for the time, evaluates text or loads anything but the shared page", async () => {
    for (const name of ["page", "blocks", "record", "waiver", "letter", "form", "poster", "certificate"]) {
      const source = await readFile(new URL(`./${name}.typ`, import.meta.url), "utf8");
      expect(source, name).not.toMatch(/today\(|eval\(|plugin\(|read\(|\bauto-date\b/);
      expect([...source.matchAll(/import "([^"]+)"/g)].map(([, path]) => path)).toEqual([
        ...(name === "page" ? [] : ["page.typ"]),
        ...(name === "waiver" || name === "letter" ? ["blocks.typ"] : []),
      ]);
    }
  });
});

describe("structure", () => {
  const all: [string, () => Promise<{ pdf: Buffer }>][] = [
    [
      "record",
      () =>
        aRecord([
          {
            title: "History",
            parts: [{ kind: "table", widths: [1, 1], header: ["When", "What"], rows: [["a", "b"]] }],
          },
        ]),
    ],
    ["waiver", () => aWaiver("### Deep heading\n\n- one\n- two\n\n1. first\n2. second\n\n> quoted")],
    ["letter", () => aLetter()],
    ["form", () => aForm([{ label: "Which?", lines: ["None"] }])],
    ["poster", () => aPoster()],
    ["certificate", () => lines("One")],
  ];

  test.each(all)(
    "a %s is tagged, titled, in its language, with its typefaces, and says that it is PDF/UA-1",
    async (_name, make) => {
      const { pdf } = await make();
      const file = pdf.toString("latin1");
      expect(file.startsWith("%PDF-1.7")).toBe(true);
      for (const part of ["/MarkInfo", "/Marked true", "/StructTreeRoot", "/Lang (en)", "/DisplayDocTitle true"]) {
        expect(file).toContain(part);
      }
      expect(file).toContain("<pdfuaid:part>1</pdfuaid:part>");
      const loaded = await openPdf(pdf);
      const fonts = file.match(/\/Type \/FontDescriptor/g) ?? [];
      expect(fonts.length).toBeGreaterThan(0);
      expect(file.match(/\/FontFile[23] /g)).toHaveLength(fonts.length);
      expect(file.match(/\/ToUnicode /g)).toHaveLength(fonts.length);
      const roles: string[] = [];
      for (let page = 1; page <= loaded.numPages; page += 1) {
        roles.push(...rolesOf((await (await loaded.getPage(page)).getStructTree()) as unknown as Element));
      }
      // Each heading says what it is, and none is deeper than the one before by more than one.
      const headings = file.match(/\/S \/H\d\n[\s\S]*?endobj/g) ?? [];
      expect(headings.length).toBeGreaterThan(0);
      for (const heading of headings) expect(heading).toMatch(/\/T (\([^)]|<[0-9A-F])/);
      const levels = roles.filter((role) => /^H\d$/.test(role)).map((role) => Number(role[1]));
      expect(levels[0]).toBe(1);
      for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    },
  );

  test("a poster's long address can be copied as it is, and a long name stays on the page", async () => {
    const address = `https://clubs.example.org/join?token=${"aB3_".repeat(16)}`;
    const { items, text, pages } = await read((await aPoster({ address, level: "N".repeat(120) })).pdf);
    expect(pages).toHaveLength(1);
    expect(text).toContain(address);
    for (const { transform, width } of items) {
      expect(transform[4]).toBeGreaterThanOrEqual(36);
      expect(transform[4] + width).toBeLessThanOrEqual(612 - 36);
    }
  });

  test("lists, tables, and pictures are tagged as such", async () => {
    const waiver = await openPdf((await aWaiver("- one\n- two\n\n1. first\n2. second")).pdf);
    const roles = rolesOf((await (await waiver.getPage(1)).getStructTree()) as unknown as Element);
    expect(roles.filter((role) => role === "L")).toHaveLength(2);
    expect(roles.filter((role) => role === "LI")).toHaveLength(4);
    const rows = Array.from({ length: 90 }, (_, index) => [`Row ${index}`, "Event"]);
    const { pdf } = await aRecord([
      { title: "History", parts: [{ kind: "table", widths: [1, 1], header: ["Date and time", "Event"], rows }] },
    ]);
    const { loaded, pages } = await read(pdf);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, items] of pages.entries()) {
      const text = items.map(({ str }) => str).join(" ");
      expect(text).toContain("Date and time");
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
      if (index > 0) expect(text).toContain("Cascade Youth Soccer");
    }
    const tree = rolesOf((await (await loaded.getPage(1)).getStructTree()) as unknown as Element);
    expect(tree.filter((role) => role === "TH")).toHaveLength(2);
    expect(tree.filter((role) => role === "TD").length).toBeGreaterThan(20);
    expect((await aPoster()).pdf.toString("latin1")).toContain("/Alt (QR code of https://example.org)");
  });
});

const scripts = {
  simplified: "李小龙，欧阳娜娜",
  traditional: "李小龍、歐陽菲菲",
  japanese: "山田 さくら・ヤマダ／髙橋",
  "rare Japanese": "𠮷野",
  korean: "김 민준 뷁",
  devanagari: "श्रीमती सुनीता क्षत्रिय कर्म हिन्दी।",
  bengali: "শ্রীমতী রবীন্দ্রনাথ ঠাকুর কো",
  gurmukhi: "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
  gujarati: "શ્રીમતી કૃષ્ણ ક્ષમા",
  oriya: "ଶ୍ରୀ କୃଷ୍ଣ",
  tamil: "ஸ்ரீனிவாசன் கோபாலகிருஷ்ணன்",
  telugu: "శ్రీనివాస్ కృష్ణ",
  kannada: "ಶ್ರೀನಿವಾಸ ಕೃಷ್ಣ",
  malayalam: "ശ്രീകൃഷ്ണൻ മോഹൻലാൽ",
  sinhala: "ශ්‍රී ලංකා කුමාර",
  thai: "สมชาย ใจดี น้ำ ที่อยู่",
  lao: "ສົມສັກ ພົມມະຈັນ",
  khmer: "សុខា ព្រះ ស្រី កោ",
  burmese: "အောင်ဆန်းစုကြည်",
  ethiopic: "አበበ ቢቂላ",
  arabic: "محمد عبد الله الإسلام",
  hebrew: "דוד בן־גוריון",
  emoji: "⚽ 👨‍👩‍👧 🇩🇪 👍🏽",
  "decomposed Latin": "José Nguyễn",
};
const numberOf = (letter: string) => `[U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`;
const said = async (text: string) => {
  const { pdf, missing } = await lines(text);
  return { missing, ...(await read(pdf)) };
};

describe("letters", () => {
  test("every typeface comes with the open license that lets documents embed it", async () => {
    const require = createRequire(import.meta.url);
    const packages = [
      ...new Set(typefaces.flatMap(({ files }) => files.map((file) => /^(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? ""))),
    ];
    expect(packages.length).toBeGreaterThan(17);
    for (const name of packages.filter((one) => one !== "dejavu-fonts-ttf")) {
      const manifest = require.resolve(`${name}/package.json`);
      expect(JSON.parse(await readFile(manifest, "utf8"))).toMatchObject({ license: "MIT AND OFL-1.1" });
      expect(await readFile(manifest.replace("package.json", "LICENSE_FONT"), "utf8")).toMatch(
        /SIL OPEN FONT LICENSE Version 1\.1/i,
      );
    }
  });

  /** Whether the letters of a word come in its order; between them may be others. */
  const inOrder = (word: string, text: string) => {
    let at = 0;
    return [...word].every((letter) => {
      at = text.indexOf(letter, at) + letter.length;
      return at >= letter.length;
    });
  };

  test.each(Object.entries(scripts))("a name in %s is there, letter by letter", async (script, name) => {
    const alone = await said(name);
    expect(alone.missing).toEqual([]);
    const among = await said(`Signed by ${name}, for themselves`);
    for (const word of name.split(" ")) {
      for (const { text } of [alone, among]) {
        // The compiler tells the letters of a mark again that stands apart from its letter.
        if (script === "bengali" || script === "lao") expect(inOrder(seen(word), seen(text))).toBe(true);
        else expect(seen(text)).toContain(seen(word));
      }
    }
  });

  test("every odd name is there, and so is every naughty string, with numbers for letters that no typeface has", {
    tags: ["thorough"],
  }, async () => {
    const names = (await badInput("selfmade/unusual-names.csv")).split(/\r?\n/).filter(Boolean);
    expect(names.length).toBeGreaterThan(45);
    const strings = (await badInput("text/blns.txt"))
      .split("\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have numbers too, and are asked about elsewhere.
      .filter((line) => line && !line.startsWith("#") && !/[\u0000-\u001f\u007f-\u009f]/.test(line))
      .filter((line) => /[^\x20-\x7e]/.test(line));
    expect(strings.length).toBeGreaterThan(60);
    for (const line of [...names, ...strings]) {
      const { text, missing } = await said(line);
      const expected = [...line].map((letter) => (missing.includes(letter) ? numberOf(letter) : letter)).join("");
      expect(lacking(expected, text), line).toBe("");
    }
    for (const name of names) expect((await said(name)).missing, name).toEqual([]);
  });

  test("what no typeface has is shown as its number, in a text of any script", async () => {
    expect(seen((await said("ᠮᠣ")).text)).toContain("[U+182E][U+1823]");
    const { text, missing } = await said("李 ᠮ श्री ᠮ A");
    expect(seen(text)).toContain("李[U+182E]श्री[U+182E]A");
    expect(missing).toEqual(["ᠮ"]);
    expect((await said("Łukasz 李小龙 😀")).missing).toEqual([]);
  });
});

describe("lines", () => {
  /** Where the lines of a certificate begin and end: its frame leaves 432 points between margins of 112. */
  const measured = async (text: string) => {
    const { items, pages, text: words } = await said(text);
    const visible = items.filter(({ str, transform }) => str.trim() !== "" && transform[0] < 14);
    return {
      text: words.replace("Title", ""),
      pages: pages.length,
      left: Math.min(...visible.map(({ transform }) => transform[4])),
      right: Math.max(...visible.map(({ transform, width }) => transform[4] + width)),
      lines: new Set(visible.map(({ transform }) => Math.round(transform[5]))).size,
    };
  };
  const [left, right] = [112, 500];

  test.each([
    ["Chinese", "足球是一项具有身体对抗性的运动。".repeat(20)],
    ["one word of Chinese", "长".repeat(200)],
    ["Thai", "ฟุตบอลเป็นกีฬาที่มีการปะทะทางร่างกาย".repeat(20)],
    ["Hindi", "मैं स्वेच्छा से जोखिम उठाती हूँ। ".repeat(20)],
    ["a word as long as ten lines beside Chinese", `${"y".repeat(600)}李`],
  ])("a long text of %s stays in its column", async (_what, text) => {
    const found = await measured(text);
    expect(seen(found.text)).toBe(seen(text));
    expect(found.left).toBeGreaterThanOrEqual(left - 0.1);
    expect(found.right).toBeLessThanOrEqual(right + 8);
    expect(found.right).toBeGreaterThan(right - 60);
    expect(found.lines).toBeGreaterThan(2);
  });

  test("a text that begins in Arabic or Hebrew stands at the right, numbers and Latin in it read from the left", async () => {
    const arabic = await measured("محمد 12 Touchline");
    expect(arabic.right).toBeCloseTo(right, 0);
    expect(arabic.left).toBeGreaterThan(left + 200);
    const at = async (text: string, part: string) =>
      (await said(text)).items.find(({ str }) => str.includes(part))?.transform[4] as number;
    // From the right: the name, then the Latin word.
    expect(await at("דוד abc", "דוד")).toBeGreaterThan(await at("דוד abc", "abc"));
    // From the left: the Latin words, with the name among them.
    expect(await at("Of דוד כהן now", "Of")).toBeLessThan(await at("Of דוד כהן now", "דוד"));
    expect((await measured("Latin")).left).toBeCloseTo(left, 0);
  });
});
