import type { Service } from '@guilda/contract/catalog';
import { useSession } from '../../../lib/session.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../../ui/button.tsx';
import { useBuy } from './use-buy.ts';

interface BuyButtonProps {
  service: Pick<Service, 'id' | 'price'>;
  size?: ButtonSize | undefined;
  /** `primary` where buying is what the page is for. */
  variant?: ButtonVariant | undefined;
  /** Takes the whole width. */
  block?: boolean | undefined;
  className?: string | undefined;
}

/**
 * The main action of a service's page. Leave it out on one's own service and where the service is not
 * for sale: the server refuses both, and its text is shown.
 */
export function BuyButton(props: BuyButtonProps) {
  const { service, size = 'large', variant = 'primary', block, className } = props;
  const { pending, start } = useBuy(service);
  const ready = useSession((state) => state.ready);
  return (
    <Button
      variant={variant}
      size={size}
      block={block}
      className={className}
      loading={pending}
      // Until the page is alive a press would be lost.
      aria-disabled={!ready}
      onClick={() => void start()}
    >
      Contratar
    </Button>
  );
}
