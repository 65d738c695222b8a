import type { Service } from '@guilda/contract/services/catalog';
import { useEffect, useState } from 'react';
import { preloadCode } from '../../../lib/loading/load-code.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../../ui/actions/button.tsx';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import { useLacksDiscord } from '../../discord/index.ts';
import { rememberInterruptedPurchase, takeInterruptedPurchase } from './interrupted-purchase.ts';
import { type OfferedService, useCheckout } from './use-checkout.ts';

const loadConnectFirstDialog = () =>
  import('./connect-discord-first-dialog.tsx').then((module) => module.ConnectDiscordFirstDialog);

interface BuyButtonProps {
  service: OfferedService & Pick<Service, 'type'>;
  size?: ButtonSize | undefined;
  /** Appearance of the button; `primary` when buying is the main action of the page. */
  variant?: ButtonVariant | undefined;
  /** Whether the button takes the full width. */
  block?: boolean | undefined;
  className?: string | undefined;
}

/**
 * Button that buys a service. For a call, a person without Discord is asked first whether to connect an account. Do not
 * render it for the owner or for a service that is not for sale, because the server refuses both.
 */
export function BuyButton(props: BuyButtonProps) {
  const { service, size = 'large', variant = 'primary', block, className } = props;
  const { pending, start } = useCheckout(service);
  const ready = useSession((state) => state.ready);
  const isVisitor = useSession((state) => state.user === null);
  const asksFirst = useLacksDiscord() && service.type === 'call';
  const [isDialogOpen, setDialogOpen] = useState(false);
  const Dialog = useLazyComponent(loadConnectFirstDialog, isDialogOpen, () => setDialogOpen(false));
  useEffect(() => {
    // A visitor who pressed the button was sent to sign in. Afterwards the question about Discord opens without a
    // second press.
    if (asksFirst && takeInterruptedPurchase(service.id)) setDialogOpen(true);
  }, [asksFirst, service.id]);
  const buy = () => {
    setDialogOpen(false);
    if (isVisitor) rememberInterruptedPurchase(service.id);
    void start();
  };
  const press = () => {
    // `aria-disabled` alone does not stop a press.
    if (!ready) return;
    if (asksFirst) setDialogOpen(true);
    else buy();
  };
  const preload = () => asksFirst && preloadCode(loadConnectFirstDialog);
  return (
    <>
      <Button
        variant={variant}
        size={size}
        block={block}
        className={className}
        loading={pending || (isDialogOpen && !Dialog)}
        // Disabled until the session is loaded. Otherwise `lib/loading/early-press.ts` would repeat a press that
        // happened before hydration, and that press would buy the service.
        aria-disabled={!ready}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={press}
      >
        Contratar
      </Button>
      {isDialogOpen && Dialog && <Dialog onClose={() => setDialogOpen(false)} onBuy={buy} />}
    </>
  );
}
