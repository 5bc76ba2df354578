type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
};

/** Has the browser keep the files of the application once the page is there. Without it everything works as well, but not offline. */
export function installWorker(): void {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const install = () => {
    const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
    // The page's policy wants addresses of scripts vouched for.
    const policy = trustedTypes?.createPolicy("touchline-worker", { createScriptURL: (url) => url });
    const url = "/service-worker.js";
    navigator.serviceWorker.register(policy?.createScriptURL(url) ?? url).catch(() => undefined);
  };
  if (document.readyState === "complete") install();
  else window.addEventListener("load", install, { once: true });
}
