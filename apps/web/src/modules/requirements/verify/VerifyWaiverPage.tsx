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
import { words } from "./words.ts";

type Answer = ResponseOf<typeof verifyWaiver> & { by: "file" | "code" };

const limits = { extensions: ["pdf"], maxBytes: maxFileBytes };

async function sha256Of(file: File): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a signed waiver is genuine: for anybody who holds the document, or the code printed on it. */
export function VerifyWaiverPage() {
  useTitle(words.pageTitle);
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const asking = useMutation({
    mutationFn: async (document: File | string): Promise<Answer> => {
      const by = typeof document === "string" ? "code" : "file";
      const body = typeof document === "string" ? { code: document } : { sha256: await sha256Of(document) };
      return { ...(await call(verifyWaiver, { body })), by };
    },
  });
  const problem = code.trim() === "" ? words.codeMissing : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problem && !asking.isPending) asking.mutate(code);
  };
  return (
    <BareFrame title={words.pageTitle} lead={words.pageLead}>
      <div className={classes.parts}>
        <div aria-live="polite" className={classes.answer}>
          {asking.error && <Notice tone="stop">{messageOf(asking.error)}</Notice>}
          {asking.data && <Found answer={asking.data} />}
        </div>
        <Panel title={words.checkByFile}>
          <FileDrop
            label={words.signedPdf}
            description={words.fileHelp}
            limits={limits}
            disabled={asking.isPending}
            uploads={[]}
            onFiles={([file]) => file && asking.mutate(file)}
            onRemove={() => undefined}
          />
        </Panel>
        <Panel title={words.checkByCode}>
          <form className={classes.form} onSubmit={submit} noValidate>
            <TextInput
              label={words.code}
              description={words.codeHelp}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={tried ? problem : undefined}
            />
            <Button type="submit" label={words.check} loading={asking.isPending} />
          </form>
        </Panel>
      </div>
    </BareFrame>
  );
}

function Found({ answer }: { answer: Answer }) {
  const { genuine, signedAt, by, sha256 } = answer;
  if (!genuine || signedAt === null) {
    return (
      <Notice tone="stop" title={words.notFoundTitle}>
        {by === "file" ? words.fileNotFound : words.codeNotFound}
      </Notice>
    );
  }
  const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "long" }).format(
    new Date(signedAt),
  );
  return (
    <Notice
      tone="done"
      title={words.genuine({ moment })}
      action={<Button small variant="secondary" label={words.downloadProof} onClick={() => keepProof(answer)} />}
    >
      {by === "file" ? (
        words.fileGenuine
      ) : (
        <>
          {words.foundByCode} <code className={classes.hash}>{sha256}</code>
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
