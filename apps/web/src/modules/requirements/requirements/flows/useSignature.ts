import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { CallFailed } from "../../../../client.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { focusFirstError, refusedFields } from "../../../../form-errors.ts";
import { keepTyped, typedAt } from "../../../../session/form-draft.ts";
import { useOnce } from "./useOnce.ts";

interface SignatureOptions {
  /** Where the typed name is kept for a page that is loaded again. Agreement is never kept. */
  keptAt: string;
  statementMissing: string;
  nameMissing: string;
  sign: (name: string) => Promise<unknown>;
  onSigned: (name: string) => Promise<unknown>;
  /** Called when the text has changed since it was read. */
  onNewer: () => Promise<unknown>;
}

export type Signature = ReturnType<typeof useSignature>;

/** Holds the box and the name that make a signature, checks both, and sends them once. */
export function useSignature(options: SignatureOptions) {
  const { keptAt } = options;
  const form = useRef<HTMLFormElement>(null);
  const [accepted, setAccepted] = useState(false);
  const [tried, setTried] = useState(false);
  const [name, setName] = useState(() => typedAt<{ name: string }>(keptAt, isTyped)?.name ?? "");
  const once = useOnce();
  const signing = useMutation({
    mutationFn: () => options.sign(name.trim()),
    onSuccess: () => options.onSigned(name.trim()),
    onError: async (error) => {
      if (!isNewer(error)) return focusFirstError(form.current);
      setAccepted(false);
      await options.onNewer();
    },
  });
  const refused = signing.error ? (refusedFields(signing.error) ?? {}) : {};
  const problems = {
    accepted: accepted ? undefined : options.statementMissing,
    name: name.trim() === "" ? options.nameMissing : undefined,
  };
  const newer = isNewer(signing.error);
  return {
    form,
    accepted,
    name,
    newer,
    isPending: signing.isPending,
    errors: { accepted: tried ? problems.accepted : undefined, name: (tried && problems.name) || refused.name },
    failure: signing.error && !newer && Object.keys(refused).length === 0 ? messageOf(signing.error) : null,
    accept: (next: boolean) => {
      signing.reset();
      setAccepted(next);
    },
    typeName: (next: string) => {
      signing.reset();
      keepTyped(keptAt, next === "" ? null : { name: next });
      setName(next);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (signing.isPending) return;
      setTried(true);
      if (problems.accepted || problems.name) focusFirstError(form.current);
      else once(() => signing.mutateAsync());
    },
  };
}

const isTyped = ({ name }: { name?: string }) => typeof name === "string";

const isNewer = (error: Error | null) => error instanceof CallFailed && error.problem?.reason === "newVersion";
