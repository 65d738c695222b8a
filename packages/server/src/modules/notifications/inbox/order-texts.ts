import { formatBrl } from '@guilda/contract/money/money';
import type { orderParties } from '@guilda/contract/orders/orders';

type OrderParty = (typeof orderParties)[number];

/** The names that identify an order in a text. */
export interface OrderNames {
  readonly purchaseCode: string;
  /** Name of the service; null for adult services, because notifications may be shown on locked screens. */
  readonly productName: string | null;
  /** Whether the order was free; texts then do not mention a refund. */
  readonly isFree: boolean;
}

export const codeAndProductName = ({ purchaseCode, productName }: OrderNames) =>
  productName === null ? purchaseCode : `${purchaseCode} (“${productName}”)`;

export const moneyReturnsSentence = 'O valor volta para você pelo mesmo meio de pagamento.';

/** Joins sentences with spaces and skips `false`. */
export const joinSentences = (...sentences: (string | false)[]) =>
  sentences.filter(Boolean).join(' ');

const deadlineFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** A deadline in a sentence: `05/12/2026, 20:05 (horário de Brasília)`. */
export const deadlineText = (at: Date): string =>
  `${deadlineFormat.format(at)} (horário de Brasília)`;

/** Says by when the seller must start and what happens otherwise. */
function startSentence({ isFree }: OrderNames, startBy: Date | null): string {
  if (startBy === null) return 'Inicie o atendimento quando puder.';
  const consequenceText = isFree ? 'o pedido é desfeito' : 'o valor volta para quem comprou';
  return `Inicie o atendimento até ${deadlineText(startBy)}: depois disso, ${consequenceText}.`;
}

