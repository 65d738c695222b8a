import type { orderParties } from '@guilda/contract/orders';

type Party = (typeof orderParties)[number];

/** What a notification says of an order: `GLD-7K3MQX` and the name of what was bought. */
export interface Named {
  readonly purchaseCode: string;
  /** Null where it is for adults: what tells of an order also stands on locked screens (`product §9`). */
  readonly productName: string | null;
  /** Nothing was paid, so nothing comes back. */
  readonly free: boolean;
}

const named = ({ purchaseCode, productName }: Named) =>
  productName === null ? purchaseCode : `${purchaseCode} (“${productName}”)`;

const moneyReturns = 'O valor volta para você pelo mesmo meio de pagamento.';

/** Joins sentences; an absent one leaves no gap. */
const sentences = (...all: (string | false)[]) => all.filter(Boolean).join(' ');

/** Every text of the notifications about orders, as their receiver reads them. */
export const texts = {
  paidToSeller: (order: Named) =>
    order.free
      ? `Você recebeu o pedido ${named(order)}. Inicie o atendimento quando puder.`
      : `O pedido ${named(order)} foi pago. Inicie o atendimento quando puder.`,
  /** The greeting at the start (`spec §4`). */
  greetingToBuyer: (order: Named) =>
    `Olá! O atendimento do pedido ${named(order)} vai começar. ` +
    'Você confirma sua disponibilidade?',
  completedToBuyer: (order: Named) =>
    `O atendimento do pedido ${named(order)} foi concluído. Conte como foi: avalie a compra.`,
  completedToSeller: (order: Named) =>
    sentences(
      `O comprador concluiu o pedido ${named(order)}.`,
      !order.free && 'O valor já está no seu saldo.',
    ),
  expiredToBuyer: (order: Named) =>
    `O prazo de pagamento do pedido ${named(order)} acabou, e o pedido foi cancelado.`,
  revokedToBuyer: (order: Named) =>
    `O pedido ${named(order)} foi cancelado: quem vende não pode atender agora. ` +
    'Se você já pagou, o valor volta para você pelo mesmo meio de pagamento.',
  refundedToBuyer: (order: Named, by: Party) => {
    const closed = order.free ? 'encerrado' : 'reembolsado';
    const told: Record<Party, string> = {
      buyer: `O pedido ${named(order)} foi ${closed}.`,
      seller: `O pedido ${named(order)} foi ${closed} pelo vendedor.`,
      admin: `O pedido ${named(order)} foi ${closed} pela equipe da Guilda.`,
      system: `O atendimento do pedido ${named(order)} não começou no prazo, e o pedido foi ${closed}.`,
      provider: `O pagamento do pedido ${named(order)} foi devolvido pelo provedor de pagamento, e o pedido foi encerrado.`,
    };
    return sentences(told[by], !order.free && by !== 'provider' && moneyReturns);
  },
  refundedToSeller: (order: Named, by: Party) => {
    const closed = order.free ? 'encerrado' : 'reembolsado ao comprador';
    const told: Record<Party, string> = {
      buyer: `O pedido ${named(order)} foi ${closed}.`,
      seller: `O pedido ${named(order)} foi ${closed}.`,
      admin: `O pedido ${named(order)} foi ${closed} pela equipe da Guilda.`,
      system: `O prazo para iniciar o pedido ${named(order)} acabou, e ele foi ${closed}.`,
      provider: `O pagamento do pedido ${named(order)} foi devolvido pelo provedor de pagamento, e o pedido foi encerrado.`,
    };
    return told[by];
  },
  returnedToBuyer: (order: Named) =>
    `Recebemos um pagamento do pedido ${named(order)} que não pôde ser aceito. ${moneyReturns}`,
  reviewedToSeller: (order: Named, rating: number) =>
    `Você recebeu uma avaliação com nota ${rating} pelo pedido ${named(order)}.`,
} as const;
