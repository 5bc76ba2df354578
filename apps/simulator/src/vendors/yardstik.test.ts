import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aSimulator, call as callAt, yardstikKey } from "../../test/harness.ts";
import { day, minute } from "../clock.ts";
import { credentials } from "../credentials.ts";
import { startSimulator } from "../simulator.ts";

const { call, submitForm, received, receiver, simulator } = aSimulator();

async function order(lastName: string, key: Record<string, string> = yardstikKey) {
  const person = { first_name: "Ada", last_name: lastName, email: "ada@example.org", external_id: `ours-${lastName}` };
  const candidate = (await call("POST", "/yardstik/candidates", key, person)).json;
  const [chosen] = (await call("GET", "/yardstik/packages", key)).json.data;
  const wanted = { candidate_id: candidate.id, account_package_id: chosen.id };
  const invitation = (await call("POST", "/yardstik/invitations", key, wanted)).json;
  const report = () => call("GET", `/yardstik/reports/${invitation.report.id}`, key).then(({ json }) => json);
  return { candidate, invitation, report, apply: (await report()).meta.apply as string };
}

async function listen(type = "report.updated") {
  const types = (await call("GET", "/yardstik/webhook_types", yardstikKey)).json as { id: string; name: string }[];
  const webhook_type_id = types.find(({ name }) => name === type)?.id;
  return call("POST", "/yardstik/webhooks", yardstikKey, { url: `${receiver()}/yardstik`, webhook_type_id });
}

