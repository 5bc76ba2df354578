import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { readClaims } from "./claims.ts";
import { isReadFreely, pendingPolicies } from "./policies.ts";
import { isLoggedIn } from "./security.ts";
import { useSecurity } from "./useSecurity.ts";

const UpdatedPolicies = lazy(() => import("./UpdatedPolicies.tsx").then((file) => ({ default: file.UpdatedPolicies })));

/** Stands before every page for whoever is logged in and has not accepted what is in force. */
export function PoliciesGate() {
  const security = useSecurity();
  const { pathname } = useLocation();
  const claims = isLoggedIn(security) ? readClaims(security.token ?? "") : null;
  const pending = claims ? pendingPolicies(claims) : [];
  if (pending.length === 0 || isReadFreely(pathname)) return null;
  return (
    <Suspense>
      <UpdatedPolicies pending={pending} />
    </Suspense>
  );
}
