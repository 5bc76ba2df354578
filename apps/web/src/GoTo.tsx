import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * Replaces the current address by another of this application, with its query. It does so once: the router's own Navigate
 * navigates with every render, and navigating renders what listens to the location.
 */
export function GoTo({ href }: { href: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href, replace: true }), [navigate, href]);
  return null;
}
