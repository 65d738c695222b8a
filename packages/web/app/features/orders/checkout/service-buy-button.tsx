import type { Service } from '@guilda/contract/services/catalog';
import { timeInSentence } from '../../../lib/format/date-text.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { type ButtonSize, buttonAttributes } from '../../../ui/actions/button.tsx';
import { usePendingOrder } from '../data/use-pending-order.ts';
import { BuyButton } from './buy-button.tsx';
import * as styles from './service-buy-button.module.css';
import type { OfferedService } from './use-checkout.ts';

interface ServiceBuyButtonProps {
  service: OfferedService & Pick<Service, 'type'>;
  size?: ButtonSize | undefined;
  /** Whether the button takes the full width. */
  block?: boolean | undefined;
}

/** The main action of a service's page: buying the service, or continuing the payment of the person's unpaid order. */
export function ServiceBuyButton({ service, size = 'large', block }: ServiceBuyButtonProps) {
  const pendingOrder = usePendingOrder(service);
  if (!pendingOrder) return <BuyButton service={service} size={size} block={block} />;
  return (
    <a {...buttonAttributes({ variant: 'primary', size, block })} href={pendingOrder.checkoutUrl}>
      Continuar pagamento
    </a>
  );
}

/**
 * Says which unpaid order of the service exists and until when it can be paid. Renders nothing without such an order.
 */
export function PendingOrderNote({ service }: Pick<ServiceBuyButtonProps, 'service'>) {
  const pendingOrder = usePendingOrder(service);
  if (!pendingOrder) return null;
  const { purchaseCode, expiresAt } = pendingOrder;
  return (
    <p className={`${styles.note} textSm secondary pretty`} role="status">
      Seu pedido <b className="numeric">{purchaseCode}</b> espera o pagamento até{' '}
      {timeInSentence(new Date(expiresAt), new Date(serverNowMs()))}.
    </p>
  );
}