describe("Yardstik", () => {
  test("refuses calls without the account's key, or with another", async () => {
    const shape = { errors: [{ message: "Unauthorized" }] };
    expect(await call("GET", "/yardstik/packages")).toMatchObject({ status: 401, json: shape });
    const wrong = { authorization: `Bearer ${credentials.yardstik.apiKey}` };
    expect(await call("GET", "/yardstik/packages", wrong)).toMatchObject({ status: 401 });
  });

  test("goes from the order to clear, and tells of it by webhooks that are signed over their bytes", async () => {
    expect(await listen()).toMatchObject({ status: 201 });
    const { invitation, report, apply } = await order("Rivera");
    expect(invitation).toMatchObject({ status: "pending", expires_at: "2027-03-08T12:00:00.000Z" });
    expect(await report()).toMatchObject({ status: "created", meta: { report_url: null } });

    const form = await (await fetch(apply)).text();
    expect(form).toContain("Simulated provider: no real check is made");
    expect((await fetch(apply, { method: "POST", body: new URLSearchParams({}) })).status).toBe(422);
    expect((await submitForm(apply)).status).toBe(200);
    expect(await report()).toMatchObject({ status: "processing" });
    await simulator().advance(minute);
    expect(await report()).toMatchObject({ status: "clear", completed_at: "2027-03-01T12:00:30.000Z" });

    const own = received.filter(({ body }) => JSON.parse(body).resource_id === invitation.report.id);
    expect(own.map(({ body }) => JSON.parse(body).status)).toEqual(["created", "processing", "clear"]);
    for (const { headers, body } of own) {
      const expected = createHmac("sha256", credentials.yardstik.signatureKey).update(body).digest("hex");
      expect(headers["x-yardstik-webhook-signature"]).toBe(expected);
    }
    expect(JSON.parse(own[2]?.body ?? "")).toEqual({
      id: expect.any(String),
      event: "updated",
      resource_id: invitation.report.id,
      resource_type: "report",
      resource_url: `${simulator().url}/yardstik/reports/${invitation.report.id}`,
      status: "clear",
      account_id: expect.any(String),
      account_name: "Simulated platform",
      timestamp: "2027-03-01T12:00:30.000Z",
    });
  });

  test("has a report file once there is a result", async () => {
    const { invitation, report, apply } = await order("Rivera");
    const path = `/yardstik/reports/${invitation.report.id}/pdf`;
    expect(await call("GET", path, yardstikKey)).toMatchObject({ status: 404 });
    await submitForm(apply);
    await simulator().advance(minute);
    const file = await fetch((await report()).meta.report_url, { headers: yardstikKey });
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  test("finds a record to consider, and an adverse action is final after seven days", async () => {
    const { invitation, report, apply } = await order("Consider");
    const adverse = () => call("POST", `/yardstik/reports/${invitation.report.id}/adverse_actions`, yardstikKey, {});
    await submitForm(apply);
    expect(await adverse()).toMatchObject({ status: 422 });
    await simulator().advance(minute);
    expect(await report()).toMatchObject({ status: "consider" });
    expect(await adverse()).toMatchObject({ status: 201, json: { status: "pre_adverse" } });
    await simulator().advance(6 * day);
    expect(await report()).toMatchObject({ status: "pre_adverse", adverse_action_id: expect.any(String) });
    await simulator().advance(day);
    expect(await report()).toMatchObject({ status: "final_adverse" });
  });

  test("follows the script of the last name", async () => {
    const after = async (lastName: string, wait: number) => {
      const { report, apply } = await order(lastName);
      await submitForm(apply);
      await simulator().advance(wait);
      return (await report()).status;
    };
    expect(await after("SILENT", 6 * day)).toBe("processing");
    expect(await after("Canceled", minute)).toBe("canceled");
    expect(await after("Rivera-Slow", 9 * day)).toBe("processing");
    expect(await after("Revised", minute)).toBe("clear");
    expect(await after("Revised", 31 * day)).toBe("consider");
    expect(await after("Info", 2 * minute)).toBe("info_requested");
    expect(await after("Unlisted", minute)).toBe("quantum_review");
    expect(await after("Considerate", minute)).toBe("clear");
  });

  test("lets a candidate dispute, which stops the waiting period", async () => {
    const { invitation, report, apply } = await order("Dispute");
    await submitForm(apply);
    await simulator().advance(minute);
    await call("POST", `/yardstik/reports/${invitation.report.id}/adverse_actions`, yardstikKey, {});
    await simulator().advance(day);
    expect(await report()).toMatchObject({ status: "dispute" });
    await simulator().advance(20 * day);
    expect(await report()).toMatchObject({ status: "clear" });
  });

  test("lets an invitation expire, be canceled, and opens no form after that", async () => {
    const late = await order("Rivera");
    await simulator().advance(7 * day);
    const path = `/yardstik/invitations/${late.invitation.id}`;
    expect((await call("GET", path, yardstikKey)).json).toMatchObject({ status: "expired" });
    expect((await submitForm(late.apply)).status).toBe(410);
    const placed = await order("Rivera");
    const cancel = `/yardstik/invitations/${placed.invitation.id}/cancel`;
    expect((await call("POST", cancel, yardstikKey, {})).json).toMatchObject({ status: "canceled" });
    expect(await placed.report()).toMatchObject({ status: "canceled" });
    expect((await fetch(placed.apply)).status).toBe(410);
  });

  test("takes a report whose consent the customer has collected without a form", async () => {
    const { candidate } = await order("Rivera");
    const [chosen] = (await call("GET", "/yardstik/packages", yardstikKey)).json.data;
    const wanted = { candidate_id: candidate.id, account_package_id: chosen.id, account_candidate_consented: true };
    const made = await call("POST", "/yardstik/reports", yardstikKey, wanted);
    expect(made).toMatchObject({ status: 201, json: { status: "processing" } });
  });

  test("makes a sub-account once, and answers its name a second time with 200 and a fresh token", async () => {
    const wanted = { account_name: "Riverside Youth Soccer" };
    const first = await call("POST", "/yardstik/sub_accounts", yardstikKey, wanted);
    const second = await call("POST", "/yardstik/sub_accounts", yardstikKey, wanted);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.json.id).toBe(first.json.id);
    expect(second.json.api_token).not.toBe(first.json.api_token);
    const own = { authorization: `Account ${second.json.api_token}` };
    expect(await call("POST", "/yardstik/sub_accounts", own, wanted)).toMatchObject({ status: 403 });
    expect((await call("GET", `/yardstik/accounts/${first.json.id}`, own)).json.status).toBe("pending");
    await simulator().advance(5 * minute);
    expect((await call("GET", `/yardstik/accounts/${first.json.id}`, own)).json.status).toBe("credentialed");

    const { candidate } = await order("Clubmember", own);
    expect(await call("GET", `/yardstik/candidates/${candidate.id}`, yardstikKey)).toMatchObject({ status: 404 });
  });

  test("pages its lists, and finds a candidate by our own id", async () => {
    const path = "/yardstik/candidates?per_page=2&page=2&order_by=created_at";
    const { json } = await call("GET", path, yardstikKey);
    expect(json).toMatchObject({ object: "list", meta: { page: 2, per_page: 2, total_count: expect.any(Number) } });
    expect(json.data).toHaveLength(2);
    const found = await call("GET", "/yardstik/candidates?query[external_id_eq]=ours-Consider", yardstikKey);
    expect(found.json.data).toMatchObject([{ last_name: "Consider" }]);
  });

  test("says which field doesn't fit, and sends webhooks to this machine only", async () => {
    const wrong = await call("POST", "/yardstik/candidates", yardstikKey, { first_name: "Ada", email: "no" });
    expect(wrong.status).toBe(422);
    expect(wrong.json.errors.map(({ field }: { field: string }) => field)).toEqual(["last_name", "email"]);
    const [type] = (await call("GET", "/yardstik/webhook_types", yardstikKey)).json;
    const away = { url: "https://example.org/hook", webhook_type_id: type.id };
    expect(await call("POST", "/yardstik/webhooks", yardstikKey, away)).toMatchObject({ status: 422 });
  });
});

test("a token of a sub-account and the catalog stay good after a restart", async () => {
  const opened = await call("POST", "/yardstik/sub_accounts", yardstikKey, { account_name: "Rovers (1)" });
  const own = { authorization: `Account ${opened.json.api_token}` };
  const before = await call("GET", "/yardstik/packages", own);
  const later = await startSimulator({ seed: "another", tick: 0 });
  const again = await callAt(`${later.url}/yardstik/accounts/${opened.json.id}`, "GET", own);
  const after = await callAt(`${later.url}/yardstik/packages`, "GET", own);
  const forged = await callAt(`${later.url}/yardstik/packages`, "GET", { authorization: "Account simulated_0.x" });
  await later.close();
  expect(again.json).toMatchObject({ account_name: "Rovers (1)", status: "credentialed" });
  expect(after.json.data).toEqual(before.json.data);
  expect(forged.status).toBe(401);
});
