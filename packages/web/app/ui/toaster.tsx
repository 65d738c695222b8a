import clsx from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import * as Radix from 'radix-ui/toast';
import { type CSSProperties, useState } from 'react';
import { dismissToast, type Toast, type ToastTone, useToastStore } from './toast.ts';

const looks: Record<ToastTone, { className: string; Icon: typeof CircleCheck }> = {
  success: { className: '', Icon: CircleCheck },
  error: { className: 'pg', Icon: CircleAlert },
  warn: { className: 'at', Icon: ShieldAlert },
};

function Card({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false);
  const { className, Icon } = looks[toast.tone];
  return (
    <Radix.Root
      className={clsx('toast', className)}
      duration={toast.duration}
      type={toast.tone === 'error' ? 'foreground' : 'background'}
      onPause={() => setPaused(true)}
      onResume={() => setPaused(false)}
      onOpenChange={(open) => open || dismissToast(toast.id)}
    >
      <Icon className="i" aria-hidden="true" />
      <div className="cresce">
        <Radix.Title className="b">{toast.title}</Radix.Title>
        {toast.text && <Radix.Description className="t-sm dim pre">{toast.text}</Radix.Description>}
      </div>
      <Radix.Close className="btn fant p">Fechar</Radix.Close>
      <span
        className={clsx('tempo', paused && 'parado')}
        style={{ '--tempo': `${toast.duration}ms` } as CSSProperties}
        aria-hidden="true"
      />
    </Radix.Root>
  );
}

/** Draws the toast of the moment. Mounted once, by the shell; pauses on hover and focus. */
export function Toaster() {
  const current = useToastStore((state) => state.current);
  return (
    <Radix.Provider label="Aviso" swipeDirection="right">
      {current && <Card key={current.id} toast={current} />}
      <Radix.Viewport className="avisos" label="Avisos ({hotkey})" />
    </Radix.Provider>
  );
}
