import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, test } from "vitest";
import { openPdf } from "../../test/pdf.ts";
import { footers, onPaper, type Paper, type Place } from "./paper.ts";

const margin = 50;
const width = 500;
const place: Place = { x: margin, width };
const options = { size: [width + 2 * margin, 800], margin } as PDFKit.PDFDocumentOptions;

type Item = { str: string; width: number; transform: number[] };

async function read(pdf: Buffer) {
  const loaded = await openPdf(pdf);
  const pages: Item[][] = [];
  for (let page = 1; page <= loaded.numPages; page += 1) {
    const { items } = await (await loaded.getPage(page)).getTextContent({ disableNormalization: true });
    pages.push(items.filter((item) => "str" in item) as Item[]);
  }
  const text = pages.flatMap((items) => items.map(({ str }) => str)).join("");
  return { text, pages, items: pages.flat() };
}

interface Run {
  /** What the shapes of a run stand for, from left to right; each tells its letters in the order in which they are read. */
  shapes: string[];
  x: number;
}

/** The runs of shapes on the first page as they stand in the file, before any reader guesses at the order of the text. */
async function runsOf(pdf: Buffer): Promise<Run[]> {
  const page = await (await openPdf(pdf)).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const runs: Run[] = [];
  let x = 0;
  for (const [index, operator] of fnArray.entries()) {
    const [first] = argsArray[index] ?? [];
    if (operator === OPS.setTextMatrix) x = first[4];
    if (operator === OPS.showText) {
      runs.push({ x, shapes: first.flatMap(({ unicode }: { unicode?: string }) => unicode ?? []) });
    }
  }
  return runs;
}

const drawn = (draw: (paper: Paper) => void, more: PDFKit.PDFDocumentOptions = {}) =>
  onPaper({ ...options, ...more }, (paper) => {
    paper.doc.fontSize(10);
    draw(paper);
  });
const said = async (text: string) => (await read(await drawn(({ write }) => write(text, place)))).text;

/** What is read from the right, letter by letter: pdf.js turns the letters of a shape that stands for several of them around. */
async function saidBackwards(text: string): Promise<string> {
  const runs = await runsOf(await drawn(({ write }) => write(text, place)));
  return runs
    .flatMap(({ shapes }) => shapes)
    .reverse()
    .join("");
}

/** Without what is not seen: spaces, joiners, directions; readers take composed and decomposed letters for the same. */
const seen = (text: string) => text.normalize("NFKC").replaceAll(/[\s\p{Cf}]/gu, "");
const data = (path: string) => readFileSync(new URL(`../../test/badinput/${path}`, import.meta.url), "utf8");

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

test("every typeface comes with the open licence that lets documents embed it", () => {
  const at = new URL("../../package.json", import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(at, "utf8"));
  const packages = Object.keys(dependencies).filter((name) => name.startsWith("@expo-google-fonts/"));
  expect(packages).toHaveLength(17);
  const require = createRequire(at);
  const faces = readFileSync(new URL("./paper-faces.ts", import.meta.url), "utf8");
  for (const name of packages) {
    expect(faces, name).toContain(`"${name.slice("@expo-google-fonts/".length)}/`);
    const manifest = require.resolve(`${name}/package.json`);
    expect(JSON.parse(readFileSync(manifest, "utf8"))).toMatchObject({ license: "MIT AND OFL-1.1" });
    expect(readFileSync(manifest.replace("package.json", "LICENSE_FONT"), "utf8")).toMatch(
      /SIL OPEN FONT LICENSE Version 1\.1/i,
    );
  }
});

