import { Button, useNotify } from "@touchline/ui";
import { copyText } from "../../../files/copy-text.ts";
import { saveFile } from "../../../files/save-file.ts";
import classes from "./SecondFactor.module.css";

/** The ten codes, shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const notify = useNotify();
  const text = `Touchline recovery codes for ${location.host}\nEach works once, in place of your second factor.\n\n${codes.join("\n")}\n`;
  const copy = async () => {
    if (await copyText(text)) notify("done", "The codes were copied.");
    else notify("needs", "The browser did not let us copy them. Mark them and copy them yourself.");
  };
  return (
    <div className={classes.stack}>
      <p>
        With one of these you get in when your phone or passkey is lost. Each works once, and they are shown only now:
        keep them where you keep your passwords, or on paper.
      </p>
      <ul className={classes.codes} data-print aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.acts}>
        <Button small variant="secondary" label="Copy" onClick={() => void copy()} />
        <Button
          small
          variant="secondary"
          label="Download"
          onClick={() =>
            saveFile({ blob: new Blob([text], { type: "text/plain" }), name: "touchline-recovery-codes.txt" })
          }
        />
        <Button small variant="secondary" label="Print" onClick={() => print()} />
      </div>
    </div>
  );
}
