import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * Goes to an address of this application, query and all, in the place of the present one. Once, however often it is
 * rendered: the router's own Navigate goes anew with every render, and going renders what listens to the location.
 */
export function GoTo({ href }: { href: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href, replace: true }), [navigate, href]);
  return null;
}
