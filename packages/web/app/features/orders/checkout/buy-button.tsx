import type { Service } from '@guilda/contract/catalog';
import { useSession } from '../../../lib/session/session.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../../ui/actions/button.tsx';
import { useCheckout } from './use-checkout.ts';

interface BuyButtonProps {
  service: Pick<Service, 'id' | 'price'>;
  size?: ButtonSize | undefined;
  /** `primary` where buying is the main action of the page. */
  variant?: ButtonVariant | undefined;
  /** Whether the button takes the full width. */
  block?: boolean | undefined;
  className?: string | undefined;
}

/**
 * Button that buys a service. Do not render it for the owner or for a service that is not for sale: the server would
 * refuse both, and the button would show the server's error.
 */
export function BuyButton(props: BuyButtonProps) {
  const { service, size = 'large', variant = 'primary', block, className } = props;
  const { pending, start } = useCheckout(service);
  const ready = useSession((state) => state.ready);
  return (
    <Button
      variant={variant}
      size={size}
      block={block}
      className={className}
      loading={pending}
      // Disabled until ready, because `lib/loading/early-press.ts` would otherwise repeat a press from before hydration
      // and buy.
      aria-disabled={!ready}
      onClick={() => void start()}
    >
      Contratar
    </Button>
  );
}
