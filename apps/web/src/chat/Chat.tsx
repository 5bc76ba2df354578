import { Button } from "@touchline/ui";
import { useEffect } from "react";
import { warn } from "../warn.ts";
import classes from "./Chat.module.css";
import type { ChatSettings } from "./chat-settings.ts";
import { useChatConsent } from "./consent.ts";
import { startMessenger, stopMessenger } from "./messenger.ts";
import { words } from "./words.ts";

interface ChatProps {
  settings: ChatSettings;
  /** The account whose chat it is. */
  user: string;
  /** The chat is shut down on every path that starts with /admin. Source: specification 1, section 2. */
  path: string;
}

/** The support chat, and the question before it where one is asked. */
export function Chat({ settings, user, path }: ChatProps) {
  const [consent, setConsent] = useChatConsent(user);
  const closed = path.startsWith("/admin");
  const allowed = !settings.asksFirst || consent === "allowed";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user gets a chat of their own.
  useEffect(() => {
    if (closed || !allowed) return undefined;
    const leaving = new AbortController();
    startMessenger(settings, leaving.signal).catch((cause: unknown) => {
      if (!leaving.signal.aborted) warn(`the chat could not be started (${String(cause)}).`);
    });
    return () => {
      leaving.abort();
      stopMessenger();
    };
  }, [closed, allowed, settings, user]);
  if (closed || !settings.asksFirst || consent !== null) return null;
  return (
    <section className={classes.question} aria-label={words.question}>
      <p className={classes.title}>{words.question}</p>
      <p>{words.questionHint}</p>
      <div className={classes.answers}>
        <Button small label={words.allow} onClick={() => setConsent("allowed")} />
        <Button small variant="secondary" label={words.decline} onClick={() => setConsent("declined")} />
      </div>
    </section>
  );
}
