import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { aSimulator, checkrKey, yardstikKey } from "../../test/harness.ts";
import { minute } from "../clock.ts";
import { credentials } from "../credentials.ts";

const { call, submitForm, received, receiver, simulator, url } = aSimulator((address) => ({
  webhookUrls: { checkr: `${address}/checkr` },
}));

/** Describes the fields of an answer and their types, without values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

const person = { first_name: "Ada", last_name: "Rivera", email: "ada@example.org" };

/*
 * The record is of answers of this simulator that were compared with what the vendors publish (the sources are named in each vendor's
 * file), as no vendor's account was available.
 */

/** Runs one check to its clear end, and returns what the provider said at each step, the webhook last. */
const steps = {
  async yardstik() {
    const types = (await call("GET", "/yardstik/webhook_types", yardstikKey)).json as { id: string; name: string }[];
    const webhook_type_id = types.find(({ name }) => name === "report.updated")?.id;
    await call("POST", "/yardstik/webhooks", yardstikKey, { url: `${receiver()}/yardstik`, webhook_type_id });
    const { json: packages } = await call("GET", "/yardstik/packages", yardstikKey);
    const { json: candidate } = await call("POST", "/yardstik/candidates", yardstikKey, person);
    const wanted = { candidate_id: candidate.id, account_package_id: packages.data[0].id };
    const { json: invitation } = await call("POST", "/yardstik/invitations", yardstikKey, wanted);
    const report = async () => (await call("GET", `/yardstik/reports/${invitation.report.id}`, yardstikKey)).json;
    await submitForm((await report()).meta.apply);
    await simulator().advance(minute);
    return { packages, candidate, invitation, report: await report() };
  },
  async checkr() {
    const { json: packages } = await call("GET", "/checkr/v1/packages", checkrKey);
    const { json: candidate } = await call("POST", "/checkr/v1/candidates", checkrKey, person);
    const wanted = { candidate_id: candidate.id, package: packages.data[0].slug, work_locations: [{ state: "CA" }] };
    const { json: ordered } = await call("POST", "/checkr/v1/invitations", checkrKey, wanted);
    await submitForm(ordered.invitation_url);
    await simulator().advance(minute);
    const { json: invitation } = await call("GET", `/checkr/v1/invitations/${ordered.id}`, checkrKey);
    const { json: report } = await call("GET", `/checkr/v1/reports/${invitation.report_id}`, checkrKey);
    return { packages, candidate, invitation, report };
  },
  async sterling() {
    const { clientId, clientSecret } = credentials.sterling;
    const answer = await fetch(url("/sterling/oauth/token"), {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    const token = (await answer.json()) as { access_token: string };
    const key = { authorization: `Bearer ${token.access_token}` };
    const { json: packages } = await call("GET", "/sterling/v2/packages", key);
    const named = { givenName: "Ada", familyName: "Rivera", email: "ada@example.org" };
    const { json: candidate } = await call("POST", "/sterling/v2/candidates", key, named);
    const callback = { uri: `${receiver()}/sterling` };
    const wanted = { candidateId: candidate.id, packageId: packages.data[0].id, callback, invite: { method: "link" } };
    const { json: ordered } = await call("POST", "/sterling/v2/screenings", key, wanted);
    await submitForm(ordered.invite.link);
    await simulator().advance(minute);
    const { json: screening } = await call("GET", `/sterling/v2/screenings/${ordered.id}`, key);
    return { token, packages, candidate, screening };
  },
};

test.each(["yardstik", "checkr", "sterling"] as const)(
  "%s: each answer and the webhook keep their recorded shape",
  async (vendor) => {
    const file = new URL("../../test/recorded-shapes.json", import.meta.url);
    const recorded = JSON.parse(await readFile(file, "utf8"))[vendor];
    const answers = await steps[vendor]();
    const webhook = JSON.parse(received.findLast(({ path }) => path === `/${vendor}`)?.body ?? "null");
    expect(shapeOf({ ...answers, webhook })).toEqual(recorded);
  },
);
