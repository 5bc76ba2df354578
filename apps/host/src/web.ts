import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { ApiConfig } from "@touchline/api/config";
import { Refusal } from "@touchline/api/errors";
import type { FastifyInstance, FastifyReply } from "fastify";
import { chatFacts, chatSources } from "./chat-policy.ts";
import type { HostConfig } from "./config.ts";
import type { IntercomSettings } from "./intercom-settings.ts";

export type PageFacts = {
  supportEmail: string;
  secure: boolean;
  /** The API's origin and the identity service's address if they are separate from the page, otherwise empty. */
  api?: string;
  identity?: string;
  /** Origin of training packages, where they have one. */
  packages?: string;
  /** Whether cards are entered in the page, in fields of the card provider. */
  cardFields?: boolean;
  /** The support chat, where there is one. */
  chat?: IntercomSettings | null;
};

/** The settings that the page receives. */
export function pageFacts(
  {
    apiUrl,
    identityUrl,
    packagesUrl,
    cardFields,
    chat,
  }: Pick<HostConfig, "apiUrl" | "identityUrl" | "packagesUrl" | "cardFields" | "chat">,
  { supportEmail, secure, issuer }: Pick<ApiConfig, "supportEmail" | "secure" | "issuer">,
): PageFacts {
  const identity = apiUrl === null && identityUrl === null ? "" : issuer;
  return { supportEmail, secure, api: apiUrl ?? "", identity, packages: packagesUrl ?? "", cardFields, chat };
}

/**
 * Pages where a card is entered. They are reloaded when they are opened from another page, so that their own policy applies.
 */
const takesCards = /^\/?(payments|account\/billing\/payment)\/?$/i;

/** Pages that never have the chat: those that are opened by a mailed link, those for cards, and the administration area. */
const withoutChat = /^\/?(signup|reset-password|confirm-email|payments|account\/billing\/payment|admin)\b/i;

/** Where Stripe's fields come from, and what they ask. Source: docs.stripe.com/security/guide, content security policy. */
const stripe = { script: " https://js.stripe.com", frame: " https://js.stripe.com https://hooks.stripe.com" };

/** What the page may load and do at an address. Lazily loaded modules inherit the nonce of the script that asks for them. */
function policy(nonce: string, path: string, { api, identity, packages, cardFields, chat }: PageFacts): string {
  const isForCards = cardFields === true && takesCards.test(path);
  const others = new Set(
    [api, identity].filter((address) => address).map((address) => ` ${new URL(`${address}`).origin}`),
  );
  const chats = chatSources(chat ?? null);
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'${isForCards ? stripe.script : ""}${chats.script}`,
    // The messenger writes styles of its own into the page, which no nonce can permit.
    chat ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${chats.image}`,
    `font-src 'self'${chats.media}`,
    // Captions are a blob. The videos of authors lie anywhere on the web; that is the one thing here that does.
    `media-src 'self' blob: https:${[...others].join("")}`,
    `connect-src 'self'${[...others].join("")}${isForCards ? " https://api.stripe.com" : ""}${chats.connect}`,
    // Trainings are taken in a frame.
    `frame-src 'self' blob:${[...others].join("")}${packages ? ` ${packages}` : ""}${isForCards ? stripe.frame : ""}${chats.frame}`,
    "manifest-src 'self'",
    // Of PDF files, which are read apart from the page, and of the application's own files, which are kept for going offline.
    "worker-src 'self'",
    "base-uri 'none'",
    `form-action 'self'${chats.form}`,
    "frame-ancestors 'none'",
    // The messenger adds scripts by their addresses as plain text.
    ...(chat ? [] : ["require-trusted-types-for 'script'"]),
  ].join("; ");
}

/**
 * What a worker may load and do: code and files from this host, and WebAssembly, in which scanned PDFs have their images decoded.
 * Browsers heed it where a script is a worker of its own, and nowhere else.
 */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? "");

/** Pages whose address holds the token of a mailed link. */
const opensByLink = /^\/(signup|reset-password|confirm-email)\b/;

/**
 * Pages that take photos of documents and selfies. They are reloaded when they are opened from another page, for their policy.
 */
const takesPhotos = /^\/requirements\/[^/]+\/?(\?|$)/i;

/** Headers of every answer of the host: what browsers must not guess, tell or permit. */
export function addSafetyHeaders(app: FastifyInstance, { secure }: { secure: boolean }): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", opensByLink.test(request.url) ? "no-referrer" : "strict-origin-when-cross-origin");
    const camera = takesPhotos.test(request.url) ? "(self)" : "()";
    reply.header("permissions-policy", `camera=${camera}, geolocation=(), microphone=(), payment=(self), usb=()`);
    reply.header("cross-origin-opener-policy", "same-origin");
    if (secure) reply.header("strict-transport-security", "max-age=63072000; includeSubDomains");
  });
}

/**
 * On the host of training packages there is nothing else: what runs there has that origin for its own, and must find neither
 * the page nor a call in it.
 */
export function keepPackagesApart(app: FastifyInstance, packagesUrl: string | null): void {
  if (packagesUrl === null) return;
  const { host } = new URL(packagesUrl);
  app.addHook("onRequest", async (request) => {
    if (request.host === host && !request.url.startsWith("/api/app/training-package/")) throw nothingHere();
  });
}

/** Answers with the page: a fresh nonce in its markup and in the policy, never kept by anybody. */
export function sendPage(reply: FastifyReply, path: string, html: string, page: PageFacts): FastifyReply {
  // Where a link's token or a card is, and where no chat is shown, its looser policy has no place.
  const facts = withoutChat.test(path) ? { ...page, chat: null } : page;
  const nonce = randomBytes(18).toString("base64url");
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policy(nonce, path, facts))
    .header("cache-control", "no-store")
    .send(
      html
        .replaceAll("__CSP_NONCE__", nonce)
        .replaceAll("__SUPPORT_EMAIL__", escapeHtml(facts.supportEmail))
        .replaceAll("__API__", escapeHtml(facts.api ?? ""))
        .replaceAll("__IDENTITY__", escapeHtml(facts.identity ?? ""))
        .replaceAll("__CHAT__", escapeHtml(chatFacts(facts.chat ?? null))),
    );
}

/** Addresses that are never the page: of the API, of the identity service, and of files that are not there. */
export function isPageAddress(path: string): boolean {
  return !/^\/(api|identity|assets)(\/|$)/.test(path) && !/\.[a-z0-9]{1,10}$/i.test(path);
}

export const nothingHere = () => new Refusal("notFound", "There is nothing at this address.");

/**
 * Serves the built page: its files as they are, except source maps, and the page itself for every other address of the
 * application.
 */
export async function serveWeb(app: FastifyInstance, folder: string, facts: PageFacts): Promise<void> {
  const html = await readFile(join(folder, "index.html"), "utf8");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries
      .filter((entry) => entry.isFile() && entry.name !== "index.html" && !/\.(br|gz|map)$/.test(entry.name))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")),
  );
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  app.get<{ Params: { "*": string } }>("/*", (request, reply) => {
    const path = request.params["*"];
    if (files.has(path)) {
      if (/\.m?js$/.test(path)) reply.header("content-security-policy", workerPolicy);
      // Names under assets/ hold a hash of the content.
      return path.startsWith("assets/")
        ? reply.sendFile(path, { maxAge: "1y", immutable: true })
        : reply.sendFile(path, { maxAge: "1h" });
    }
    if (!isPageAddress(`/${path}`)) throw nothingHere();
    return sendPage(reply, path, html, facts);
  });
}
