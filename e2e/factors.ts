import type { CDPSession } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { password } from "../apps/api/test/organization.ts";
import { expect, type Page } from "./fixtures.ts";

/** Adds a virtual authenticator that stores passkeys and always confirms the user's presence. */
export async function aDevice(page: Page): Promise<CDPSession> {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return device;
}

export const dialog = (page: Page) => page.getByRole("dialog");

/** Follows the dialog that adds a passkey. */
export async function addPasskey(page: Page) {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("Test device");
  await dialog(page).getByRole("textbox", { name: "Your current password" }).fill(password);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
}

/** Follows the dialog that sets up an authenticator app. @returns the app. */
export async function setUpApp(page: Page): Promise<TOTP> {
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await dialog(page).getByRole("textbox", { name: "Your current password" }).fill(password);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page).getByRole("img", { name: /QR code/ })).toBeVisible();
  const text = await dialog(page)
    .getByText("Can't scan it? Enter this key in your app:")
    .locator("xpath=following-sibling::p[1]")
    .innerText();
  const app = new TOTP({ secret: Secret.fromBase32(text.replaceAll(/\s/g, "")) });
  await dialog(page).getByLabel("Code", { exact: true }).fill(app.generate());
  await dialog(page).getByRole("button", { name: "Confirm" }).click();
  return app;
}

export async function keptCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
  const codes = await dialog(page).getByRole("listitem").allInnerTexts();
  await dialog(page).getByRole("button", { name: "I've saved them" }).click();
  await expect(dialog(page)).toHaveCount(0);
  return codes;
}
