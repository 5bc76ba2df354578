import { useEffect, useRef, useState } from "react";
import classes from "./MailTexts.module.css";

/** The rules for the dark and the words about it: this frame is always light, and the page's policy refuses them. */
const ofTheDark = /<style>.*?<\/style>|<meta name="(supported-)?color-schemes?"[^>]*>/gs;

/**
 * Shows the HTML of an email as a mailbox does, in a frame without scripts and links. The page's content security policy, which
 * the frame shares, forbids inline styles in markup, so each is set once the frame has loaded.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolled = useRef(0);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(
      new Blob([html.replaceAll(ofTheDark, "").replaceAll(' style="', ' data-style="')], { type: "text/html" }),
    );
    scrolled.current = frame.current?.contentDocument?.documentElement?.scrollTop ?? 0;
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [html]);
  const dress = () => {
    const page = frame.current?.contentDocument;
    if (!page) return;
    for (const element of page.querySelectorAll<HTMLElement>("[data-style]")) {
      element.style.cssText = element.dataset.style ?? "";
    }
    for (const link of page.querySelectorAll("a")) link.removeAttribute("href");
    page.documentElement.scrollTop = scrolled.current;
  };
  return (
    <iframe
      ref={frame}
      className={classes.paper}
      title={title}
      src={address}
      sandbox="allow-same-origin"
      onLoad={dress}
    />
  );
}
