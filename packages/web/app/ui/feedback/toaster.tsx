import clsx from 'clsx';
import Bell from 'lucide-react/icons/bell';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import * as Radix from 'radix-ui/toast';
import { type CSSProperties, useEffect, useState } from 'react';
import { buttonAttributes } from '../actions/button.tsx';
import * as styles from './toast.module.css';
import { dismissToast, type Toast, type ToastTone, useToastStore } from './toast.ts';

const toneLooks: Record<ToastTone, { className: string; Icon: typeof CircleCheck }> = {
  success: { className: '', Icon: CircleCheck },
  error: { className: styles.error, Icon: CircleAlert },
  warn: { className: styles.warn, Icon: ShieldAlert },
  notice: { className: '', Icon: Bell },
};

/** Duration of fading out, in ms. */
const FADE_OUT_MS = 160;

function ToastCard({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false);
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => dismissToast(toast.id), FADE_OUT_MS);
    return () => clearTimeout(timer);
  }, [open, toast.id]);
  const { className, Icon } = toneLooks[toast.tone];
  return (
    <Radix.Root
      className={clsx(styles.toast, className)}
      data-ui="toast"
      duration={toast.duration}
      type={toast.tone === 'error' ? 'foreground' : 'background'}
      onPause={() => setPaused(true)}
      onResume={() => setPaused(false)}
      open={open}
      onOpenChange={setOpen}
    >
      <Icon className="icon" aria-hidden="true" />
      <div className="grow">
        <Radix.Title className="bold">{toast.title}</Radix.Title>
        {toast.text && (
          <Radix.Description className="textSm secondary pretty">{toast.text}</Radix.Description>
        )}
      </div>
      <div className="row gap1">
        {toast.action && (
          <Radix.Action
            {...buttonAttributes({ size: 'small' })}
            altText={toast.action.label}
            onClick={() => toast.action?.run()}
          >
            {toast.action.label}
          </Radix.Action>
        )}
        <Radix.Close {...buttonAttributes({ variant: 'ghost', size: 'small' })}>Fechar</Radix.Close>
      </div>
      <span
        className={clsx(styles.time, paused && styles.paused)}
        style={{ '--duration': `${toast.duration}ms` } as CSSProperties}
        aria-hidden="true"
      />
    </Radix.Root>
  );
}

/**
 * Renders the current toast; its time is paused on hover and focus. Mounted once, by the layout. Each toast has a
 * provider of its own, because a provider stays paused when its toast is closed under the pointer.
 */
export function Toaster() {
  const { current, serial } = useToastStore();
  return (
    <Radix.Provider key={serial} label="Aviso" swipeDirection="right">
      {current && <ToastCard key={current.id} toast={current} />}
      <Radix.Viewport
        className={clsx(styles.place, 'toasts')}
        data-ui="toasts"
        label="Avisos ({hotkey})"
      />
    </Radix.Provider>
  );
}
