import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import { describe, expect, test } from "vitest";
import { all, text } from "./actions/manifest-xml.ts";
import { readManifest } from "./actions/read-manifest.ts";

type Part = { more?: string; children?: Part[] };

/** Makes parts from their elements, each a page of its own; those with children are chapters. */
function course(standard: "1.2" | "2004", parts: Part[], { whole = "", shared = "" } = {}): string {
  let number = -1;
  const pages: string[] = [];
  const item = ({ more = "", children }: Part): string => {
    if (children)
      return `<item identifier="c${number + 1}"><title>C</title>${children.map(item).join("")}${more}</item>`;
    number += 1;
    pages.push(`<resource identifier="r${number}" type="webcontent" adlcp:scormtype="sco" href="p${number}.html"/>`);
    return `<item identifier="i${number}" identifierref="r${number}"><title>P${number}</title>${more}</item>`;
  };
  const items = parts.map(item).join("");
  const version = standard === "1.2" ? "1.2" : "2004 4th Edition";
  return `<manifest xmlns:adlcp="a" xmlns:imsss="s" xmlns:adlseq="q"><metadata><schemaversion>${version}</schemaversion></metadata>
    <organizations default="o"><organization identifier="o"><title>Course</title>${items}${whole}</organization></organizations>
    <resources>${pages.join("")}</resources>${shared}</manifest>`;
}
const paths = new Set(Array.from({ length: 100 }, (_, number) => `p${number}.html`));
const read = (xml: string) => {
  const found = readManifest(xml, paths);
  if (typeof found === "string") return found;
  if (found.tree !== null) return "sequencing";
  return found.items.map(({ after, counts }) => ({ ...after, counts }));
};
const sequencing = (inside: string, attributes = "") => `<imsss:sequencing ${attributes}>${inside}</imsss:sequencing>`;
const open = { passed: [], begun: [], counts: true };
const rules = (
  kind: string,
  action: string,
  condition = '<imsss:ruleCondition operator="not" condition="satisfied"/>',
) =>
  sequencing(
    `<imsss:sequencingRules><imsss:${kind}><imsss:ruleConditions>${condition}</imsss:ruleConditions><imsss:ruleAction action="${action}"/></imsss:${kind}></imsss:sequencingRules>`,
  );

