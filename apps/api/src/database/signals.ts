import pg from "pg";
import type { Call } from "../call.ts";

/** Signals that servers send each other through the database: that something changed in an organization, never what. */
export const topics = ["reviews"] as const;
export type Topic = (typeof topics)[number];
const channelOf = (topic: Topic) => `touchline_${topic}`;

/** By transaction: the signals to send to every server after the commit. */
const signalled = new WeakMap<object, Set<Topic>>();

/** Signals every server once this transaction is committed, only once per transaction. */
export function signal(call: Pick<Call, "db">, topic: Topic): void {
  const topics = signalled.get(call.db);
  if (!topics) throw new Error("What is signalled belongs to a tenant's transaction, by its own query builder.");
  topics.add(topic);
}

/** Milliseconds between two notifications about one organization from one process. */
const minimumInterval = 200;

export type SignalSender = {
  /** Called when a transaction begins. */
  begun(db: Call["db"]): void;
  committed(db: Call["db"], organizationId: string): void;
};

/**
 * Sends signals in a transaction of its own, because the database serializes the commits of transactions that notify, and
 * writes must not wait for that. The first is sent at once, the following ones soon together. If the process dies in between,
 * subscribers find the change by their periodic check.
 */
export function openSignalSender(pool: pg.Pool): SignalSender {
  /** The signals sent recently; true: more came since. */
  const pending = new Map<string, boolean>();
  const send = (organizationId: string, topic: Topic) => {
    const key = `${topic} ${organizationId}`;
    if (pending.has(key)) return void pending.set(key, true);
    pending.set(key, false);
    pool.query("SELECT pg_notify($1, $2)", [channelOf(topic), organizationId]).catch(() => undefined);
    setTimeout(() => {
      const more = pending.get(key);
      pending.delete(key);
      if (more) send(organizationId, topic);
    }, minimumInterval);
  };
  return {
    begun: (db) => void signalled.set(db, new Set()),
    committed(db, organizationId) {
      for (const topic of signalled.get(db) ?? []) send(organizationId, topic);
    },
  };
}

export type Signals = {
  /** Subscribes to organizations that changed; null: signals may have been missed. Returns a function that unsubscribes. */
  subscribe(topic: Topic, listener: (organizationId: string | null) => void): () => void;
  close(): Promise<void>;
};

/** Milliseconds before a lost connection is reopened. */
const reconnectDelay = 1_000;

/**
 * Listens on a dedicated connection, opened with the first subscriber and reopened when lost. Without a connection no signals arrive, but
 * nothing else fails.
 */
export function openSignals(settings: pg.ClientConfig, log: (error: Error) => void): Signals {
  const listeners = new Map<Topic, Set<(organizationId: string | null) => void>>();
  let client: pg.Client | null = null;
  let opening: Promise<void> | null = null;
  let again: NodeJS.Timeout | null = null;
  let closed = false;

  const notify = (topic: Topic, organizationId: string | null) => {
    for (const listener of listeners.get(topic) ?? []) listener(organizationId);
  };

  async function open() {
    const { connectionString, host, port, user, password, database, ssl } = settings;
    const options = { connectionString, host, port, user, password, database, ssl };
    const known = Object.entries(options).filter(([, value]) => value !== undefined);
    const next = new pg.Client({
      ...Object.fromEntries(known),
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    } as pg.ClientConfig);
    next.on("error", log);
    next.on("end", () => {
      if (client === next) client = null;
      comeBack();
    });
    next.on("notification", ({ channel, payload }) => {
      const topic = topics.find((one) => channelOf(one) === channel);
      if (topic && payload) notify(topic, payload);
    });
    try {
      await next.connect();
      for (const topic of topics) await next.query(`LISTEN ${channelOf(topic)}`);
    } catch (error) {
      log(error as Error);
      await next.end().catch(() => undefined);
      return comeBack();
    }
    if (closed) return void (await next.end().catch(() => undefined));
    client = next;
    for (const topic of topics) notify(topic, null);
  }

  function ensure() {
    if (closed || client || opening || again) return;
    opening = open().finally(() => {
      opening = null;
      comeBack();
    });
  }

  function comeBack() {
    if (closed || client || opening || again || listeners.size === 0) return;
    again = setTimeout(() => {
      again = null;
      ensure();
    }, reconnectDelay);
    again.unref();
  }

  return {
    subscribe(topic, listener) {
      const topicListeners = listeners.get(topic) ?? new Set();
      listeners.set(topic, topicListeners.add(listener));
      ensure();
      return () => void topicListeners.delete(listener);
    },
    async close() {
      closed = true;
      if (again) clearTimeout(again);
      await opening;
      await client?.end().catch(() => undefined);
    },
  };
}
