import { type Context, errors, type InteractionDetails, type Provider } from "oidc-provider";
import type { Accounts } from "./accounts.ts";
import type { ClaimsPort } from "./claims.ts";
import { readForm } from "./forms.ts";
import { askSecondStep, shownIn } from "./interaction-step.ts";
import { connectionIn } from "./organizations.ts";
import { escapeHtml, sendPage } from "./pages.ts";
import type { Passkeys } from "./passkeys.ts";
import type { SecondSteps } from "./second-step.ts";
import { signIn } from "./sign-in.ts";
import type { Throttle } from "./throttle.ts";

type Parts = {
  accounts: Accounts;
  throttle: Throttle;
  steps: SecondSteps;
  passkeys: Passkeys;
  /** Whether passkeys belong to this host. If the page has another host, they can't be used here. */
  passkeysHere: boolean;
  port: ClaimsPort;
  partners: readonly { client_id: string; client_name: string }[];
};

async function detailsOf(provider: Provider, ctx: Context, uid: string): Promise<InteractionDetails | null> {
  try {
    const details = await provider.interactionDetails(ctx.req, ctx.res);
    return details.uid === uid ? details : null;
  } catch (error) {
    if (error instanceof errors.InvalidRequest) return null; // There is no cookie, or it has expired.
    throw error;
  }
}

const wantsPassword = (details: InteractionDetails) => details.prompt.name === "login" || !details.session?.accountId;

function ask({ partners }: Parts, ctx: Context, details: InteractionDetails, problem?: string) {
  const partner = partners.find(({ client_id }) => client_id === details.params.client_id);
  const name = escapeHtml(partner?.client_name ?? "");
  const fields = wantsPassword(details)
    ? `<p><label>Email<br><input name="username" type="email" autocomplete="username" required autofocus></label></p>
<p><label>Password<br><input name="password" type="password" autocomplete="current-password" required></label></p>`
    : "";
  sendPage(ctx, {
    title: wantsPassword(details) ? "Sign in" : "Continue",
    body: `<p>${name} will learn who you are: your name and your email address.</p>
${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ""}
<form method="post">${fields}
<p><button name="answer" value="yes">Continue to ${name}</button>
<button name="answer" value="no" formnovalidate>Cancel</button></p></form>`,
    formEnd: details.params.redirect_uri,
  });
}

async function grantTo(provider: Provider, details: InteractionDetails, accountId: string): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId: details.params.client_id });
  grant.addOIDCScope(details.params.scope ?? "openid");
  return grant.save();
}

/** Returns who has been authenticated by the form, or null if they have to continue or try again. */
async function shownBy(parts: Parts, ctx: Context, details: InteractionDetails, form: URLSearchParams) {
  const token = form.get("step");
  try {
    if (token) {
      const finished = await parts.steps.finish(ctx, token, shownIn(form));
      // A step of an organization's sign-in continues where it began.
      if (connectionIn(finished.amr) !== null) throw new errors.InvalidGrant("this step belongs to another sign-in");
      return finished;
    }
    const { sub, secondFactor } = await signIn(parts, ctx, form.get("username") ?? "", form.get("password") ?? "");
    if (!secondFactor) return { sub, amr: ["pwd"] };
    ctx.status = 200;
    await askSecondStep(parts, ctx, details, await parts.steps.begin(sub));
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    ctx.status = error.statusCode;
    if (token && error.error === "invalid_grant") {
      const methods = (form.get("methods") ?? "").split(" ");
      await askSecondStep(parts, ctx, details, { token, methods }, error.error_description);
    } else ask(parts, ctx, details, error.error_description);
  }
  return null;
}

/** Returns the result for oidc-provider, or null if the person is asked again. */
async function resultOf(provider: Provider, parts: Parts, ctx: Context, details: InteractionDetails) {
  const form = await readForm(ctx.req);
  if (form?.get("answer") === "no") {
    return { error: "access_denied", error_description: "The person did not agree." };
  }
  let accountId = wantsPassword(details) ? undefined : details.session?.accountId;
  let login = {};
  if (!accountId) {
    const signedIn = await shownBy(parts, ctx, details, form ?? new URLSearchParams());
    if (!signedIn) return null;
    accountId = signedIn.sub;
    login = { login: { accountId, amr: signedIn.amr } };
  }
  if (!(await parts.port.claimsFor(accountId, null))) {
    return { error: "access_denied", error_description: "The account may not be used." };
  }
  return { ...login, consent: { grantId: await grantTo(provider, details, accountId) } };
}

/**
 * `/interaction/<uid>`: a partner's sign-in asks for the password and the second factor, and for confirmation if the person is
 * already logged in. These are plain forms; there is a script only for passkeys. The cookie of the interaction is SameSite=Lax,
 * so no other site can post here.
 */
export function interactionPages(provider: Provider, parts: Parts) {
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    const uid = /^\/interaction\/([\w-]{1,64})$/.exec(ctx.path)?.[1];
    if (!uid || !/^(GET|POST)$/.test(ctx.method)) return next();
    const details = await detailsOf(provider, ctx, uid);
    if (!details) {
      ctx.status = 400;
      sendPage(ctx, {
        title: "This login has expired",
        body: "<p>Go back and start again.</p>",
      });
      return;
    }
    if (ctx.method === "GET") {
      ctx.status = 200;
      ask(parts, ctx, details);
      return;
    }
    const result = await resultOf(provider, parts, ctx, details);
    if (!result) return;
    const leadsTo = await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
    ctx.status = 303;
    ctx.set("Location", leadsTo);
    ctx.body = "";
  };
}

/**
 * Turns `POST /connect/authorize` (OpenID Connect Core, 3.1.2.1) into the same request by GET, because cookies that are sent
 * with a POST from another site would have to be SameSite=None.
 */
export async function authorizeByPost(ctx: Context, next: () => Promise<void>): Promise<void> {
  if (ctx.method !== "POST" || ctx.path.toLowerCase() !== "/connect/authorize") return next();
  const form = await readForm(ctx.req);
  ctx.set("Cache-Control", "no-store");
  if (form) {
    ctx.status = 303;
    ctx.set("Location", `authorize?${form}`);
    ctx.body = "";
  } else {
    ctx.status = 400;
    ctx.body = { error: "invalid_request", error_description: "Send the request as a form." };
  }
}
