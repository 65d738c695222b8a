import clsx from 'clsx';
import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/dialog';
import type { FormEvent, ReactNode } from 'react';
import { iconButton } from '../actions/icon-button.module.css';
import { CloseOnBack } from './close-on-back.tsx';
import * as styles from './dialog.module.css';
import { stayOpenForToasts } from './stay-open-for-toasts.ts';
import { useSwallowDoubleClick } from './swallow-double-click.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Read out with the title; shown as the first paragraph. */
  description?: ReactNode;
  /** 520 px, or 1080 px for forms with a preview. */
  size?: 'md' | 'xl' | undefined;
  /** On phones the whole screen instead of a sheet from the bottom. */
  full?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Selector of what gets the focus once the dialog has closed, where what opened it may be gone. */
  afterwards?: string | undefined;
  /** Back closes it too; see {@link CloseOnBack} for where not. */
  backCloses?: boolean | undefined;
  /** Buttons at the bottom right, the main one last. */
  footer?: ReactNode;
  /** Makes content and footer one form; the default of the event is already prevented. */
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
 * A modal sheet: centred on wide screens, from the bottom on phones. Focus is trapped and given
 * back, Esc and the backdrop close it. Load the component that uses it lazily.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, size = 'md', full, role = 'dialog', onSubmit } = props;
  const focus = useReturnFocus(props.afterwards);
  useSwallowDoubleClick(open);
  const inside = <DialogContent {...props} />;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          {...focus}
          onInteractOutside={stayOpenForToasts}
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
                // A form inside a portal still bubbles to the form of the component that opened it.
                event.stopPropagation();
                onSubmit(event);
              }}
            >
              {inside}
            </form>
          ) : (
            inside
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
