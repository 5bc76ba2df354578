import { type IncidentKind, incidentKinds, longestDescription } from "@touchline/contract/incidents/incidents";
import { FileDrop, Select, Textarea, TextInput } from "@touchline/ui";
import { useState } from "react";
import type { FieldErrors } from "../../../form-errors.ts";
import { incidentKindLabels, words } from "./words.ts";

/** An incident as a form holds it. */
export interface IncidentForm {
  kind: IncidentKind | null;
  happenedAt: string;
  description: string;
}

/** A file that goes along, named apart from others of the same name. */
interface Chosen {
  key: string;
  file: File;
}

/** The files that go along with a call. */
export function useFiles() {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  return {
    files: chosen.map(({ file }) => file),
    clear: () => setChosen([]),
    drop: {
      uploads: chosen.map(({ key, file }) => ({
        key,
        name: file.name,
        size: file.size,
        state: { kind: "chosen" as const },
      })),
      onFiles: (files: File[]) =>
        setChosen((before) => [...before, ...files.map((file) => ({ key: crypto.randomUUID(), file }))].slice(0, 5)),
      onRemove: (key: string) => setChosen((before) => before.filter((one) => one.key !== key)),
    },
  };
}

interface IncidentFieldsProps {
  form: IncidentForm;
  onChange: (form: IncidentForm) => void;
  errors: FieldErrors;
  drop: ReturnType<typeof useFiles>["drop"];
}

/** The fields of an incident: what happened, when, a description, and documents. */
export function IncidentFields({ form, onChange, errors, drop }: IncidentFieldsProps) {
  return (
    <>
      <Select
        label={words.kind}
        placeholder={words.chooseKind}
        allowDeselect={false}
        data={incidentKinds.map((kind) => ({ value: kind, label: incidentKindLabels[kind] }))}
        value={form.kind}
        error={errors.kind}
        onChange={(value) => onChange({ ...form, kind: value as IncidentKind | null })}
      />
      <TextInput
        type="datetime-local"
        label={words.whenItHappened}
        description={words.localTime}
        value={form.happenedAt}
        error={errors.happenedAt}
        onChange={(event) => onChange({ ...form, happenedAt: event.target.value })}
      />
      <Textarea
        label={words.whatHappened}
        description={words.whatHappenedHelp}
        rows={6}
        maxLength={longestDescription}
        value={form.description}
        error={errors.description}
        onChange={(event) => onChange({ ...form, description: event.target.value })}
      />
      <FileDrop label={words.documents} description={words.documentsHelp} multiple error={errors.file} {...drop} />
    </>
  );
}
