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
  /** Beside the close button. */
  head?: ReactNode;
  children: ReactNode;
}

/** A panel from the side, for navigation on a phone. The browser's own modal dialog keeps the focus and gives it back. */
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
    // By a link one leaves, or is asked whether to: that must not lie under the drawer. Heard at the document, once the link
    // itself has been followed: without the drawer it is gone.
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
