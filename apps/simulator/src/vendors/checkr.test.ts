import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aSimulator, checkrKey } from "../../test/harness.ts";
import { day, minute } from "../clock.ts";
import { credentials } from "../credentials.ts";

const { call, submitForm, received, simulator } = aSimulator((receiver) => ({
  webhookUrls: { checkr: `${receiver}/checkr` },
}));

async function order(lastName: string) {
  const person = { first_name: "Ada", last_name: lastName, email: "ada@example.org", custom_id: `ours-${lastName}` };
  const candidate = (await call("POST", "/checkr/v1/candidates", checkrKey, person)).json;
  const wanted = { candidate_id: candidate.id, package: "youth_sports_basic", work_locations: [{ state: "CA" }] };
  const { status, json: invitation } = await call("POST", "/checkr/v1/invitations", checkrKey, wanted);
  const again = () => call("GET", `/checkr/v1/invitations/${invitation.id}`, checkrKey).then(({ json }) => json);
  const report = async () => {
    const { report_id } = await again();
    return (await call("GET", `/checkr/v1/reports/${report_id}`, checkrKey)).json;
  };
  return { candidate, status, invitation, again, report };
}

describe("Checkr", () => {
  test("refuses calls without the key as the user of Basic authentication", async () => {
    const refused = { status: 401, json: { error: "Bad authentication error" } };
    expect(await call("GET", "/checkr/v1/packages")).toMatchObject(refused);
    const bearer = { authorization: `Bearer ${credentials.checkr.apiKey}` };
    expect(await call("GET", "/checkr/v1/packages", bearer)).toMatchObject(refused);
  });

  test("goes from the invitation to clear, with events signed over their bytes by the key", async () => {
    const { status, invitation, again, report } = await order("Rivera");
    expect(status).toBe(201);
    expect(invitation).toMatchObject({
      object: "invitation",
      status: "pending",
      expires_at: "2027-03-08T12:00:00.000Z",
    });
    await submitForm(invitation.invitation_url);
    expect(await again()).toMatchObject({ status: "completed", report_id: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect(await report()).toMatchObject({ status: "pending", result: null });
    await simulator().advance(minute);
    expect(await report()).toMatchObject({ status: "complete", result: "clear", assessment: "eligible" });

    const types = received.map(({ body }) => JSON.parse(body).type);
    expect(types).toEqual(["invitation.created", "invitation.completed", "report.created", "report.completed"]);
    for (const { headers, body } of received) {
      const expected = createHmac("sha256", credentials.checkr.apiKey).update(body).digest("hex");
      expect(headers["x-checkr-signature"]).toBe(expected);
    }
    expect(JSON.parse(received.at(-1)?.body ?? "")).toMatchObject({
      object: "event",
      created_at: "2027-03-01T12:00:30.000Z",
      data: { object: { object: "report", status: "complete", result: "clear" } },
    });
  });

  test("needs its own adverse items for an adverse action, which can be canceled", async () => {
    const { invitation, report } = await order("Consider");
    await submitForm(invitation.invitation_url);
    await simulator().advance(minute);
    const { id } = await report();
    expect(await report()).toMatchObject({ status: "complete", result: "consider" });
    const path = `/checkr/v1/reports/${id}/adverse_actions`;
    expect(await call("POST", path, checkrKey, { adverse_item_ids: ["other"] })).toMatchObject({ status: 400 });
    const items = (await call("GET", `/checkr/v1/reports/${id}/adverse_items`, checkrKey)).json.data;
    const wanted = { adverse_item_ids: [items[0].id] };
    const first = await call("POST", path, checkrKey, wanted);
    expect(first).toMatchObject({ status: 201, json: { status: "pending", report_id: id } });
    expect(await report()).toMatchObject({ adjudication: "pre_adverse_action" });
    const canceled = await call("DELETE", `/checkr/v1/adverse_actions/${first.json.id}`, checkrKey);
    expect(canceled.json).toMatchObject({ status: "canceled" });
    await call("POST", path, checkrKey, wanted);
    await simulator().advance(7 * day);
    expect(await report()).toMatchObject({ adjudication: "post_adverse_action" });
  });

  test("answers a call with an idempotency key once, and repeats that answer", async () => {
    const keyed = { ...checkrKey, "idempotency-key": "one" };
    const person = { first_name: "Ada", last_name: "Once", email: "ada@example.org" };
    const first = await call("POST", "/checkr/v1/candidates", keyed, person);
    const second = await call("POST", "/checkr/v1/candidates", keyed, person);
    expect(second).toMatchObject({ status: 201, json: first.json });
    const other = await call("POST", "/checkr/v1/candidates", keyed, { ...person, first_name: "Bo" });
    expect(other).toMatchObject({ status: 409 });
    const cut = { ...checkrKey, "idempotency-key": "two", "x-simulate": "malformed" };
    expect((await call("POST", "/checkr/v1/candidates", cut, person)).json).toBeNull();
    const whole = await call("POST", "/checkr/v1/candidates", { ...checkrKey, "idempotency-key": "two" }, person);
    expect(whole.json).toMatchObject({ object: "candidate" });
  });

  test("pages its lists by addresses, and says what doesn't fit", async () => {
    const { json } = await call("GET", "/checkr/v1/candidates?per_page=1", checkrKey);
    expect(json).toMatchObject({ object: "list", previous_href: null, next_href: expect.stringContaining("page=2") });
    const next = await fetch(json.next_href, { headers: checkrKey }).then((response) => response.json());
    expect(next).toMatchObject({ previous_href: expect.stringContaining("page=1") });
    const wrong = await call("POST", "/checkr/v1/candidates", checkrKey, { email: "no" });
    expect(wrong).toMatchObject({ status: 400, json: { error: expect.arrayContaining([expect.any(String)]) } });
    expect(await call("GET", "/checkr/v1/invitations?status=lost", checkrKey)).toMatchObject({ status: 400 });
  });

  test("deletes a pending invitation, and has the report as a file", async () => {
    const gone = await order("Rivera");
    const path = `/checkr/v1/invitations/${gone.invitation.id}`;
    expect((await call("DELETE", path, checkrKey)).json).toMatchObject({ status: "deleted" });
    const { invitation, report } = await order("Rivera");
    await submitForm(invitation.invitation_url);
    await simulator().advance(minute);
    const [document] = (await report()).document_ids;
    const { download_uri } = (await call("GET", `/checkr/v1/documents/${document}`, checkrKey)).json;
    const file = await fetch(download_uri, { headers: checkrKey });
    expect((await file.text()).startsWith("%PDF-")).toBe(true);
  });
});