describe("structure", () => {
  test("of a tagged document every paragraph stays one element, in any script and over two pages", async () => {
    const paragraphs = [
      ["H1", "Record of 李小龙"],
      ["P", "श्रीमती सुनीता and محمد"],
      ["P", "足球是一项运动。".repeat(500)],
      ["P", "Plain"],
    ] as const;
    const pdf = await drawn(
      ({ doc, write }) => {
        for (const [tag, text] of paragraphs) {
          const element = doc.struct(tag, {}, () => write(text, place));
          doc.addStructure(element);
          element.end();
        }
      },
      { tagged: true, pdfVersion: "1.5", lang: "en" },
    );
    const loaded = await openPdf(pdf);
    expect(loaded.numPages).toBe(2);
    type Node = { role?: string; type?: string; id?: string; children?: Node[] };
    const elements: [string, string][] = [];
    for (const number of [1, 2]) {
      const page = await loaded.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      const texts = new Map<string, string>();
      let open = "";
      for (const item of items as { type?: string; id?: string; str?: string }[]) {
        if (item.type === "beginMarkedContentProps") open = String(item.id);
        else if (item.str !== undefined) texts.set(open, (texts.get(open) ?? "") + item.str);
      }
      const tree = (await page.getStructTree()) as Node;
      for (const { role, children } of tree.children ?? []) {
        elements.push([String(role), seen((children ?? []).map(({ id }) => texts.get(String(id)) ?? "").join(""))]);
      }
    }
    expect(elements.map(([role]) => role)).toEqual(["H1", "P", "P", "P", "P"]);
    const [title, mixed, before, after, plain] = elements.map(([, text]) => text);
    expect([title, plain]).toEqual(["Recordof李小龙", "Plain"]);
    expect(mixed).toContain("श्रीमतीसुनीता");
    expect(mixed).toContain("محمد");
    expect(`${before}${after}`).toBe(paragraphs[2][1]);
  });
});

