/**
 * The nonce that the host gave this page, or an empty string if there is none (development). Browsers hide the attribute's
 * value, but the property still has it.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}

/** The scroll lock of open dialogs adds a style element; it reads its nonce from this global name. */
export function announceNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