describe("the order that a course asks for", () => {
  test("without a word the parts may be taken as one likes", () => {
    expect(read(course("2004", [{}, {}]))).toEqual([open, open]);
    const choice = sequencing('<imsss:controlMode choice="true" flow="true"/>');
    expect(read(course("2004", [{}, {}], { whole: choice }))).toEqual([open, open]);
  });

  test("1.2: prerequisites wait for parts and for chapters", () => {
    const after = (ids: string) => `<adlcp:prerequisites type="aicc_script">${ids}</adlcp:prerequisites>`;
    const parts = [{}, { more: after("i0") }, { children: [{}, {}] }, { more: after("i1 &amp; c2") }];
    expect(read(course("1.2", parts))).toEqual([
      open,
      { ...open, passed: [0] },
      open,
      open,
      { ...open, passed: [1, 2, 3] },
    ]);
    for (const ids of ["i0|i1", "~i0", "nobody", "i0=passed"]) {
      expect(read(course("1.2", [{}, { more: after(ids) }]))).toMatch(/prerequisites.*isn't supported/);
    }
    const both = [{ more: after("i1") }, { more: after("i0") }];
    expect(read(course("1.2", both))).toMatch(/can never be opened/);
  });

  test("2004: parts that nobody chooses from come one after the other, within their chapter, said there or once for all", () => {
    const led = '<imsss:controlMode choice="false" flow="true"/>';
    expect(read(course("2004", [{}, {}, {}], { whole: sequencing(led) }))).toEqual([
      open,
      { ...open, begun: [0] },
      { ...open, begun: [0, 1] },
    ]);
    const shared = `<imsss:sequencingCollection><imsss:sequencing ID="led">${led}</imsss:sequencing></imsss:sequencingCollection>`;
    const chapter = { children: [{}, {}], more: sequencing("", 'IDRef="led"') };
    expect(read(course("2004", [chapter, {}], { shared }))).toEqual([open, { ...open, begun: [0] }, open]);
  });

  test("2004: a part that requires another one to be passed first waits for it", () => {
    const wait = rules("preConditionRule", "stopForwardTraversal");
    expect(read(course("2004", [{ more: wait }, {}, {}]))).toEqual([
      open,
      { ...open, passed: [0] },
      { ...open, passed: [0] },
    ]);
  });

  test("2004: what does not count for the whole need not be passed", () => {
    const out = sequencing('<imsss:rollupRules rollupObjectiveSatisfied="false" rollupProgressCompletion="false"/>');
    const untracked = sequencing('<imsss:deliveryControls tracked="false"/>');
    const found = read(course("2004", [{ more: out }, { more: untracked }, {}]));
    expect(found).toEqual([{ ...open, counts: false }, { ...open, counts: false }, open]);
  });

  test.each([
    ["skip", rules("preConditionRule", "skip")],
    ["disabled", rules("preConditionRule", "disabled")],
    [
      "stopForwardTraversal",
      rules(
        "preConditionRule",
        "stopForwardTraversal",
        '<imsss:ruleCondition referencedObjective="x" operator="not" condition="satisfied"/>',
      ),
    ],
    ["retryAll", rules("postConditionRule", "retryAll")],
    [
      "rollupRule",
      sequencing(
        '<imsss:rollupRules><imsss:rollupRule childActivitySet="any"><imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions><imsss:rollupAction action="satisfied"/></imsss:rollupRule></imsss:rollupRules>',
      ),
    ],
    [
      "rollupRule",
      sequencing(
        '<imsss:rollupRules><imsss:rollupRule childActivitySet="atLeastCount" minimumCount="1"><imsss:rollupAction action="completed"/></imsss:rollupRule></imsss:rollupRules>',
      ),
    ],
    ["by chance", sequencing('<imsss:randomizationControls randomizationTiming="once"/>')],
    ["attemptLimit", sequencing('<imsss:limitConditions attemptLimit="1"/>')],
  ])("2004: %s is more than an order, and is left to the sequencing of its own", (_word, more) => {
    expect(read(course("2004", [{ more }, {}]))).toBe("sequencing");
  });

  test("2004: one score over several parts is more than an order, and that of a part, or of the whole of one part, is asked of it", () => {
    const scored = sequencing(
      '<imsss:objectives><imsss:primaryObjective objectiveID="o" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>',
    );
    expect(read(course("2004", [{}, {}], { whole: scored }))).toBe("sequencing");
    const masteryOf = (xml: string) => {
      const found = readManifest(xml, paths);
      return typeof found === "string" ? found : found.items.map(({ mastery }) => mastery);
    };
    expect(masteryOf(course("2004", [{ more: scored }, {}]))).toEqual([80, null]);
    expect(masteryOf(course("2004", [{}], { whole: scored }))).toEqual([80]);
  });

  test("2004: rules that only lead on do no harm, and of a single part none does but a limit of attempts", () => {
    const harmless = ["continue", "retry", "exitAll"].map((action) => ({ more: rules("postConditionRule", action) }));
    expect(read(course("2004", harmless))).toEqual([open, open, open]);
    expect(read(course("2004", [{ more: rules("preConditionRule", "skip") }]))).toEqual([open]);
    const once = sequencing('<imsss:limitConditions attemptLimit="1"/>');
    expect(read(course("2004", [{ more: once }]))).toBe("sequencing");
  });
});

describe("the sequencing that a course asks for", () => {
  const treeOf = (xml: string) => {
    const found = readManifest(xml, paths);
    return typeof found === "string" ? found : found.tree;
  };
  const skip = rules("preConditionRule", "skip");

  test("is read with its chapters, its rules, and what is shared and not said by itself", () => {
    const shared = `<imsss:sequencingCollection><imsss:sequencing ID="s"><imsss:controlMode flow="true" choice="false"/>
      <imsss:limitConditions attemptLimit="2"/></imsss:sequencing></imsss:sequencingCollection>`;
    const own = sequencing('<imsss:controlMode flow="true"/>', 'IDRef="s"');
    const xml = course("2004", [{ children: [{ more: skip }, {}], more: own }, {}], { shared });
    expect(treeOf(xml)).toMatchObject({
      parts: ["a3", "a4", "a5"],
      ids: { o: "a1", c0: "a2", i0: "a3", i1: "a4", i2: "a5" },
      root: {
        id: "a1",
        children: [
          {
            sequencingControls: { flow: true },
            attemptLimit: 2,
            children: [
              {
                sequencingRules: {
                  preConditionRules: [{ action: "skip", conditions: [{ condition: "satisfied", operator: "not" }] }],
                },
              },
              { id: "a4" },
            ],
          },
          { id: "a5" },
        ],
      },
    });
  });

  test("a part that asks for a score is not satisfied by silence", () => {
    const scored = sequencing(
      '<imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>',
    );
    expect(treeOf(course("2004", [{ more: scored }, { more: skip }]))).toMatchObject({
      root: { children: [{ deliveryControls: { objectiveSetByContent: true } }, { deliveryControls: {} }] },
    });
  });

  test("numbers are read, and what objectives share in all editions and since the 4th", () => {
    const ruleXml =
      sequencing(`<imsss:rollupRules><imsss:rollupRule childActivitySet="atLeastPercent" minimumPercent="0.5">
        <imsss:rollupAction action="satisfied"/></imsss:rollupRule></imsss:rollupRules>
      <imsss:objectives><imsss:primaryObjective objectiveID="o"><imsss:mapInfo targetObjectiveID="shared" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>
      <adlseq:objectives><adlseq:objective objectiveID="o"><adlseq:mapInfo targetObjectiveID="later" writeProgressMeasure="true"/></adlseq:objective></adlseq:objectives>`);
    expect(treeOf(course("2004", [{ more: ruleXml }, {}]))).toMatchObject({
      root: {
        children: [
          {
            // Half of them, in percent.
            rollupRules: { rules: [{ minimumPercent: 50 }] },
            primaryObjective: {
              mapInfo: [
                { targetObjectiveID: "shared", writeSatisfiedStatus: true, readCompletionStatus: false },
                { targetObjectiveID: "later", writeProgressMeasure: true, readSatisfiedStatus: false },
              ],
            },
          },
          {},
        ],
      },
    });
  });

  test("names are the same however their spaces are written, and what an item shares is read where it says nothing itself", () => {
    const sharedRules = `<imsss:sequencingCollection><imsss:sequencing ID="s"><imsss:objectives><imsss:primaryObjective objectiveID="other"/>
      <imsss:objective objectiveID="obj 1"><imsss:mapInfo targetObjectiveID="elsewhere"/></imsss:objective></imsss:objectives></imsss:sequencing></imsss:sequencingCollection>`;
    const ruleXml = sequencing(
      `<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="satisfied" referencedObjective="  %20obj%20 1 "/></imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules>
       <imsss:objectives><imsss:primaryObjective/><imsss:objective objectiveID="obj%201"><imsss:mapInfo targetObjectiveID="own"/></imsss:objective></imsss:objectives>`,
      'IDRef="s"',
    );
    expect(treeOf(course("2004", [{ more: ruleXml }, {}], { shared: sharedRules }))).toMatchObject({
      root: {
        children: [
          {
            sequencingRules: { preConditionRules: [{ conditions: [{ referencedObjective: "obj 1" }] }] },
            objectives: [{ objectiveID: "obj 1", mapInfo: [{ targetObjectiveID: "own" }] }],
          },
          {},
        ],
      },
    });
  });

  test.each(["timeLimitExceeded", "outsideAvailableTimeRange"])("a rule by %s is refused by its name", (condition) => {
    const timed = rules("preConditionRule", "disabled", `<imsss:ruleCondition condition="${condition}"/>`);
    expect(treeOf(course("2004", [{ more: timed }, {}]))).toBe(
      `“{name}” has a time-based sequencing rule (${condition}), which isn't supported. Remove that rule, or export the course as one part.`,
    );
  });

  test("what is refused names what its author can change", () => {
    const named = (id: string) =>
      sequencing(
        `<imsss:objectives><imsss:primaryObjective objectiveID="o"><imsss:mapInfo targetObjectiveID="${id}"/></imsss:primaryObjective></imsss:objectives>`,
      );
    expect(treeOf(course("2004", [{ more: named("__proto__") }, {}]))).toMatch(/has an objective .*another ID/);
    const many = Array.from(
      { length: 101 },
      () => '<imsss:preConditionRule><imsss:ruleAction action="skip"/></imsss:preConditionRule>',
    );
    const rulesOfOne = sequencing(`<imsss:sequencingRules>${many.join("")}</imsss:sequencingRules>`);
    expect(treeOf(course("2004", [{ more: rulesOfOne }, {}]))).toMatch(/more than 100 rules.*Remove some of them/);
    const page = course("2004", [{ children: [{ more: skip }, {}] }]).replace(
      '<item identifier="c0">',
      '<item identifier="c0" identifierref="r0">',
    );
    expect(treeOf(page)).toMatch(/page for the chapter “C” itself.*its own part/);
  });
});

describe("a course that is large, or means to keep the reader busy", () => {
  const after = (ids: readonly string[]) => `<adlcp:prerequisites>${ids.join("&amp;")}</adlcp:prerequisites>`;
  const parts = (count: number, more = ""): Part[] => Array.from({ length: count }, () => ({ more }));
  const within = (levels: number, inside: Part[], more = ""): Part[] =>
    levels === 0 ? inside : [{ children: within(levels - 1, inside, more), more }];

  test("a hundred parts, each after all before it, are taken as they are asked for", () => {
    const names = parts(100).map((_, place) => `i${place}`);
    const found = read(
      course(
        "1.2",
        names.map((_, place) => (place === 0 ? {} : { more: after(names.slice(0, place)) })),
      ),
    );
    expect(found).toHaveLength(100);
    expect((found as { passed: number[] }[])[99]?.passed).toEqual(names.slice(0, 99).map((_, place) => place));
  });

  test("chapters thirty deep are taken; deeper ones than fifty are refused with what to do", () => {
    expect(read(course("1.2", within(30, parts(100))))).toEqual(Array.from({ length: 100 }, () => open));
    const deep = course("1.2", within(100, parts(100), after(Array.from({ length: 100 }, () => "c0"))));
    expect(read(deep)).toMatch(/more than 50 levels deep\. Export the course with fewer/);
    expect(read(course("2004", [{ more: "<a>".repeat(60) + "</a>".repeat(60) }]))).toMatch(/more than 50 levels deep/);
  });

  test("more than a hundred prerequisites of one part are refused", () => {
    const ids = (count: number) => after(Array.from({ length: count }, () => "i0"));
    expect(read(course("1.2", [{}, { more: ids(100) }]))).toEqual([open, { ...open, passed: [0] }]);
    expect(read(course("1.2", [{}, { more: ids(101) }]))).toMatch(/more than 100 prerequisites for one part.*\.$/);
  });

  test("what many parts share is looked at once", () => {
    const rule = '<imsss:limitConditions attemptLimit="0"/>';
    const shared = `<imsss:sequencingCollection><imsss:sequencing ID="s">${rule.repeat(30_000)}</imsss:sequencing></imsss:sequencingCollection>`;
    const xml = course("2004", within(30, parts(100, sequencing("", 'IDRef="s"')), sequencing("", 'IDRef="s"')), {
      shared,
    });
    const { entries } = Object;
    let looks = 0;
    Object.entries = ((of: object) => {
      if ("attemptLimit" in of) looks += 1;
      return entries(of);
    }) as typeof entries;
    try {
      expect(read(xml)).toHaveLength(100);
    } finally {
      Object.entries = entries;
    }
    // Each rule once for its order, and one for each part for its time limit.
    expect(looks).toBe(30_000 + 100);
  });

  test("a title of elements thousands deep is refused, not stumbled over", () => {
    // The depth that the parser itself handles depends on its stack.
    for (const levels of [2000, 3000, 4000, 5000, 6000, 7000]) {
      const title = `<title>${"<b>".repeat(levels)}<![CDATA[x]]>${"</b>".repeat(levels)}</title>`;
      const xml = course("1.2", [{}]).replace("<title>P0</title>", title);
      expect(read(xml)).toMatch(/more than 50 levels deep|can't be read/);
    }
    const { root } = parseXml(
      `<a>x <b>y<![CDATA[ <z>]]></b><!-- no -->${"<c>".repeat(1000)}&amp;${"</c>".repeat(1000)} v</a>`,
    );
    expect(text(root)).toBe("x y <z>& v");
  });

  test("of very many siblings each is found, in order", () => {
    const siblings = Array.from({ length: 200_000 }, (_, place) => `<b>${place}</b>`).join("");
    const root = parseXml(`<a><b>first</b>${siblings}<c><b>last</b></c></a>`).root as XmlElement;
    const found = all(root, "b");
    expect(found).toHaveLength(200_002);
    expect([found[0], found[1], found.at(-2), found.at(-1)].map((one) => text(one ?? null))).toEqual([
      "first",
      "0",
      "199999",
      "last",
    ]);
  });
});

describe("what a manifest says for the page of a part", () => {
  const itemOf = (standard: "1.2" | "2004", more: string, whole = "") => {
    const found = readManifest(course(standard, [{ more }], { whole }), paths);
    return typeof found === "string" ? found : found.items[0];
  };

  test("2004: the data that it shares, its time limit, how far is all of it, and that it offers its own way out", () => {
    const hides = (what: string) => `<adlnav:hideLMSUI>${what}</adlnav:hideLMSUI>`;
    const said = `<adlcp:data><adlcp:map targetID="notes"/><adlcp:map targetID="score" readSharedData="false" writeSharedData="true"/></adlcp:data>
      <adlcp:timeLimitAction>exit, no message</adlcp:timeLimitAction>
      <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.7"/>
      <adlnav:presentation><adlnav:navigationInterface>${["exit", "exitAll", "suspendAll"].map(hides).join("")}</adlnav:navigationInterface></adlnav:presentation>
      ${sequencing('<imsss:limitConditions attemptAbsoluteDurationLimit="PT1H30M"/>')}`;
    expect(itemOf("2004", said)).toMatchObject({
      data: [
        { id: "notes", reads: true, writes: true },
        { id: "score", reads: false, writes: true },
      ],
      timeLimit: "PT1H30M",
      timeLimitAction: "exit,no message",
      completionThreshold: 0.7,
      hidesLeaving: true,
    });
    expect(
      itemOf("2004", `<adlnav:presentation>${hides("continue")}${hides("exit")}</adlnav:presentation>`),
    ).not.toHaveProperty("hidesLeaving");
    expect(itemOf("2004", "<adlcp:completionThreshold>0.5</adlcp:completionThreshold>")).toMatchObject({
      completionThreshold: 0.5,
    });
  });

  test("1.2: its time limit; what is no time is left out", () => {
    const said = (limit: string) =>
      `<adlcp:maxtimeallowed>${limit}</adlcp:maxtimeallowed><adlcp:timelimitaction>continue,message</adlcp:timelimitaction>`;
    expect(itemOf("1.2", said("0001:30:00"))).toMatchObject({
      timeLimit: "0001:30:00",
      timeLimitAction: "continue,message",
    });
    expect(itemOf("1.2", said("an hour"))).not.toHaveProperty("timeLimit");
  });

  test("2004: whether it relies on what other courses have left", () => {
    const relies = (xml: string) => {
      const found = readManifest(xml, paths);
      return typeof found === "string" ? found : found.sharesAcross;
    };
    const says = (name: string, value: string) =>
      course("2004", [{}]).replace('<organization identifier="o"', `<organization identifier="o" ${name}="${value}"`);
    expect(relies(course("2004", [{}]))).toBe(false);
    expect(relies(says("adlseq:objectivesGlobalToSystem", "false"))).toBe(false);
    expect(relies(says("adlseq:objectivesGlobalToSystem", "true"))).toBe(true);
    expect(relies(says("adlcp:sharedDataGlobalToSystem", "true"))).toBe(true);
  });
});
