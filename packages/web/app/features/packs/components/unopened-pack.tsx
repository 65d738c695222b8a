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

/**
 * A bought pack whose files were not opened yet. No file is loaded, and the buyer is told that opening the pack ends
 * the right to undo the purchase (`docs/product/packs.md`).
 */
export function UnopenedPack({ pack, purchase, onOpen }: UnopenedPackProps) {
  const refundText = Number(purchase.price) === 0 ? '' : ' e receber tudo de volta';
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
              {packContentsText(pack.service.archives)}. Enquanto não abrir os arquivos, você pode{' '}
              <Link
                className="link"
                to={`/sales?aba=compras&pedido=${purchase.id}&acao=reembolsar`}
              >
                desfazer a compra
              </Link>{' '}
              por conta própria{refundText}. Depois de abrir, não pode mais.
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
