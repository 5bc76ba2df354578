import { resolve } from "node:path";
import { createApiKey } from "@touchline/contract/integrations/api-keys";
import { expect, test } from "vitest";
import { TouchlineError, touchline } from "../../../../docs/examples/touchline.ts";
import { clientFrom } from "../../test/api-client.ts";
import { aWorld } from "../../test/world.ts";

const world = aWorld();
const read = async (path: string) => {
  const answer = await fetch(`${world.it.base}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test("the API docs are pages of this server alone, without a script, and name every call", async () => {
  const { text, headers } = await read("/api/docs");
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'nonce-/);
  expect(text).not.toMatch(/<script|src=|url\(/);
  expect(text).toContain("Needs an API key with the permission eligibility.read");
  const groups = [...text.matchAll(/href="(\/api\/docs\/[^"]+)"/g)].map(([, href]) => href as string);
  const pages = await Promise.all(groups.map(async (href) => (await read(href)).text));
  const document = JSON.parse((await read("/api/openapi.json")).text) as { paths: object };
  const unnamed = Object.keys(document.paths).filter(
    (path) => !pages.some((one) => one.includes(`<code>${path}</code>`)),
  );
  expect(unnamed).toEqual([]);
  expect((await read("/api/docs/nothing-of-the-kind")).status).toBe(404);
});

test("the example client is made from the OpenAPI document, and works", async () => {
  const document = JSON.parse((await read("/api/openapi.json")).text);
  const file = resolve(import.meta.dirname, "../../../../docs/examples/touchline.ts");
  await expect(clientFrom(document)).toMatchFileSnapshot(file);
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { key } = await admin.call(createApiKey, {
    body: { name: "Example", scopes: ["eligibility.read", "levels.read"] },
  });
  const client = touchline(world.it.base, key);
  const { data: levels } = await client.getLevels();
  const levelId = levels[0]?.levelId ?? "";
  expect(await client.getEligibility({ externalId: "nobody", levelId })).toMatchObject({ eligible: false });
  const { data } = await client.postEligibility({ checks: [{ externalId: "nobody", levelId }] });
  expect(data.map(({ verdict }) => verdict)).toEqual(["unknown"]);
  const refused = await touchline(world.it.base, `${key.slice(0, -1)}!`)
    .getLevels()
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TouchlineError);
});
