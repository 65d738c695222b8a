import type { Payment } from '@guilda/contract/orders';
import { priceParts } from '../../../ui/price-parts.ts';
import { isFree } from '../model/order-price.ts';
import { endingText } from '../model/who-did.ts';

/** What the page says of a purchase. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

type Facts = Pick<
  Payment,
  'serviceStatus' | 'price' | 'sellerName' | 'reviewed' | 'type' | 'steps' | 'buyerId' | 'sellerId'
>;

/** Why a purchase was not paid. */
function cancelled(facts: Facts): string {
  const by = facts.steps.findLast(({ status }) => status === 'cancelled')?.by;
  const why =
    by === 'buyer'
      ? 'Você cancelou o pedido e nada foi cobrado.'
      : 'O pagamento não foi confirmado a tempo e nada foi cobrado.';
  return `${why} Se ainda quiser o serviço, faça um novo pedido.`;
}

/** Title and next step of a purchase, for its buyer. */
export function wordsFor(facts: Facts): Words {
  const { serviceStatus, price, sellerName, reviewed, type, buyerId } = facts;
  const free = isFree(facts);
  switch (serviceStatus) {
    case 'awaiting_payment':
      return {
        title: 'Aguardando o pagamento.',
        text: 'A confirmação aparece aqui sozinha. Um pedido sem pagamento é cancelado automaticamente.',
      };
    case 'awaiting_start':
      return {
        title: 'Canhoto destacado.',
        text: `${free ? 'Pedido' : 'Pagamento'} confirmado. ${
          type === 'media' ? 'O pacote já é seu. ' : ''
        }Agora é com ${sellerName}: quando o atendimento começar, você acompanha aqui e em suas compras.`,
      };
    case 'in_progress':
      return {
        title: 'Atendimento em andamento.',
        text: `${sellerName} começou o atendimento. Quando terminar, encerre em suas compras.`,
      };
    case 'complete':
      return {
        title: 'Atendimento concluído.',
        text: reviewed
          ? 'Você já avaliou esta compra. Obrigado por contar como foi.'
          : 'Conte como foi: sua avaliação ajuda quem vem depois.',
      };
    case 'cancelled':
      return {
        title: 'Compra cancelada.',
        text: cancelled(facts),
      };
    case 'refunded': {
      const how = endingText(facts, buyerId);
      const what = free
        ? 'O atendimento não aconteceu e nada foi cobrado.'
        : `O valor de ${priceParts(price).text} volta para a forma de pagamento usada.`;
      return {
        title: free ? 'Compra desfeita.' : 'Compra reembolsada.',
        text: how ? `${how}. ${what}` : what,
      };
    }
  }
}
