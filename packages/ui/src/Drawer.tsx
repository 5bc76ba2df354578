import { type ReactNode, useEffect, useRef } from "react";
import classes from "./Drawer.module.css";
import { IconButton } from "./IconButton.tsx";
import { IconX } from "./icons.ts";
import { words } from "./words.ts";

export interface DrawerProps {
  opened: boolean;
  onClose: () => void;
  /** Its name for screen readers. */
  label: string;
  /** Shown next to the close button. */
  head?: ReactNode;
  children: ReactNode;
}

/** A panel from the side, for navigation on a phone. The browser's own modal dialog keeps the focus and restores it. */
export function Drawer({ opened, onClose, label, head, children }: DrawerProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (opened && !dialog.open) dialog.showModal();
    if (!opened && dialog.open) dialog.close();
  }, [opened]);
  useEffect(() => {
    const dialog = element.current;
    const onBackdrop = (event: MouseEvent) => {
      if (event.target === dialog) onClose();
    };
    // A link leaves the page or asks whether to, which must not happen under the drawer. The click is handled at the document,
    // after the link itself was followed, because the link disappears with the drawer.
    const onLink = ({ target }: MouseEvent) => {
      if (target instanceof Element && dialog?.contains(target) && target.closest("a[href]")) onClose();
    };
    dialog?.addEventListener("click", onBackdrop);
    document.addEventListener("click", onLink);
    return () => {
      dialog?.removeEventListener("click", onBackdrop);
      document.removeEventListener("click", onLink);
    };
  }, [onClose]);
  return (
    <dialog ref={element} className={classes.drawer} aria-label={label} onClose={onClose}>
      <div className={classes.content}>
        <div className={classes.head}>
          {head}
          <IconButton label={words.closeMenu} icon={<IconX aria-hidden />} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
