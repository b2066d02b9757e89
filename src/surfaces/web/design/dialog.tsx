// A dialog of the browser's own: it keeps the focus, Escape closes it.
import { type ReactNode, useEffect, useId, useRef } from 'react';

export function Dialog({
  title,
  isOpen,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const name = useId();
  useEffect(() => {
    if (isOpen) box.current?.showModal();
    else box.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={box} onClose={onClose} aria-labelledby={name}>
      {isOpen && (
        <div className="stack">
          <div className="row spread">
            <h2 id={name}>{title}</h2>
            <button type="button" className="button plain small" onClick={onClose}>
              Close
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
