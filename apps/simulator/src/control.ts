import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isLocal } from "./deliveries.ts";
import { faultNames } from "./faults.ts";
import { stages } from "./orders.ts";
import { notifyAboutChange } from "./vendors/sportsengine.ts";
import { vendorNames, type World } from "./world.ts";

const faultBody = z.object({
  fault: z.enum(faultNames),
  vendor: z.enum(vendorNames).nullable().default(null),
  path: z.string().startsWith("/").max(200).nullable().default(null),
  value: z.number().int().nonnegative().nullable().default(null),
  times: z.number().int().min(1).max(1_000).default(1),
});
/** A negative value sets the clock back. Nothing that ran is undone, and due timers stay due. */
const clockBody = z.object({ advance: z.number().int() });
const stageBody = z.object({ stage: z.enum(stages) });
const licensesBody = z.object({
  licenses: z.array(
    z.object({
      key: z.string().regex(/^(coach|referee|safety)_\d+$/),
      issued: z.number().int(),
      expires: z.number().int().nullable(),
    }),
  ),
});
const faceSight = z.strictObject({
  area: z.number().min(0).max(1).optional(),
  roll: z.number().optional(),
  yaw: z.number().optional(),
  pitch: z.number().optional(),
  brightness: z.number().min(0).max(100).optional(),
  sharpness: z.number().min(0).max(100).optional(),
  sunglasses: z.boolean().optional(),
  occluded: z.boolean().optional(),
});
const sightsBody = z.strictObject({
  faces: z.array(z.array(faceSight).max(100)).max(100).default([]),
  documents: z
    .array(z.record(z.string().max(100), z.string().max(4_000)))
    .max(100)
    .default([]),
  similarity: z.array(z.number().min(0).max(100).nullable()).max(100).default([]),
});
const siteBody = z.object({
  people: z.number().int().min(0).max(200_000).optional(),
  seed: z.string().max(100).optional(),
  oddities: z.boolean().optional(),
  page: z.number().int().min(2).max(1_000).optional(),
});
const recordsBody = z.object({
  name: z.string().toLowerCase().max(253),
  values: z.array(z.string().max(1_000)).max(20),
});
const changeBody = z.object({ count: z.number().int().min(1).max(10_000) });
const siteParts = ["people", "places", "registrations"] as const;
/** Null if the vendor sends no webhooks. */
const webhookBody = z.object({
  vendor: z.enum(vendorNames),
  url: z.url().refine(isLocal, "must be on this machine").nullable(),
});

/**
 * Adds the JSON calls by which tests and scripts control the simulator: faults, the clock, orders, webhook addresses,
 * the list of deliveries, licenses, TXT records, and what is on pictures. The panel offers the same to people.
 */
export function mountControl(
  app: FastifyInstance,
  { clock, faults, orders, deliveries, webhookUrls, licenses, sites, textRecords, sights }: World,
): void {
  app.put("/simulator/text-records", (request, reply) => {
    const { success, data, error } = recordsBody.safeParse(request.body ?? {});
    if (!success) return reply.code(400).send({ error: z.prettifyError(error) });
    if (data.values.length === 0) textRecords.delete(data.name);
    else textRecords.set(data.name, data.values);
    return reply.code(204).send();
  });

  app.get("/simulator/faults", () => faults.list());
  app.delete("/simulator/faults", (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.post("/simulator/faults", (request, reply) => {
    const { success, data, error } = faultBody.safeParse(request.body ?? {});
    if (!success) return reply.code(400).send({ error: z.prettifyError(error) });
    const { fault: name, ...own } = data;
    faults.add({ name, ...own });
    return reply.code(201).send(faults.list());
  });

  app.get("/simulator/clock", () => ({ now: clock.iso() }));
  app.post("/simulator/clock", async (request, reply) => {
    const { success, data, error } = clockBody.safeParse(request.body ?? {});
    if (!success) return reply.code(400).send({ error: z.prettifyError(error) });
    await clock.advance(data.advance);
    return reply.send({ now: clock.iso() });
  });

  app.get("/simulator/orders", () => orders.list());
  app.post<{ Params: { vendor: string; id: string } }>("/simulator/orders/:vendor/:id", (request, reply) => {
    const { success, data, error } = stageBody.safeParse(request.body ?? {});
    if (!success) return reply.code(400).send({ error: z.prettifyError(error) });
    const order = orders.find(request.params.vendor, request.params.id);
    if (order === undefined) return reply.code(404).send({ error: "No such order." });
    orders.move(order, data.stage);
    return reply.send(order);
  });

  app.put<{ Params: { id: string } }>("/simulator/licenses/:id", (request, reply) => {
    const { success, data, error } = licensesBody.safeParse(request.body ?? {});
    if (!success) return reply.code(400).send({ error: z.prettifyError(error) });
    licenses.set(request.params.id, { setAt: clock.now(), held: data.licenses });
    return reply.send(data);
  });

  app.post("/simulator/sights", (request, reply) => {
    const { success, data, error } = sightsBody.safeParse(request.body ?? {});
    if (!success) return reply.code(400).send({ error: z.prettifyError(error) });
    sights.faces.push(...data.faces);
    sights.documents.push(...data.documents);
    sights.similarity.push(...data.similarity);
    return reply.code(201).send(sights);
  });

  type OfSite = { Params: { vendor: string; kind: string; id: string } };
  const siteOf = (vendor: string) => (vendor === "leagueapps" || vendor === "sportsengine" ? sites[vendor] : null);
  app.get<OfSite>("/simulator/partners/:vendor", (request, reply) => {
    const site = siteOf(request.params.vendor);
    if (site === null) return reply.code(404).send({ error: "No such partner." });
    return reply.send({
      ...{ people: site.people(), places: site.places(), registrations: site.registrations() },
      flags: Object.fromEntries(site.flags()),
    });
  });
  app.put<OfSite>("/simulator/partners/:vendor", (request, reply) => {
    const site = siteOf(request.params.vendor);
    const { success, data, error } = siteBody.safeParse(request.body ?? {});
    if (site === null || !success)
      return reply.code(400).send({ error: error ? z.prettifyError(error) : "No such partner." });
    site.reset(Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)));
    return reply.code(204).send();
  });
  app.post<OfSite>("/simulator/partners/:vendor/changes", (request, reply) => {
    const site = siteOf(request.params.vendor);
    const { success, data, error } = changeBody.safeParse(request.body ?? {});
    if (site === null || !success)
      return reply.code(400).send({ error: error ? z.prettifyError(error) : "No such partner." });
    return reply.send(site.change(data.count));
  });
  app.put<OfSite>("/simulator/partners/:vendor/:kind/:id", (request, reply) => {
    const { vendor, kind, id } = request.params;
    const site = siteOf(vendor);
    const part = siteParts.find((one) => one === kind);
    if (site === null || !part) return reply.code(404).send({ error: "No such part of a partner's site." });
    site.put(part, id, request.body as object);
    if (vendor === "sportsengine") notifyAboutChange({ deliveries, webhookUrls }, part, id);
    return reply.code(204).send();
  });

  app.get("/simulator/deliveries", () => deliveries.list());
  app.get("/simulator/webhooks", () => Object.fromEntries(webhookUrls));
  app.post("/simulator/webhooks", (request, reply) => {
    const { success, data, error } = webhookBody.safeParse(request.body ?? {});
    if (!success) return reply.code(400).send({ error: z.prettifyError(error) });
    if (data.url === null) webhookUrls.delete(data.vendor);
    else webhookUrls.set(data.vendor, data.url);
    return reply.code(201).send(data);
  });
}
