import { useNavigate, useSearch } from "@tanstack/react-router";

/** Returns the photo for which the camera is open, from the address; null while it is closed. */
export function useOpenCamera(): { open: string | null; setOpen: (key: string | null) => Promise<void> } {
  const { camera } = useSearch({ strict: false }) as { camera?: unknown };
  const navigate = useNavigate();
  return {
    open: typeof camera === "string" ? camera : null,
    async setOpen(key) {
      const next = new URL(window.location.href);
      if (key === null) next.searchParams.delete("camera");
      else next.searchParams.set("camera", key);
      await navigate({ href: next.pathname + next.search, replace: key === null, resetScroll: false });
    },
  };
}
