import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { readClaims } from "./claims.ts";
import { isReadFreely, pendingPolicies } from "./policies.ts";
import { isLoggedIn } from "./security.ts";
import { useSecurity } from "./useSecurity.ts";

const UpdatedPolicies = lazy(() => import("./UpdatedPolicies.tsx").then((file) => ({ default: file.UpdatedPolicies })));

/** Asks logged-in people to accept the current policies before any page is shown. */
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
