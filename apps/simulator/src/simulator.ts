import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { addFaults } from "./answer-faults.ts";
import { SimulatedClock } from "./clock.ts";
import { mountControl } from "./control.ts";
import { DeliveryQueue, type Fetch, isLocal, type WebhookDelivery } from "./deliveries.ts";
import { FaultQueue } from "./faults.ts";
import { Identifiers } from "./identifiers.ts";
import { startNameServer } from "./name-server.ts";
import { type Order, OrderBook } from "./orders.ts";
import { mountPanel } from "./panel.ts";
import { PartnerSite } from "./partner-sites.ts";
import { KeptState } from "./state.ts";
import { amazonVision } from "./vendors/amazon-vision.ts";
import { checkr } from "./vendors/checkr.ts";
import { identityProvider } from "./vendors/identity-provider.ts";
import { intercom } from "./vendors/intercom.ts";
import { leagueApps } from "./vendors/leagueapps.ts";
import { offenderSearch } from "./vendors/offender-search.ts";
import { sentry } from "./vendors/sentry.ts";
import { sportsEngine } from "./vendors/sportsengine.ts";
import { sterling } from "./vendors/sterling.ts";
import { stripe } from "./vendors/stripe/stripe.ts";
import { training } from "./vendors/training.ts";
import { usSoccer } from "./vendors/us-soccer.ts";
import { yardstik } from "./vendors/yardstik.ts";
import type { OwnErrors, Vendor, VendorName, World } from "./world.ts";

const vendors: readonly Vendor[] = [
  ...[yardstik, checkr, sterling, offenderSearch, usSoccer, training, stripe],
  ...[leagueApps, sportsEngine, intercom, sentry, identityProvider, amazonVision],
];

export type SimulatorOptions = {
  /** The port on 127.0.0.1; 0 for the port of the previous start, or any free one. */
  port?: number;
  /** The seed of all identifiers. An existing state file has its own. */
  seed?: string;
  /** The file that stores the state over restarts. Without it nothing is kept. */
  file?: string;
  /** The clock behind the simulator's own clock. */
  now?: () => Date;
  /** The function that sends webhooks. */
  fetch?: Fetch;
  /**
   * Milliseconds of real time between two checks for due timers; 0 to check only after calls and when the clock is
   * advanced.
   */
  tick?: number;
  /** The webhook addresses that customers enter in a vendor's dashboard. */
  webhookUrls?: Partial<Record<VendorName, string>>;
};

export type Simulator = {
  /** The address: vendors are at `/{name}`, the panel is at `/simulator`. A name server is at its port, by UDP. */
  url: string;
  orders: () => readonly Order[];
  deliveries: () => readonly WebhookDelivery[];
  /** Advances the clock by this many milliseconds and runs what became due. */
  advance: (milliseconds: number) => Promise<void>;
  /** Runs what is due now, so that pending webhooks are sent. */
  settle: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts every simulated vendor in this process, with the state of an earlier start from the same file. */
export async function startSimulator({
  port = 0,
  seed = "simulator",
  file,
  now = () => new Date(),
  fetch: send = fetch,
  tick = 500,
  webhookUrls = {},
}: SimulatorOptions = {}): Promise<Simulator> {
  const state = await KeptState.open(file ?? null);
  const own = state.part("simulator", () => ({ seed, port: 0 }));
  const clock = new SimulatedClock(now, state);
  const identifiers = new Identifiers(own.seed, state);
  const faults = new FaultQueue(state);
  let url = "";
  const world: World = {
    state,
    clock,
    identifiers,
    faults,
    orders: new OrderBook(clock, identifiers, state),
    deliveries: new DeliveryQueue(clock, faults, send, state),
    origin: () => url,
    webhookUrls: new Map(Object.entries(webhookUrls) as [VendorName, string][]),
    licenses: new Map(),
    textRecords: state.part("text records", () => new Map<string, readonly string[]>()),
    sights: { faces: [], documents: [], similarity: [] },
    sites: { leagueapps: new PartnerSite("leagueapps", state), sportsengine: new PartnerSite("sportsengine", state) },
  };
  for (const target of world.webhookUrls.values()) {
    if (!isLocal(target))
      throw new Error(`"${target}" is on another machine: the simulator sends webhooks to this one.`);
  }
  const app = await buildServer(world);
  // Addresses in use contain the earlier port.
  await app.listen({ host: "127.0.0.1", port: port || (await freePort(own.port)) });
  own.port = (app.server.address() as AddressInfo).port;
  url = `http://127.0.0.1:${own.port}`;
  const nameServer = await startNameServer(own.port, world.textRecords);
  await state.save();
  const ticking = tick > 0 ? setInterval(() => runDue(world), tick) : undefined;
  ticking?.unref();
  return {
    url,
    orders: () => world.orders.list(),
    deliveries: () => world.deliveries.list(),
    advance: async (milliseconds) => {
      await clock.advance(milliseconds);
      await state.save();
    },
    settle: async () => {
      await clock.runDue();
      // Includes work that continues after an answer, which is still being written.
      await state.save();
    },
    close: async () => {
      clearInterval(ticking);
      await nameServer.close();
      await app.close();
      await state.close();
    },
  };
}

/** Runs what is due in the background. Failures are logged and stop nothing. */
function runDue({ clock, state }: World): void {
  clock
    .runDue()
    .then((some) => (some ? state.save() : undefined))
    .catch((error: Error) => process.emitWarning(error));
}

/** Returns the port if it is free, else 0 for any free one. */
async function freePort(port: number): Promise<number> {
  if (port === 0) return 0;
  const probe = createServer().listen({ host: "127.0.0.1", port });
  try {
    await once(probe, "listening");
    return port;
  } catch {
    return 0;
  } finally {
    probe.close();
  }
}

async function buildServer(world: World): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 1024 * 1024 });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  // Keeps other sites from calling the simulator through the browser of the person who runs it.
  app.addHook("onRequest", async (request, reply) => {
    const origin = request.headers.origin;
    if (!isLocal(`http://${request.headers.host}`)) return reply.code(421).send({ error: "Misdirected request" });
    if (origin !== undefined && origin !== `http://${request.headers.host}`) {
      return reply.code(403).send({ error: "Cross-origin request" });
    }
    return undefined;
  });
  // Webhooks are sent after the answer.
  app.addHook("onResponse", async () => runDue(world));
  // Every answer is saved.
  const keep = async (request: FastifyRequest, _reply: unknown, payload: unknown) => {
    if (request.method !== "GET" || request.routeOptions.config.page) await world.state.save();
    return payload;
  };
  for (const vendor of vendors) {
    await app.register(
      async (scope) => {
        const own: OwnErrors = {};
        scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
          const answered = own.answer?.(error, request, reply);
          if (answered) return answered;
          const status = error.statusCode ?? 500;
          return reply.code(status).send(vendor.error(status, error.message));
        });
        scope.setNotFoundHandler((_request, reply) => reply.code(404).send(vendor.error(404, "Not found")));
        vendor.mount(scope, world, own);
        scope.addHook("onSend", keep);
        // Last, so that a vendor remembers its whole answer even if the connection is cut.
        addFaults(scope, vendor, world);
      },
      { prefix: `/${vendor.name}` },
    );
  }
  app.addHook("onSend", keep);
  mountControl(app, world);
  mountPanel(app, world, vendors);
  return app;
}
