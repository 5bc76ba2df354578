import { useMemo } from "react";
import classes from "./QrCode.module.css";
import { qrPath } from "./qr-path.ts";

interface QrCodeProps {
  text: string;
  /** The alternative text: what the code opens. */
  label: string;
  className?: string | undefined;
}

/** A text to be scanned; dark on light in every scheme, as cameras want it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      className={[classes.code, className].filter(Boolean).join(" ")}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000000" />
    </svg>
  );
}
