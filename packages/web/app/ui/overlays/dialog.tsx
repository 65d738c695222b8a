import clsx from 'clsx';
import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/dialog';
import type { FormEvent, ReactNode } from 'react';
import { iconButton } from '../actions/icon-button.module.css';
import { CloseOnBack } from './close-on-back.tsx';
import * as styles from './dialog.module.css';
import { focusFirstField } from './focus-first-field.ts';
import { stayOpen } from './stay-open.ts';
import { useSwallowDoubleClick } from './swallow-double-click.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Shown as the first paragraph; screen readers read it after the title. */
  description?: ReactNode;
  /** Width: 520 px (`md`), or 1080 px (`xl`) for forms with a preview. */
  size?: 'md' | 'xl' | undefined;
  /** Whether the dialog covers the whole screen on phones, instead of being a sheet from the bottom. */
  full?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Selector of the element that gets the focus after closing, if the element that opened the dialog may be gone. */
  returnFocusSelector?: string | undefined;
  /** Whether Back closes the dialog; {@link CloseOnBack} lists where not to use it. */
  backCloses?: boolean | undefined;
  /** Buttons at the bottom right, the main button last. */
  footer?: ReactNode;
  /** If set, content and footer are one form; the event's default action is already prevented. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
  children?: ReactNode;
}

function DialogContent({
  description,
  footer,
  children,
}: Pick<DialogProps, 'description' | 'footer' | 'children'>) {
  return (
    <>
      <div className={clsx(styles.content, 'column')}>
        {description && (
          <Radix.Description className="secondary pretty">{description}</Radix.Description>
        )}
        {children}
      </div>
      {footer && <footer>{footer}</footer>}
    </>
  );
}

/**
 * A modal dialog: centred on wide screens, a sheet from the bottom on phones. The focus goes to its first field, stays
 * inside and returns after closing; Escape and a press on the backdrop close the dialog. Load the component that uses
 * it lazily, so that the code of Radix dialogs is not part of the first page load.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, size = 'md', full, role = 'dialog', onSubmit } = props;
  const focusHandlers = useReturnFocus(props.returnFocusSelector);
  useSwallowDoubleClick(open);
  const content = <DialogContent {...props} />;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          {...focusHandlers}
          onOpenAutoFocus={(event) => {
            focusHandlers.onOpenAutoFocus();
            focusFirstField(event);
          }}
          onInteractOutside={stayOpen}
          role={role}
          data-ui="dialog"
          data-size={size}
          className={clsx(styles.dialog, size === 'xl' && styles.wide, full && styles.full)}
          {...(props.description ? {} : { 'aria-describedby': undefined })}
        >
          {props.backCloses && <CloseOnBack close={() => onOpenChange(false)} />}
          <header>
            <Radix.Title className="display3">{title}</Radix.Title>
            <Radix.Close className={iconButton} data-ui="icon-button" aria-label="Fechar">
              <X className="icon" aria-hidden="true" />
            </Radix.Close>
          </header>
          {onSubmit ? (
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                // React events of a form inside a portal also bubble to the forms around the component that opened the
                // dialog.
                event.stopPropagation();
                onSubmit(event);
              }}
            >
              {content}
            </form>
          ) : (
            content
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
