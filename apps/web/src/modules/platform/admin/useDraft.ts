import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type CreationStep,
  type DraftContent,
  discardOrganizationDraft,
  type OrganizationDraft,
  saveOrganizationDraft,
} from "@touchline/contract/setup/organization-creation";
import { useCallback, useEffect, useRef, useState } from "react";
import { CallFailed, call } from "../../../client.ts";
import { draftQuery } from "./queries.ts";

/** The pause in typing before the draft is saved, in milliseconds. */
const pause = 700;

export type Saving = "saved" | "saving" | "unsaved" | "elsewhere" | "failed";

/**
 * The draft of a new organization, saved on the server while the operator types and available on every device. Saves are
 * sequential and based on the previous one. If another device has saved in the meantime, nothing is overwritten.
 */
export function useDraft(begun: OrganizationDraft | null, empty: DraftContent) {
  const [content, setContent] = useState(begun?.content ?? empty);
  const [state, setState] = useState<Saving>("saved");
  const [organizationId, setOrganizationId] = useState(begun?.organizationId ?? null);
  const revision = useRef(begun?.revision ?? 0);
  const wanted = useRef<{ content: DraftContent; step: CreationStep } | null>(null);
  const running = useRef<Promise<void> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const queryClient = useQueryClient();

  const saveAll = useCallback(async () => {
    for (let next = wanted.current; next; next = wanted.current) {
      wanted.current = null;
      setState("saving");
      try {
        const saved = await call(saveOrganizationDraft, { body: { revision: revision.current, ...next } });
        revision.current = saved.revision;
        setOrganizationId(saved.organizationId);
        if (!wanted.current) setState("saved");
      } catch (error) {
        wanted.current ??= next;
        setState(error instanceof CallFailed && error.status === 409 ? "elsewhere" : "failed");
        return;
      }
    }
  }, []);

  /** Saves what is there now, after what is being saved already. */
  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    running.current = (running.current ?? Promise.resolve()).then(saveAll);
    await running.current;
  }, [saveAll]);

  const change = (next: DraftContent, step: CreationStep, { now = false } = {}) => {
    setContent(next);
    wanted.current = { content: next, step };
    setState("unsaved");
    clearTimeout(timer.current);
    if (now) void flush();
    else timer.current = setTimeout(() => void flush(), pause);
  };

  // Changes are saved when the person leaves for another page of the application.
  useEffect(() => () => void flush(), [flush]);

  const discarding = useMutation({
    mutationFn: async () => {
      clearTimeout(timer.current);
      wanted.current = null;
      await running.current;
      await call(discardOrganizationDraft);
    },
    onSuccess: () => {
      revision.current = 0;
      queryClient.setQueryData(draftQuery.queryKey, null);
    },
  });

  return {
    content,
    organizationId,
    state,
    change,
    flush,
    discarding,
    /** Saving stops: the organization was created. */
    forget: () => {
      clearTimeout(timer.current);
      wanted.current = null;
    },
  };
}
