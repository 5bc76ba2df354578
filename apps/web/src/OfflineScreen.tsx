import { ErrorScreen } from "@touchline/ui";
import { useCallback, useEffect, useState } from "react";
import { LastSeen } from "./LastSeen.tsx";
import { isReachable, reloadOnce } from "./not-loaded.ts";
import { supportEmail } from "./support-email.ts";
import { useTitle } from "./useTitle.ts";
import { words } from "./words.ts";

/** Milliseconds between two looks whether the server can be reached again. */
const everyMilliseconds = 3_000;

/** For a page whose code couldn't be loaded. It retries by itself, and opens the page when the server is reachable. */
export function OfflineScreen({ onBroken }: { onBroken: () => void }) {
  useTitle(words.offlineTitle);
  const [online, setOnline] = useState(navigator.onLine);
  const look = useCallback(async () => {
    setOnline(navigator.onLine);
    if (navigator.onLine && (await isReachable()) && !reloadOnce()) onBroken();
  }, [onBroken]);
  useEffect(() => {
    void look();
    const timer = setInterval(() => void look(), everyMilliseconds);
    const onChange = () => void look();
    window.addEventListener("online", onChange);
    window.addEventListener("offline", onChange);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", onChange);
      window.removeEventListener("offline", onChange);
    };
  }, [look]);
  return (
    <>
      <ErrorScreen
        title={online ? words.unreachableTitle : words.offlineTitle}
        message={online ? words.unreachableHelp : words.offlineHelp}
        supportEmail={supportEmail()}
        onRetry={() => void look()}
      />
      <LastSeen />
    </>
  );
}
