import clsx from 'clsx';
import Bell from 'lucide-react/icons/bell';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import * as Radix from 'radix-ui/toast';
import { type CSSProperties, useEffect, useState } from 'react';
import { dismissToast, type Toast, type ToastTone, useToastStore } from './toast.ts';

const looks: Record<ToastTone, { className: string; Icon: typeof CircleCheck }> = {
  success: { className: '', Icon: CircleCheck },
  error: { className: 'pg', Icon: CircleAlert },
  warn: { className: 'at', Icon: ShieldAlert },
  notice: { className: '', Icon: Bell },
};

/** Time for the card to fade, in ms. */
const LEAVE_MS = 160;

function Card({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false);
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => dismissToast(toast.id), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [open, toast.id]);
  const { className, Icon } = looks[toast.tone];
  return (
    <Radix.Root
      className={clsx('toast', className)}
      duration={toast.duration}
      type={toast.tone === 'error' ? 'foreground' : 'background'}
      onPause={() => setPaused(true)}
      onResume={() => setPaused(false)}
      open={open}
      onOpenChange={setOpen}
    >
      <Icon className="i" aria-hidden="true" />
      <div className="cresce">
        <Radix.Title className="b">{toast.title}</Radix.Title>
        {toast.text && <Radix.Description className="t-sm dim pre">{toast.text}</Radix.Description>}
      </div>
      <div className="row g1">
        {toast.action && (
          <Radix.Action
            className="btn p"
            altText={toast.action.label}
            onClick={() => toast.action?.run()}
          >
            {toast.action.label}
          </Radix.Action>
        )}
        <Radix.Close className="btn fant p">Fechar</Radix.Close>
      </div>
      <span
        className={clsx('tempo', paused && 'parado')}
        style={{ '--tempo': `${toast.duration}ms` } as CSSProperties}
        aria-hidden="true"
      />
    </Radix.Root>
  );
}

/**
 * Draws the toast of the moment. Mounted once, by the shell; pauses on hover and focus. Each toast
 * has a provider of its own: one closed by a press under the cursor leaves its provider paused.
 */
export function Toaster() {
  const { current, serial } = useToastStore();
  return (
    <Radix.Provider key={serial} label="Aviso" swipeDirection="right">
      {current && <Card key={current.id} toast={current} />}
      <Radix.Viewport className="avisos" label="Avisos ({hotkey})" />
    </Radix.Provider>
  );
}
