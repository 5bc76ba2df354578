import type { Context, InteractionDetails } from "oidc-provider";
import { escapeHtml, sendPage } from "./pages.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Shown } from "./second-step.ts";

/**
 * Asks the browser for a passkey and submits the answer with the form. The script is the same for everyone, because the options
 * are in the page.
 */
const script = `const button = document.getElementById("passkey");
button.hidden = !window.PublicKeyCredential?.parseRequestOptionsFromJSON;
button.addEventListener("click", async () => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(button.dataset.options));
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null);
  if (!credential) return;
  const form = button.form;
  form.elements.assertion.value = JSON.stringify(credential);
  form.noValidate = true;
  form.requestSubmit(form.querySelector("[value=yes]"));
});`;

/** What a form of the second step submits: a passkey's answer, six digits of an app, or a recovery code. */
export function shownIn(form: URLSearchParams): Shown {
  const assertion = form.get("assertion");
  if (assertion) return { assertion };
  const code = form.get("code") ?? "";
  return /^[\d\s]*$/.test(code) && code.replace(/\s/g, "").length === 6 ? { code } : { recoveryCode: code };
}

/** The page after a right password if the account has a second factor. */
export async function askSecondStep(
  { passkeys, passkeysHere }: { passkeys: Passkeys; passkeysHere: boolean },
  ctx: Context,
  details: InteractionDetails,
  { token, methods }: { token: string; methods: readonly string[] },
  problem?: string,
): Promise<void> {
  const passkey = passkeysHere && methods.includes("passkey");
  const options = passkey ? JSON.stringify(await passkeys.requestOptions(null)) : "";
  const label = methods.includes("code") ? "Code from your app, or a recovery code" : "Recovery code";
  sendPage(ctx, {
    title: "One more step",
    body: `${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ""}
<form method="post">
<input type="hidden" name="step" value="${escapeHtml(token)}">
<input type="hidden" name="methods" value="${escapeHtml(methods.join(" "))}">
<input type="hidden" name="assertion" value="">
${passkey ? `<p><button type="button" id="passkey" hidden data-options="${escapeHtml(options)}">Use a passkey</button></p>` : ""}
<p><label>${label}<br><input name="code" autocomplete="one-time-code" required autofocus></label></p>
<p><button name="answer" value="yes">Continue</button>
<button name="answer" value="no" formnovalidate>Cancel</button></p></form>`,
    formEnd: details.params.redirect_uri,
    script: passkey ? script : undefined,
  });
}
