import type { Service } from '@guilda/contract/catalog';
import { useSession } from '../../../lib/session.ts';
import { Button, type ButtonSize } from '../../../ui/button.tsx';
import { useBuy } from './use-buy.ts';

interface BuyButtonProps {
  service: Pick<Service, 'id' | 'price'>;
  size?: ButtonSize | undefined;
  /** Takes the whole width. */
  block?: boolean | undefined;
  className?: string | undefined;
}

/**
 * The main action of a service's page. Leave it out on one's own service and where the service is not
 * for sale: the server refuses both, and its text is shown.
 */
export function BuyButton({ service, size = 'large', block, className }: BuyButtonProps) {
  const { pending, start } = useBuy(service);
  const ready = useSession((state) => state.ready);
  return (
    <Button
      variant="primary"
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
