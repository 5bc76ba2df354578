// First: it sets the order of the style layers.
import "@touchline/ui/theme.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Provider } from "@touchline/ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./queryClient.ts";
import { createAppRouter } from "./routes.tsx";

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
const navigate = (href: string) => void router.navigate({ href });

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Provider navigate={navigate}>
        <RouterProvider router={router} />
      </Provider>
    </QueryClientProvider>
  </StrictMode>,
);
