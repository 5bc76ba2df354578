import { useMutation } from "@tanstack/react-query";
import type { PosterSize } from "@touchline/contract/accounts/signup-urls";
import { Button, Dialog, Notice } from "@touchline/ui";
import { useState } from "react";
import { QrCode } from "../../../codes/QrCode.tsx";
import { qrPath } from "../../../codes/qr-path.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import classes from "./SignupLinks.module.css";
import { addressOfLink, fetchPoster, type SignupUrl } from "./signup-urls.ts";
import { words } from "./words.ts";

/** The size of a module of the saved QR code, in pixels. */
const scale = 16;

interface LinkCodeDialogProps {
  link: SignupUrl;
  organization: string;
  onClose: () => void;
}

/** Shows the link as a QR code, to be shown, printed, or saved for a poster. */
export function LinkCodeDialog({ link, organization, onClose }: LinkCodeDialogProps) {
  const address = addressOfLink(link);
  const [failed, setFailed] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const name = words.roleAtLevel({ labelName: link.labelName, levelName: link.levelName });
  const save = async (kind: "svg" | "png") => {
    const { path, size } = qrPath(address);
    const blob = kind === "svg" ? svgOf(path, size) : await pngOf(path, size);
    setFailed(blob === null);
    if (blob) saveFile({ blob, name: words.codeFileName({ name, kind }) });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.codeTitle}
      footer={<PosterButtons link={link} onFailed={setRefusal} />}
    >
      {failed && <Notice tone="stop">{words.pngFailed}</Notice>}
      {refusal && (
        <Notice tone="stop" title={words.posterFailed}>
          {refusal}
        </Notice>
      )}
      <div className={classes.poster}>
        <p className={classes.posterTitle}>{words.joinOrganization({ organization })}</p>
        <p>{words.asRoleAtLevel({ labelName: link.labelName, levelName: link.levelName })}</p>
        <QrCode className={classes.code} text={address} label={words.codeAlt({ name })} />
        <p>{words.scanHint}</p>
        <p className={classes.address}>{address}</p>
        <div className={classes.saves}>
          <Button small variant="secondary" label={words.saveAsPng} onClick={() => void save("png")} />
          <Button small variant="secondary" label={words.saveAsSvg} onClick={() => void save("svg")} />
        </div>
      </div>
    </Dialog>
  );
}

/** Downloads the poster, which the server draws for either paper size. */
function PosterButtons({ link, onFailed }: { link: SignupUrl; onFailed: (refusal: string | null) => void }) {
  const loading = useMutation({
    mutationFn: (size: PosterSize) => fetchPoster(link.signupUrlId, size),
    onMutate: () => onFailed(null),
    onSuccess: saveFile,
    onError: (error) => onFailed(messageOf(error)),
  });
  const button = (size: PosterSize, label: string) => (
    <Button
      variant={size === "letter" ? "primary" : "secondary"}
      label={label}
      disabled={link.state !== "open"}
      loading={loading.isPending && loading.variables === size}
      onClick={() => loading.mutate(size)}
    />
  );
  return (
    <>
      {button("a4", words.posterA4)}
      {button("letter", words.posterLetter)}
    </>
  );
}

function svgOf(path: string, size: number): Blob {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * scale}" height="${size * scale}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#ffffff"/><path d="${path}" fill="#000000"/></svg>`;
  return new Blob([text], { type: "image/svg+xml" });
}

/** Returns the QR code as a PNG, or null if the browser can't draw it. */
function pngOf(path: string, size: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = size * scale;
  canvas.height = size * scale;
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = "#000000";
  context.fill(new Path2D(path));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
