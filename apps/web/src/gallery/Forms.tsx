import {
  Button,
  Checkbox,
  DateInput,
  FileDrop,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
  type Upload,
} from "@touchline/ui";
import { useState } from "react";
import classes from "./GalleryPage.module.css";
import { Section } from "./Section.tsx";

const started: Upload[] = [
  { key: "1", name: "concussion-certificate.pdf", size: 480_000, state: { kind: "uploading", progress: 0.62 } },
  { key: "2", name: "first-aid.png", size: 2_400_000, state: { kind: "done" } },
  {
    key: "3",
    name: "license.pdf",
    size: 800_000,
    state: { kind: "failed", reason: "The connection was lost. Try again." },
  },
];

const levels = ["Cascadia (state)", "North Region", "Lakeside FC", "U12 Girls"];

export function Forms() {
  const [uploads, setUploads] = useState<readonly Upload[]>(started);
  const [day, setDay] = useState("2012-05-03");
  const addFiles = (files: File[]) =>
    setUploads([
      ...uploads,
      ...files.map(({ name, size }) => ({ key: name, name, size, state: { kind: "done" as const } })),
    ]);
  return (
    <Section title="Fields">
      <div className={classes.columns}>
        <TextInput label="Full name" defaultValue="Rosa Delgado" autoComplete="name" />
        <TextInput
          label="Email"
          description="We send the confirmation here"
          type="email"
          placeholder="name@example.org"
        />
        <TextInput label="Phone" defaultValue="555" error="A phone number has at least ten digits." />
        <TextInput label="Member number" defaultValue="C-20431" disabled />
        <PasswordInput label="Password" defaultValue="correct horse" />
        <PasswordInput label="Password, refused" defaultValue="123" error="At least twelve characters." />
        <DateInput label="Valid until" error="This day lies in the past." defaultValue="2012-05-03" />
        <DateInput label="Date of birth" value={day} onChange={(event) => setDay(event.target.value)} />
        <Select label="Level" data={levels} defaultValue="Lakeside FC" />
        <Select label="Level, searchable" data={levels} searchable placeholder="Type a name" />
        <Select label="Level, missing" data={levels} placeholder="Choose a level" error="Choose a level." />
        <Select label="Level, fixed" data={levels} defaultValue="Lakeside FC" disabled />
        <Textarea label="Notes" description="Seen by reviewers only" />
        <Textarea label="Reason" error="Say why, in a sentence." />
        <Textarea label="Notes, closed" defaultValue="Approved on 3 May." disabled />
        <div>
          <Checkbox label="I agree to the product Terms of Service" />
          <br />
          <Checkbox label="Everything above is true" defaultChecked />
          <br />
          <Checkbox label="I have read the policy" error="Tick this to go on." />
          <br />
          <Checkbox label="Not for you to say" description="An Admin decides" disabled />
        </div>
        <FileDrop
          label="Certificate"
          description="A photo of it will do"
          multiple
          uploads={uploads}
          onFiles={addFiles}
          onRetry={() => undefined}
          onRemove={(key) => setUploads(uploads.filter((upload) => upload.key !== key))}
        />
        <FileDrop
          label="Certificate, missing"
          error="Choose the file first."
          uploads={[]}
          onFiles={() => undefined}
          onRemove={() => undefined}
        />
        <FileDrop
          label="Certificate, closed"
          disabled
          uploads={[{ key: "1", name: "chosen.pdf", size: 90_000, state: { kind: "chosen" } }]}
          onFiles={() => undefined}
          onRemove={() => undefined}
        />
      </div>
      <div className={classes.row}>
        <Button type="submit" label="Save" />
        <Button variant="secondary" label="Cancel" />
      </div>
    </Section>
  );
}
