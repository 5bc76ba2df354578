import { useSyncExternalStore } from "react";
import { keepInBrowser, readInBrowser } from "../session/browser-storage.ts";

/** A person's answer to the question whether the chat may be loaded on this device. */
export type ChatConsent = "allowed" | "declined";

const changed = new EventTarget();
/** The answers of this page, for browsers that store nothing. */
const answers = new Map<string, ChatConsent>();

function subscribe(onChange: () => void): () => void {
  changed.addEventListener("change", onChange);
  return () => changed.removeEventListener("change", onChange);
}

/** The answer of an account, null while there is none, and how to give it. A device may be shared by a family. */
export function useChatConsent(appUserId: string): [ChatConsent | null, (consent: ChatConsent) => void] {
  const key = `touchline.chat.${appUserId}`;
  const consent = useSyncExternalStore(subscribe, () => {
    const kept = answers.get(key) ?? readInBrowser(key);
    return kept === "allowed" || kept === "declined" ? kept : null;
  });
  return [
    consent,
    (answer) => {
      answers.set(key, answer);
      keepInBrowser(key, answer);
      changed.dispatchEvent(new Event("change"));
    },
  ];
}