/** All pt-BR texts of notifications about orders. */
export const orderTexts = {
  paidToSeller: (order: OrderNames, startBy: Date | null) =>
    joinSentences(
      order.isFree
        ? `Você recebeu o pedido ${codeAndProductName(order)}.`
        : `O pedido ${codeAndProductName(order)} foi pago.`,
      startSentence(order, startBy),
    ),
  /** Greeting in the seller's name when the order starts. */
  greetingToBuyer: (order: OrderNames) =>
    `Olá! O atendimento do pedido ${codeAndProductName(order)} vai começar. ` +
    'Você confirma sua disponibilidade?',
  completedToBuyer: (order: OrderNames) =>
    `O atendimento do pedido ${codeAndProductName(order)} foi concluído. Conte como foi: avalie a compra.`,
  completedToSeller: (order: OrderNames) =>
    joinSentences(
      `Quem comprou concluiu o pedido ${codeAndProductName(order)}.`,
      !order.isFree && 'O extrato da carteira mostra quando você pode sacar o valor.',
    ),
  expiredToBuyer: (order: OrderNames) =>
    `O prazo de pagamento do pedido ${codeAndProductName(order)} acabou, e o pedido foi cancelado.`,
  revokedToBuyer: (order: OrderNames) =>
    `O pedido ${codeAndProductName(order)} foi cancelado: quem vende não pode atender agora. ` +
    'Se você já pagou, o valor volta para você pelo mesmo meio de pagamento.',
  refundedToBuyer: (order: OrderNames, by: OrderParty) => {
    const endedText = order.isFree ? 'encerrado' : 'reembolsado';
    const byParty: Record<OrderParty, string> = {
      buyer: `Você desfez o pedido ${codeAndProductName(order)}.`,
      seller: `O pedido ${codeAndProductName(order)} foi ${endedText} por quem vendeu.`,
      admin: `O pedido ${codeAndProductName(order)} foi ${endedText} pela equipe da Guilda.`,
      system: `O atendimento do pedido ${codeAndProductName(order)} não começou no prazo, e o pedido foi ${endedText}.`,
      provider: `O pagamento do pedido ${codeAndProductName(order)} foi reembolsado pelo provedor de pagamento, e o pedido foi encerrado.`,
    };
    return joinSentences(byParty[by], !order.isFree && by !== 'provider' && moneyReturnsSentence);
  },
  refundedToSeller: (order: OrderNames, by: OrderParty) => {
    const endedText = order.isFree ? 'encerrado' : 'reembolsado a quem comprou';
    const byParty: Record<OrderParty, string> = {
      buyer: `Quem comprou desfez o pedido ${codeAndProductName(order)} antes do início. Não há nada a fazer.`,
      seller: `O pedido ${codeAndProductName(order)} foi ${endedText}.`,
      admin: `O pedido ${codeAndProductName(order)} foi ${endedText} pela equipe da Guilda.`,
      system: `O prazo para iniciar o pedido ${codeAndProductName(order)} acabou, e ele foi ${endedText}.`,
      provider: `O pagamento do pedido ${codeAndProductName(order)} foi reembolsado pelo provedor de pagamento, e o pedido foi encerrado.`,
    };
    return byParty[by];
  },
  returnedToBuyer: (
    order: OrderNames,
    { afterChargeback }: { readonly afterChargeback: boolean },
  ) =>
    joinSentences(
      afterChargeback
        ? `O banco encerrou a contestação do pedido ${codeAndProductName(order)} e devolveu o dinheiro à Guilda.`
        : `Recebemos um pagamento do pedido ${codeAndProductName(order)} que não pôde ser aceito.`,
      moneyReturnsSentence,
    ),
  /** Text for the seller of an order whose buyer gets the money although the bank decided against their chargeback. */
  returnedToSeller: (order: OrderNames) =>
    `A contestação do pedido ${codeAndProductName(order)} terminou no banco, e o valor voltou para quem comprou.`,
  /** `amount` in centavos. */
  refundSettledToBuyer: (order: OrderNames, amount: number) =>
    `O reembolso do pedido ${codeAndProductName(order)} não passou pelo seu meio de pagamento. ` +
    `A equipe da Guilda já pagou os ${formatBrl(amount)} a você de outro jeito.`,
  /** `amount` and `refundedRest` in centavos. */
  chargedBackToBuyer: (
    order: OrderNames,
    { amount, refundedRest }: { readonly amount: number; readonly refundedRest: number },
  ) =>
    joinSentences(
      `O pagamento do pedido ${codeAndProductName(order)} foi contestado no banco.`,
      `${formatBrl(amount)} voltam para você pelo banco.`,
      refundedRest > 0 &&
        `O pedido foi encerrado, e o resto, ${formatBrl(refundedRest)}, volta para você pelo mesmo meio de pagamento.`,
    ),
  /** `share`, `debt` and `refundedRest` in centavos. */
  chargedBackToSeller: (
    order: OrderNames,
    {
      share,
      debt,
      refundedRest,
    }: { readonly share: number; readonly debt: number; readonly refundedRest: number },
  ) =>
    joinSentences(
      `O pagamento do pedido ${codeAndProductName(order)} foi contestado no banco de quem comprou, ` +
        `e ${formatBrl(share)} saíram da sua carteira.`,
      debt > 0 &&
        `Desse valor, ${formatBrl(debt)} você já não tinha na carteira: suas próximas vendas pagam.`,
      refundedRest > 0 &&
        `O pedido foi encerrado, e o resto, ${formatBrl(refundedRest)}, voltou para quem comprou.`,
      'A equipe da Guilda responde ao banco. Se a decisão for a seu favor e você já tinha começado ou entregado, o valor volta.',
    ),
  /** `share` in centavos. */
  chargebackWonToSeller: (order: OrderNames, share: number) =>
    `A contestação do pedido ${codeAndProductName(order)} terminou a seu favor: ` +
    `${formatBrl(share)} voltaram para a sua carteira.`,
  reviewedToSeller: (order: OrderNames, rating: number) =>
    `Você recebeu uma avaliação com nota ${rating} pelo pedido ${codeAndProductName(order)}.`,
} as const;
