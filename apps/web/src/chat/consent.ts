import { useSyncExternalStore } from "react";
import { keepInBrowser, readInBrowser } from "../session/browser-storage.ts";

/** What somebody answered on this device when they were asked about the chat. */
export type ChatConsent = "allowed" | "declined";

const key = "touchline.chat";
const changed = new EventTarget();

function subscribe(onChange: () => void): () => void {
  changed.addEventListener("change", onChange);
  return () => changed.removeEventListener("change", onChange);
}

function readConsent(): ChatConsent | null {
  const kept = readInBrowser(key);
  return kept === "allowed" || kept === "declined" ? kept : null;
}

/** The answer, null while there is none, and how to give it. */
export function useChatConsent(): [ChatConsent | null, (consent: ChatConsent) => void] {
  const consent = useSyncExternalStore(subscribe, readConsent);
  return [
    consent,
    (given) => {
      keepInBrowser(key, given);
      changed.dispatchEvent(new Event("change"));
    },
  ];
}
