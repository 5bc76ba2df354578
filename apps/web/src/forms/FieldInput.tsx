import type { addressAnswer, FormAnswer, FormField } from "@touchline/contract/library/form-definition";
import { Chips, Choices, DateInput, Select, Textarea, TextInput } from "@touchline/ui";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import classes from "./Forms.module.css";
import { readNumber } from "./numbers.ts";
import { words } from "./words.ts";

type Address = z.output<typeof addressAnswer>;

export interface FieldInputProps {
  field: FormField;
  answer: FormAnswer | undefined;
  /** Null: not answered. */
  onChange: (answer: FormAnswer | null) => void;
  error: string | undefined;
  /** The value is still the one known of the person. */
  fromProfile: boolean;
  signer: string;
  /** The part of a file field that uploads. */
  fileInput: ReactNode;
}

/** Up to this many options are listed at once; more need a search field. */
const shownAtOnce = 7;
const textOf = (answer: FormAnswer | undefined) => (typeof answer === "string" ? answer : "");
export const nameOfField = ({ label, required }: Pick<FormField, "label" | "required">) =>
  required ? label : words.optionalField({ label });

/** One question of a form, in the way of its kind. */
export function FieldInput(props: FieldInputProps) {
  const { field, fromProfile } = props;
  return (
    <div className={classes.field} data-field={field.key}>
      <OfKind {...props} />
      {fromProfile && <p className={classes.known}>{words.fromProfile}</p>}
    </div>
  );
}

function OfKind({ field, answer, onChange, error, signer, fileInput }: FieldInputProps) {
  const label = nameOfField(field);
  const about = field.help || undefined;
  const text = {
    label,
    error,
    description: about,
    value: textOf(answer),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value || null),
  };
  switch (field.kind) {
    case "text":
      return <TextInput {...text} maxLength={field.max ?? 1000} />;
    case "longText":
      return <Textarea {...text} rows={4} maxLength={field.max ?? 10_000} />;
    case "email":
      return <TextInput {...text} type="email" inputMode="email" autoCapitalize="off" maxLength={254} />;
    case "phone":
      return <TextInput {...text} type="tel" inputMode="tel" maxLength={50} />;
    case "date":
      return <DateInput {...text} />;
    case "number":
      return <NumberInput label={label} description={about} error={error} answer={answer} onChange={onChange} />;
    case "yesNo":
      return (
        <Asked about={about}>
          <Choices
            compact
            label={label}
            choices={[
              { value: "yes", label: words.yes },
              { value: "no", label: words.no },
            ]}
            value={textOf(answer)}
            onChange={onChange}
            error={error}
          />
        </Asked>
      );
    case "choice":
      return field.options.length <= shownAtOnce ? (
        <Asked about={about}>
          <Choices
            label={label}
            choices={field.options.map((value) => ({ value, label: value }))}
            value={textOf(answer)}
            onChange={onChange}
            error={error}
          />
        </Asked>
      ) : (
        <Select
          label={label}
          description={about}
          data={[...new Set(field.options)]}
          searchable
          clearable={!field.required}
          value={textOf(answer) || null}
          onChange={onChange}
          error={error}
        />
      );
    case "choices":
      return (
        <Chips
          label={label}
          {...(about && { description: about })}
          options={field.options.map((value) => ({ value, label: value }))}
          selected={Array.isArray(answer) ? answer : []}
          onChange={(chosen) => onChange(chosen.length === 0 ? null : chosen)}
          error={error}
        />
      );
    case "address":
      return <AddressInput label={label} about={about} answer={answer} onChange={onChange} error={error} />;
    case "file":
      return fileInput;
    case "signature":
      return (
        <TextInput
          {...text}
          className={classes.signature}
          autoComplete="off"
          maxLength={200}
          description={[about, words.signatureHelp({ signer })].filter(Boolean).join(" ")}
        />
      );
  }
}

/** The explanation of what has none of its own. */
function Asked({ about, children }: { about: string | undefined; children: ReactNode }) {
  return (
    <>
      {children}
      {about && <p className={classes.about}>{about}</p>}
    </>
  );
}

interface NumberInputProps extends Pick<FieldInputProps, "answer" | "onChange" | "error"> {
  label: string;
  description: string | undefined;
}

/** Typed text stays unchanged, even while it isn't a number yet. */
function NumberInput({ answer, onChange, ...rest }: NumberInputProps) {
  const known = typeof answer === "number" ? String(answer) : textOf(answer);
  const [typed, setTyped] = useState(known);
  const same = (readNumber(typed) ?? typed) === (answer ?? "");
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      maxLength={30}
      value={same ? typed : known}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(text.trim() === "" ? null : (readNumber(text) ?? text));
      }}
    />
  );
}

const noAddress: Address = { street: "", city: "", state: "", postalCode: "", country: "" };
const parts: readonly [keyof Address, string, number][] = [
  ["street", words.street, 200],
  ["city", words.city, 100],
  ["state", words.state, 100],
  ["postalCode", words.zipCode, 20],
  ["country", words.country, 100],
];

interface AddressInputProps extends Pick<FieldInputProps, "answer" | "onChange" | "error"> {
  label: string;
  about: string | undefined;
}

function AddressInput({ label, about, answer, onChange, error }: AddressInputProps) {
  const address = typeof answer === "object" && !Array.isArray(answer) ? answer : noAddress;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      {about && <p className={classes.about}>{about}</p>}
      <div className={classes.parts}>
        {parts.map(([part, name, most]) => (
          <TextInput
            key={part}
            label={name}
            maxLength={most}
            value={address[part]}
            onChange={(event) => {
              const next = { ...address, [part]: event.currentTarget.value };
              onChange(Object.values(next).every((one) => one === "") ? null : next);
            }}
          />
        ))}
      </div>
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}