describe("letters", () => {
  test.each(Object.entries(scripts))("a name in %s is there, letter by letter and in order", async (script, name) => {
    const read = script === "arabic" || script === "hebrew" ? saidBackwards : said;
    expect(seen(await read(name))).toBe(seen(name));
    const among = await read(`Signed by ${name}, for themselves`);
    for (const word of name.split(" ")) expect(seen(among)).toContain(seen(word));
  });

  test.each(["ש\u05b8\u05c1לום", "ש\u05c1\u05b8לום", "ل\u0651\u064eا", "م\u064f\u0651د"])(
    "marks of %s are there in the order in which they were written",
    async (name) => expect((await saidBackwards(name)).replaceAll(/[ \u2060]/g, "")).toBe(name),
  );

  test("every odd name is there, and no letter of one document changes another", async () => {
    const names = data("selfmade/unusual-names.csv").split(/\r?\n/).filter(Boolean);
    expect(names.length).toBeGreaterThan(45);
    for (const name of names) expect(seen(await said(name)), name).toBe(seen(name));
    // The library remembers by shape what it drew: H is a part of Ħ, and of the next document.
    await said("Ħı");
    expect(await said("Horniman")).toBe("Horniman");
  });

  test("naughty strings keep every letter that a typeface has, and show the number of every other one", async () => {
    const strings = data("text/blns.txt")
      .split("\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have numbers too, and are asked about elsewhere.
      .filter((line) => line && !line.startsWith("#") && !/[\u0000-\u001f\u007f-\u009f]/.test(line))
      .filter((line) => /[^\x20-\x7e]/.test(line));
    expect(strings.length).toBeGreaterThan(60);
    const pdf = await drawn(({ doc, write }) => {
      for (const line of strings) {
        doc.addPage();
        write(line, place);
      }
    });
    const { pages } = await read(pdf);
    for (const [index, line] of strings.entries()) {
      const missing = new Set<string>();
      await drawn((paper) => {
        for (const letter of paper.missing(line)) missing.add(letter);
      });
      const expected = [...line]
        .map((letter) =>
          missing.has(letter) ? `[U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]` : letter,
        )
        .join("");
      const got = (pages[index + 1] ?? []).map(({ str }) => str).join("");
      const sorted = (text: string) => [...seen(text).normalize("NFD")].sort().join("");
      expect(sorted(got), line).toBe(sorted(expected));
    }
  }, 60_000);

  test("what no typeface has is shown as its number, in a text of any script", async () => {
    expect(await said("ᠮᠣ")).toBe("[U+182E][U+1823]");
    expect(seen(await said("李 ᠮ श्री"))).toBe("李[U+182E]श्री");
    await drawn(({ missing }) => {
      expect(missing("李 ᠮ श्री ᠮ A")).toEqual(["ᠮ"]);
      expect(missing("Łukasz 李小龙 😀")).toEqual([]);
    });
  });

  test("bold and italic letters of other scripts are set in the one cut there is, and stay in their line", async () => {
    const pdf = await drawn(({ write }) =>
      write(
        [
          { text: "Name: ", typeface: "bold" },
          { text: "李小龙 María", typeface: "boldItalic" },
          { text: " श्री", typeface: "mono" },
        ],
        place,
      ),
    );
    const { items, text } = await read(pdf);
    expect(seen(text)).toBe("Name:李小龙Maríaश्री");
    expect(new Set(items.filter(({ str }) => str.trim()).map(({ transform }) => transform[5])).size).toBe(1);
    expect(pdf.toString("latin1")).toContain("DejaVuSans-Bold");
    // Nothing bold stands among letters that come in one cut.
    const comma = await drawn(({ write }) => write([{ text: "मैं,श्रीमती", typeface: "bold" }], place));
    expect(seen((await read(comma)).text)).toBe("मैं,श्रीमती");
    expect(comma.toString("latin1")).not.toContain("DejaVuSans-Bold");
  });
});

describe("lines", () => {
  /** Right edges of what is drawn, and how many lines it takes. */
  const measured = async (text: string, more: Partial<Place> = {}) => {
    const { items, text: all, pages } = await read(await drawn(({ write }) => write(text, { ...place, ...more })));
    const shown = items.filter(({ str }) => str.trim() !== "");
    return {
      all,
      pages: pages.length,
      left: Math.min(...shown.map(({ transform }) => transform[4] as number)),
      right: Math.max(...shown.map(({ transform, width }) => (transform[4] as number) + width)),
      lines: new Set(shown.map(({ transform }) => Math.round(transform[5] as number))).size,
    };
  };

  test.each([
    ["Chinese", "足球是一项具有身体对抗性的运动。".repeat(40)],
    ["one word of Chinese", "长".repeat(300)],
    ["Thai", "ฟุตบอลเป็นกีฬาที่มีการปะทะทางร่างกาย".repeat(20)],
    ["Hindi", "मैं स्वेच्छा से जोखिम उठाती हूँ। ".repeat(30)],
    ["a word as long as ten lines beside Chinese", `${"y".repeat(700)}李`],
  ])("a long text of %s stays in its column", async (_what, text) => {
    const { all, left, right, lines } = await measured(text);
    expect(seen(all)).toBe(seen(text));
    expect(left).toBeGreaterThanOrEqual(margin - 0.01);
    expect(right).toBeLessThanOrEqual(margin + width + 1);
    expect(right).toBeGreaterThan(margin + width * 0.85);
    expect(lines).toBeGreaterThan(2);
  });

  test("a text that begins in Arabic or Hebrew stands at the right, numbers and Latin in it read from the left", async () => {
    const { left, right } = await measured("محمد 12 Touchline");
    expect(right).toBeCloseTo(margin + width, 0);
    expect(left).toBeGreaterThan(margin + 200);
    expect((await measured("محمد", { align: "left" })).left).toBeCloseTo(margin, 0);
    const runs = await runsOf(await drawn(({ write }) => write("דוד 12 abc", place)));
    const at = (part: string) => runs.find(({ shapes }) => shapes.join("").includes(part))?.x as number;
    // From the right: the name, then the number, then the Latin word.
    expect(at("דוד")).toBeGreaterThan(at("12"));
    expect(at("12")).toBeGreaterThan(at("abc"));
    const latin = await runsOf(await drawn(({ write }) => write("Of דוד כהן (U12)", place)));
    const from = (part: string) => latin.find(({ shapes }) => shapes.join("").includes(part))?.x as number;
    expect(from("Of")).toBeLessThan(from("דוד"));
    expect(from("דוד")).toBeLessThan(from("U12"));
  });

  test("height tells what write takes, and a page that is full is followed by another", async () => {
    for (const text of ["Plain text. ".repeat(60), "足球是运动。".repeat(60), "မြန်မာ ".repeat(80)]) {
      await drawn((paper) => {
        const before = paper.doc.y;
        const height = paper.height(text, place);
        expect(height).toBeGreaterThan(20);
        paper.write(text, place);
        expect(paper.doc.y - before).toBeCloseTo(height, 3);
        expect(paper.doc.x).toBe(margin);
      });
    }
    const long = "足球是一项运动。".repeat(700);
    const { all, pages } = await measured(long);
    expect(pages).toBeGreaterThan(1);
    expect(seen(all)).toBe(long);
  });

  test("footers name people of any script without opening a page", async () => {
    const pdf = await drawn(
      (paper) => {
        paper.write("Body", place);
        paper.doc.addPage();
        const foot = { margin, top: 30, size: 7, color: "#555555", align: "center" } as const;
        footers(paper, foot, (page, of) => `李小龙 श्रीमती محمد   Page ${page} of ${of}`);
      },
      { bufferPages: true },
    );
    const { pages } = await read(pdf);
    expect(pages).toHaveLength(2);
    for (const [index, items] of pages.entries()) {
      const text = seen(items.map(({ str }) => str).join(""));
      expect(text).toContain("李小龙श्रीमती");
      expect(text).toContain(`Page${index + 1}of2`);
    }
  });
});
