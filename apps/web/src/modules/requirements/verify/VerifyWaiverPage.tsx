import { useMutation } from "@tanstack/react-query";
import { maxFileBytes, type ResponseOf } from "@touchline/contract";
import { verifyWaiver } from "@touchline/contract/requirements/waivers";
import { Button, FileDrop, Notice, Panel, TextInput } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Verify.module.css";

type Answer = ResponseOf<typeof verifyWaiver> & { asked: "file" | "code" };

const limits = { extensions: ["pdf"], maxBytes: maxFileBytes };

async function sha256Of(file: File): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a signed waiver is genuine: for anybody who holds the document, or the code printed on it. */
export function VerifyWaiverPage() {
  useTitle("Check a signed waiver");
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const asking = useMutation({
    mutationFn: async (given: File | string): Promise<Answer> => {
      const asked = typeof given === "string" ? "code" : "file";
      const body = typeof given === "string" ? { code: given } : { sha256: await sha256Of(given) };
      return { ...(await call(verifyWaiver, { body })), asked };
    },
  });
  const problem = code.trim() === "" ? "Enter the code from the last page of the document." : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problem && !asking.isPending) asking.mutate(code);
  };
  return (
    <BareFrame
      title="Check a signed waiver"
      lead="Find out whether a document was signed here and hasn't been changed since."
    >
      <div className={classes.parts}>
        <div aria-live="polite" className={classes.answer}>
          {asking.error && <Notice tone="stop">{messageOf(asking.error)}</Notice>}
          {asking.data && <Found answer={asking.data} />}
        </div>
        <Panel title="Check by file">
          <FileDrop
            label="The signed PDF"
            description="The file is checked on this device and isn't uploaded."
            limits={limits}
            disabled={asking.isPending}
            uploads={[]}
            onFiles={([file]) => file && asking.mutate(file)}
            onRemove={() => undefined}
          />
        </Panel>
        <Panel title="Check by code">
          <form className={classes.form} onSubmit={submit} noValidate>
            <TextInput
              label="Code"
              description="Twenty letters and digits, at the foot of each page."
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={tried ? problem : undefined}
            />
            <Button type="submit" label="Check" loading={asking.isPending} />
          </form>
        </Panel>
      </div>
    </BareFrame>
  );
}

function Found({ answer }: { answer: Answer }) {
  const { genuine, signedAt, asked, sha256 } = answer;
  if (!genuine || signedAt === null) {
    return (
      <Notice tone="stop" title="Unknown">
        {asked === "file"
          ? "This exact document wasn't signed here. Even a small change or saving it again makes it a different file."
          : "No document with this code was signed here. Check that you typed the code exactly as printed."}
      </Notice>
    );
  }
  const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "long" }).format(
    new Date(signedAt),
  );
  return (
    <Notice
      tone="done"
      title={`Genuine, signed on ${moment}`}
      action={<Button small variant="secondary" label="Download proof" onClick={() => keepProof(answer)} />}
    >
      {asked === "file" ? (
        "This is exactly the document that was signed."
      ) : (
        <>
          A document with this code was signed. Whether yours is the same shows when you choose the file; its SHA-256
          must be <code className={classes.hash}>{sha256}</code>
        </>
      )}
    </Notice>
  );
}

/** Statement, signature and key as a file, by which the document can be checked without this site. */
function keepProof({ proof, publicKey, signedAt, sha256 }: Answer): void {
  const text = JSON.stringify({ signedAt, sha256, ...proof, publicKey }, null, 2);
  saveFile({ blob: new Blob([text], { type: "application/json" }), name: "waiver-proof.json" });
}
