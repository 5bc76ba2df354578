import type { FastifyInstance, FastifyReply } from "fastify";
import { day, hour, minute } from "./clock.ts";
import { faultNames, faultTexts, isFaultName } from "./faults.ts";
import { escapeHtml, htmlHeaders, page } from "./html.ts";
import { isStage, type Order, stages } from "./orders.ts";
import { scripts } from "./people.ts";
import { isVendorName, type Vendor, type World } from "./world.ts";

const steps: Record<string, { title: string; milliseconds: number }> = {
  minute: { title: "1 minute", milliseconds: minute },
  hour: { title: "1 hour", milliseconds: hour },
  day: { title: "1 day", milliseconds: day },
  week: { title: "7 days", milliseconds: 7 * day },
  month: { title: "30 days", milliseconds: 30 * day },
};
const mostListed = 50;

const options = (entries: readonly (readonly [value: string, text: string])[]) =>
  entries.map(([value, text]) => `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`).join("");

function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return `<h2>${caption}</h2><p>None yet.</p>`;
  const cells = (row: readonly string[]) => row.map((one) => `<td>${one}</td>`).join("");
  return `<h2>${caption}</h2><div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${heads.map((one) => `<th scope="col">${one}</th>`).join("")}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join("")}</tbody></table></div>`;
}

const nameOf = ({ candidate }: Order) => `${candidate.firstName} ${candidate.lastName}`;

/** The stages that an order can be moved to in the panel. */
function moveForm(order: Order): string {
  const others = stages.filter((stage) => stage !== order.stage).map((stage) => [stage, stage] as const);
  return `<form method="post" action="/simulator/panel/orders">
<input type="hidden" name="vendor" value="${escapeHtml(order.vendor)}"><input type="hidden" name="id" value="${escapeHtml(order.id)}">
<select name="stage" aria-label="New status of ${escapeHtml(nameOf(order))}">${options(others)}</select>
<button type="submit">Move</button></form>`;
}

function content({ clock, faults, orders, deliveries, textRecords }: World, vendors: readonly Vendor[]): string {
  const vendorOptions = options([["", "Any provider"], ...vendors.map(({ name, title }) => [name, title] as const)]);
  const listed = orders.list().slice(-mostListed).reverse();
  const posted = deliveries.list().slice(-mostListed).reverse();
  return `<p>The simulated time is <time datetime="${clock.iso()}">${clock.iso()}</time>.</p>
<h2>Clock</h2>
<form method="post" action="/simulator/panel/clock">
<label for="step">Advance by</label><select id="step" name="step">${options(Object.entries(steps).map(([key, { title }]) => [key, title] as const))}</select>
<button type="submit">Advance</button></form>
<h2>Faults</h2>
<form method="post" action="/simulator/panel/faults">
<label for="fault">What goes wrong</label><select id="fault" name="fault">${options(faultNames.map((name) => [name, `${name}: ${faultTexts[name]}`] as const))}</select>
<label for="vendor">At which provider</label><select id="vendor" name="vendor">${vendorOptions}</select>
<label for="value">Value (optional)</label><input id="value" name="value" inputmode="numeric" pattern="[0-9]*">
<label for="times">How many times</label><input id="times" name="times" inputmode="numeric" pattern="[0-9]*" value="1">
<div><button type="submit">Add fault</button></div></form>
${table(
  "Faults to come",
  ["Fault", "Provider", "Times"],
  faults.list().map(({ name, vendor, times }) => [name, escapeHtml(vendor ?? "any"), String(times)]),
)}
<form method="post" action="/simulator/panel/faults/clear"><button type="submit">Clear faults</button></form>
<h2>TXT records</h2>
<form method="post" action="/simulator/panel/text-records">
<label for="record">Name</label><input id="record" name="name" size="50">
<label for="text">Value</label><input id="text" name="value" size="50">
<div><button type="submit">Set record</button></div></form>
${table(
  "TXT records of domains",
  ["Name", "Value"],
  [...textRecords].map(([name, values]) => [escapeHtml(name), values.map(escapeHtml).join("<br>")]),
)}
${table(
  "Orders",
  ["Provider", "Candidate", "Script", "Status", "Updated", "Links", "Move to"],
  listed.map((order) => [
    escapeHtml(order.vendor),
    escapeHtml(nameOf(order)),
    order.script,
    order.stage,
    order.updatedAt,
    `<a href="/${escapeHtml(order.vendor)}/apply/${order.token}" aria-label="Candidate form of ${escapeHtml(nameOf(order))}">Candidate form</a>`,
    moveForm(order),
  ]),
)}
${table(
  "Webhooks",
  ["Provider", "Event", "To", "State", "Attempts"],
  posted.map(({ vendor, event, url, state, forged, attempts }) => [
    escapeHtml(vendor),
    escapeHtml(event),
    escapeHtml(url),
    forged ? `${state} (forged)` : state,
    attempts.map(({ at, outcome }) => `${at}: ${escapeHtml(outcome)}`).join("<br>"),
  ]),
)}
${table(
  "People by last name",
  ["Last name", "What happens"],
  Object.entries(scripts).map(([name, { title }]) => [name, escapeHtml(title)]),
)}`;
}

/** Adds the page at `/simulator` where people cause faults, move orders on, and advance the clock. */
export function mountPanel(app: FastifyInstance, world: World, vendors: readonly Vendor[]): void {
  const { clock, faults, orders, textRecords } = world;
  const back = (reply: FastifyReply) => reply.redirect("/simulator", 303);
  type Form = { Body: Record<string, string> | undefined };

  app.get("/simulator", (_request, reply) =>
    reply.headers(htmlHeaders).send(page("Provider simulator", content(world, vendors))),
  );
  app.post<Form>("/simulator/panel/clock", async (request, reply) => {
    const step = steps[request.body?.step ?? ""];
    if (step !== undefined) await clock.advance(step.milliseconds);
    return back(reply);
  });
  app.post<Form>("/simulator/panel/faults", (request, reply) => {
    const { fault, vendor, value = "", times = "" } = request.body ?? {};
    const number = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : null);
    if (isFaultName(fault)) {
      const at = isVendorName(vendor) ? vendor : null;
      faults.add({ name: fault, vendor: at, path: null, value: number(value), times: Math.max(1, number(times) ?? 1) });
    }
    return back(reply);
  });
  app.post("/simulator/panel/faults/clear", (_request, reply) => {
    faults.clear();
    return back(reply);
  });
  app.post<Form>("/simulator/panel/text-records", (request, reply) => {
    const { name = "", value = "" } = request.body ?? {};
    if (name !== "" && name.length <= 253)
      textRecords.set(name.trim().toLowerCase(), value === "" ? [] : [value.trim()]);
    return back(reply);
  });
  app.post<Form>("/simulator/panel/orders", (request, reply) => {
    const { vendor = "", id = "", stage } = request.body ?? {};
    const order = orders.find(vendor, id);
    if (order !== undefined && isStage(stage)) orders.move(order, stage);
    return back(reply);
  });
}
