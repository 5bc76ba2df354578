import { Button, useNotify } from "@touchline/ui";
import { copyText } from "../../../files/copy-text.ts";
import { saveFile } from "../../../files/save-file.ts";
import classes from "./SecondFactor.module.css";
import { words } from "./words.ts";

/** The ten codes, shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const notify = useNotify();
  const text = words.codesFile({ host: location.host, codes: codes.join("\n") });
  const copy = async () => {
    if (await copyText(text)) notify("done", words.codesCopied);
    else notify("needs", words.codesNotCopied);
  };
  return (
    <div className={classes.stack}>
      <p>{words.codesAbout}</p>
      <ul className={classes.codes} data-print aria-label={words.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.acts}>
        <Button small variant="secondary" label={words.copy} onClick={() => void copy()} />
        <Button
          small
          variant="secondary"
          label={words.download}
          onClick={() =>
            saveFile({ blob: new Blob([text], { type: "text/plain" }), name: "touchline-recovery-codes.txt" })
          }
        />
        <Button small variant="secondary" label={words.print} onClick={() => print()} />
      </div>
    </div>
  );
}
