import type { CeilingReady, Question } from "./ceiling.ts";
import type { Figure } from "./figures.ts";
import { listCases } from "./lists.ts";
import { compare } from "./load.ts";
import { peopleCases } from "./people.ts";
import { idOf, organizationId } from "./population.ts";
import { reviewCases } from "./reviews.ts";
import type { BenchPerson, Stage } from "./setup.ts";
import { treeOf } from "./tree.ts";

/**
 * One question in two forms: as a request to the product, and as the one query that it can't do without. Both give the same
 * rows and totals. Only the product checks who asks and whether they may.
 */
export type Case = {
  name: string;
  target: number;
  person: BenchPerson;
  paths: string[];
  question: Omit<Question, "name">;
};

const org = `'${organizationId}'::uuid`;
const counted = `
  SELECT (SELECT json_agg(g) FROM (SELECT label_id, overall_status, sum(members)::int AS members FROM member_count
      WHERE organization_id = ${org} AND level_id = $1 GROUP BY label_id, overall_status) AS g) AS members,
    (SELECT json_agg(g) FROM (SELECT content_id, status, sum(members)::int AS members FROM requirement_count
      WHERE organization_id = ${org} AND level_id = $1 GROUP BY content_id, status) AS g) AS requirements,
    (SELECT json_agg(g) FROM (SELECT l.level_id, l.name, overall_status, sum(members)::int AS members FROM level AS l
      JOIN member_count AS c ON c.organization_id = ${org} AND c.level_id = l.level_id
      WHERE l.organization_id = ${org} AND l.parent_id = $1 GROUP BY l.level_id, l.name, overall_status) AS g) AS children`;

/** The reading requests of the product. */
export async function readingCases(stage: Stage): Promise<Case[]> {
  const turns = Array.from({ length: 40 }, (_, n) => n * 7);
  const { state } = treeOf(stage.population.shape);
  const dashboard = (name: string, levels: readonly number[]): Case => ({
    name: `dashboard ${name}`,
    target: 0.7,
    person: stage.people.admin,
    paths: levels.map((level) => `/api/app/hierarchy-level/${idOf("level", level)}/dashboard-info`),
    question: { sql: counted, values: levels.map((level) => [idOf("level", level)]) },
  });
  return [
    ...(await listCases(stage, turns)),
    dashboard("root", [0]),
    dashboard("state", turns.map(state.at)),
    ...(await reviewCases(stage, turns)),
    ...(await peopleCases(stage)),
    {
      name: "tree, every level",
      target: 0.6,
      person: stage.people.admin,
      paths: [`/api/app/hierarchy-level/${idOf("level", 0)}/navigation`],
      question: {
        sql: `SELECT level_id, parent_id, name, kind, depth FROM level
          WHERE organization_id = ${org} AND pre >= $1 ORDER BY pre LIMIT 10000`,
        values: [[0]],
      },
    },
  ];
}

/**
 * Measures each case next to the smallest possible server.
 *
 * @param details called with each result as soon as it is known.
 */
export async function compareAll(
  stage: Stage,
  cases: readonly Case[],
  seconds: number,
  details: (figure: Figure) => void,
): Promise<Figure[]> {
  if (cases.length === 0) return [];
  const ceiling = await stage.ceiling(cases.map(({ name, question }) => ({ name: slug(name), ...question })));
  try {
    const figures: Figure[] = [];
    for (const one of cases) {
      const figure = await beside(stage, one, ceiling, seconds);
      details(figure);
      figures.push(figure);
    }
    return figures;
  } finally {
    await ceiling.stop();
  }
}

async function beside(
  stage: Stage,
  { name, target, paths, person }: Case,
  ceiling: CeilingReady,
  seconds: number,
): Promise<Figure> {
  // Access tokens live five minutes.
  const { token } = await stage.signIn(person.email);
  const seen = await compare(
    { url: stage.url, paths, token },
    { url: ceiling.url, paths: [`/${slug(name)}`], token },
    seconds,
  );
  const { perSecond, p50, p99 } = seen.ours;
  const kept = ceiling.kept.includes(slug(name)) ? " with a generic plan" : "";
  return {
    name,
    ratio: seen.ratio,
    target,
    atMost: false,
    details: `${perSecond.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms, ceiling ${seen.ceiling.toFixed(0)}/s${kept}`,
  };
}

const slug = (name: string) => name.replaceAll(/[^a-z]+/gi, "-");
