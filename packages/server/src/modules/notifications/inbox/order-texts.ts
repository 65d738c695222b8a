import type { orderParties } from '@guilda/contract/orders';

type Party = (typeof orderParties)[number];

/** How a text names an order. */
export interface OrderNames {
  readonly purchaseCode: string;
  /** Null for adult services, because notifications are also shown on locked screens. */
  readonly productName: string | null;
  /** The order was free: texts do not mention a refund. */
  readonly free: boolean;
}

const named = ({ purchaseCode, productName }: OrderNames) =>
  productName === null ? purchaseCode : `${purchaseCode} (“${productName}”)`;

const moneyReturns = 'O valor volta para você pelo mesmo meio de pagamento.';

/** Joins sentences and skips absent ones. */
const sentences = (...all: (string | false)[]) => all.filter(Boolean).join(' ');

/** All texts of notifications about orders. */
export const texts = {
  paidToSeller: (order: OrderNames) =>
    order.free
      ? `Você recebeu o pedido ${named(order)}. Inicie o atendimento quando puder.`
      : `O pedido ${named(order)} foi pago. Inicie o atendimento quando puder.`,
  /** The seller's greeting when the order starts. */
  greetingToBuyer: (order: OrderNames) =>
    `Olá! O atendimento do pedido ${named(order)} vai começar. ` +
    'Você confirma sua disponibilidade?',
  completedToBuyer: (order: OrderNames) =>
    `O atendimento do pedido ${named(order)} foi concluído. Conte como foi: avalie a compra.`,
  completedToSeller: (order: OrderNames) =>
    sentences(
      `O comprador concluiu o pedido ${named(order)}.`,
      !order.free && 'O extrato da carteira mostra quando você pode sacar o valor.',
    ),
  expiredToBuyer: (order: OrderNames) =>
    `O prazo de pagamento do pedido ${named(order)} acabou, e o pedido foi cancelado.`,
  revokedToBuyer: (order: OrderNames) =>
    `O pedido ${named(order)} foi cancelado: quem vende não pode atender agora. ` +
    'Se você já pagou, o valor volta para você pelo mesmo meio de pagamento.',
  refundedToBuyer: (order: OrderNames, by: Party) => {
    const closed = order.free ? 'encerrado' : 'reembolsado';
    const byParty: Record<Party, string> = {
      buyer: `Você desfez o pedido ${named(order)}.`,
      seller: `O pedido ${named(order)} foi ${closed} pelo vendedor.`,
      admin: `O pedido ${named(order)} foi ${closed} pela equipe da Guilda.`,
      system: `O atendimento do pedido ${named(order)} não começou no prazo, e o pedido foi ${closed}.`,
      provider: `O pagamento do pedido ${named(order)} foi devolvido pelo provedor de pagamento, e o pedido foi encerrado.`,
    };
    return sentences(byParty[by], !order.free && by !== 'provider' && moneyReturns);
  },
  refundedToSeller: (order: OrderNames, by: Party) => {
    const closed = order.free ? 'encerrado' : 'reembolsado ao comprador';
    const byParty: Record<Party, string> = {
      buyer: `O comprador desfez o pedido ${named(order)} antes do início. Não há nada a fazer.`,
      seller: `O pedido ${named(order)} foi ${closed}.`,
      admin: `O pedido ${named(order)} foi ${closed} pela equipe da Guilda.`,
      system: `O prazo para iniciar o pedido ${named(order)} acabou, e ele foi ${closed}.`,
      provider: `O pagamento do pedido ${named(order)} foi devolvido pelo provedor de pagamento, e o pedido foi encerrado.`,
    };
    return byParty[by];
  },
  returnedToBuyer: (order: OrderNames) =>
    `Recebemos um pagamento do pedido ${named(order)} que não pôde ser aceito. ${moneyReturns}`,
  reviewedToSeller: (order: OrderNames, rating: number) =>
    `Você recebeu uma avaliação com nota ${rating} pelo pedido ${named(order)}.`,
} as const;
