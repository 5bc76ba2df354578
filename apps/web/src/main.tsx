import "@touchline/ui/theme.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Provider } from "@touchline/ui";
import { StrictMode, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { watchFaults } from "./faults.ts";
import { installWorker } from "./install-worker.ts";
import { createQueryClient } from "./query-client.ts";
import { routeOf } from "./route-of.ts";
import { createAppRouter } from "./router.tsx";
import { dropCachesWithProfile } from "./session/caches.ts";
import { followTabs } from "./session/other-tabs.ts";
import { startSession } from "./session/start.ts";
import { readAccent, watchAccent } from "./shell/accent.ts";

const queryClient = createQueryClient();
const router = createAppRouter();
const navigate = (href: string) => void router.navigate({ href });

dropCachesWithProfile(queryClient);
followTabs();
watchFaults(() => routeOf(router));
installWorker();
// Fetched while the page's code is loading. Later readers repeat the request and handle its errors.
startSession().catch(() => undefined);

function App() {
  const accent = useSyncExternalStore(watchAccent, readAccent);
  return (
    <QueryClientProvider client={queryClient}>
      <Provider accent={accent} navigate={navigate}>
        <RouterProvider router={router} />
      </Provider>
    </QueryClientProvider>
  );
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
