import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Modal } from "@mantine/core";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import classes from "./Dialog.module.css";
import { holdNotices } from "./notices-place.ts";
import { words } from "./words.ts";

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The buttons. The one that continues is the last. */
  footer?: ReactNode;
  /** Off if a stray click would lose work. */
  closeOnBackdrop?: boolean;
  /** Only its own buttons close it. */
  blocking?: boolean;
  wide?: boolean;
}

/**
 * A dialog: Escape closes it, and so does a click on the backdrop unless that is disabled. The focus is trapped inside and
 * returns to where it was. On a phone it rises from the bottom. Source: specification 1, section 2, Dialogs.
 */
export function Dialog(props: DialogProps) {
  const { opened, onClose, title, children, footer, closeOnBackdrop = true, blocking = false, wide = false } = props;
  const content = useRef<HTMLDivElement>(null);
  const setContent = useContent(content);
  useFocusReturn();
  // Another step of the same dialog may have removed the focused element.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title identifies the step
  useEffect(() => {
    if (document.activeElement === document.body) content.current?.focus();
  }, [title]);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={wide ? "48rem" : "32rem"}
      centered
      closeOnEscape={!blocking}
      closeOnClickOutside={closeOnBackdrop && !blocking}
      transitionProps={{ duration: 120, transition: "fade" }}
      classNames={{ inner: classes.inner ?? "", content: classes.content ?? "", title: classes.title ?? "" }}
    >
      <Modal.Overlay />
      <Modal.Content ref={setContent}>
        <div className={classes.head}>
          <Modal.Title>{title}</Modal.Title>
          {!blocking && <Modal.CloseButton aria-label={words.closeDialog} size={44} iconSize={20} />}
        </div>
        <Modal.Body className={classes.body ?? ""}>{children}</Modal.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}

/** The dialog's element, which contains the notices while it is open. */
function useContent(content: RefObject<HTMLDivElement | null>) {
  return useCallback(
    (element: HTMLDivElement | null) => {
      content.current = element;
      if (!element) return undefined;
      const releaseNotices = holdNotices(element);
      return () => {
        content.current = null;
        releaseNotices();
      };
    },
    [content],
  );
}

/** Restores the focus, because most dialogs are removed while they are open, which Mantine's own restoring doesn't handle. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      // The element that opened it was removed by what was done in it.
      if (document.activeElement === document.body) document.querySelector("main")?.focus({ preventScroll: true });
    },
    [opener],
  );
}
