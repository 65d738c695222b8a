import { isFreePrice } from '@guilda/contract/money/money';
import type { Payment } from '@guilda/contract/orders/orders';
import type { Pack } from '@guilda/contract/services/packs';
import { Link } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Main } from '../../../ui/layout/main.tsx';
import { packContentsText } from '../../catalog/index.ts';

interface UnopenedPackProps {
  pack: Pack;
  purchase: Payment;
  onOpen: () => void;
}

/** What opening the pack means while the buyer can still undo the purchase. */
function RegretNotice({ purchase }: { purchase: Payment }) {
  const refundText = isFreePrice(purchase.price) ? '' : ' e receber tudo de volta';
  return (
    <>
      Enquanto não abrir os arquivos, você pode{' '}
      <Link className="link" to={`/sales?aba=compras&pedido=${purchase.id}&acao=reembolsar`}>
        desfazer a compra
      </Link>{' '}
      por conta própria{refundText}. Depois de abrir, não pode mais.
    </>
  );
}

/** What opening the pack means once the purchase cannot be undone; a free order has no disputes. */
function RecordNotice({ purchase }: { purchase: Payment }) {
  const disputeText = isFreePrice(purchase.price) ? '' : ' e servem de prova em uma disputa';
  return `A data e a hora em que você abrir os arquivos ficam registradas no pedido${disputeText}.`;
}

/**
 * A bought pack whose files were not opened yet. No file is loaded, and the buyer is told what opening the pack means
 * (`docs/product/packs.md`).
 */
export function UnopenedPack({ pack, purchase, onOpen }: UnopenedPackProps) {
  const Notice = purchase.serviceStatus === 'awaiting_start' ? RegretNotice : RecordNotice;
  return (
    <Main>
      <div className="container">
        <EmptyState
          art="feed"
          heading="h1"
          narrow
          title={pack.service.title}
          text={
            <>
              {packContentsText(pack.service.archives)}. <Notice purchase={purchase} />
            </>
          }
          action={
            <Button variant="primary" onClick={onOpen}>
              Abrir os arquivos
            </Button>
          }
        />
      </div>
    </Main>
  );
}
