import { formatBrl } from '@guilda/contract/money/money';
import { type Html, html } from '@guilda/server/platform/html';
import { takenAmount } from '../checkout-store.ts';
import { type IconName, renderIcon } from './icons.ts';
import { renderCheckoutSummary } from './summary.ts';
import { type CheckoutView, checkoutPath, formatDayAndHour } from './view.ts';

interface OutcomeText {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Payment method as the summary of the order shows it. */
  readonly paymentMethod: string;
}

/** Renders the page of a checkout that is paid, refunded or expired. */
export function renderOutcome(view: CheckoutView): Html {
  const { checkout, status } = view;
  const { icon, title, text, paymentMethod } = outcomeTextOf(view);
  return html`<div class="wrap caixa" data-checkout="${checkoutPath(checkout.id, 'status')}" data-status="${status}" data-return="${checkout.return_url}">
<section class="col g6">
<h1 class="d2">${title}</h1>
<div class="painel fim-p ${status}">${renderIcon(icon)}<p class="t-lg pre">${text}</p></div>
<p><a class="btn pri g" href="${checkout.return_url}">Voltar para a Guilda</a></p>
${status === 'expired' && renderLateConfirmation(view)}
${checkout.state === 'paid' && renderBankDecisions(view)}
</section>
${renderCheckoutSummary(checkout, paymentMethod)}
</div>`;
}

function outcomeTextOf({ checkout, status, now }: CheckoutView): OutcomeText {
  const paymentMethod = checkout.method === 'card' ? 'Cartão' : 'Pix';
  const chargedBackAmount = takenAmount(checkout);
  if (chargedBackAmount > 0) {
    const text = `O banco devolveu ${formatBrl(chargedBackAmount)} a quem pagou.`;
    return { icon: 'returned', title: 'Pagamento contestado', text, paymentMethod };
  }
  if (status === 'paid') {
    const paidAtText = checkout.paid_at ? ` em ${formatDayAndHour(checkout.paid_at)}` : '';
    const text = `Recebemos ${formatBrl(checkout.amount)}${paidAtText}. O seu pedido segue na Guilda.`;
    return { icon: 'check', title: 'Pagamento confirmado', text, paymentMethod };
  }
  if (status === 'refunded') {
    const text = `${formatBrl(checkout.amount_refunded)} voltaram para a forma de pagamento usada.`;
    return { icon: 'returned', title: 'Pagamento devolvido', text, paymentMethod };
  }
  const newOrderHint = 'Nada foi cobrado. Se ainda quiser o serviço, faça um novo pedido.';
  if (checkout.expires_at > now) {
    const text = `O pedido foi cancelado antes do pagamento. ${newOrderHint}`;
    return { icon: 'expired', title: 'Pagamento cancelado', text, paymentMethod: 'Não realizado' };
  }
  const text = `O prazo para pagar terminou em ${formatDayAndHour(checkout.expires_at)}. ${newOrderHint}`;
  return { icon: 'expired', title: 'Este pagamento expirou', text, paymentMethod: 'Não realizado' };
}

/** Renders the buttons for the next steps of a simulated chargeback; false after the bank decided for the shop. */
function renderBankDecisions({ checkout }: CheckoutView): Html | false {
  const { id, chargeback_status: status } = checkout;
  if (status === 'won') return false;
  const decisionForm = html`<form class="row g2" method="post">
${status === null && html`<button class="btn perigo" formaction="${checkoutPath(id, 'chargeback')}">Simular contestação no banco</button>`}
${status === 'open' && html`<button class="btn perigo" formaction="${checkoutPath(id, 'chargeback/lost')}">Decidir a favor de quem pagou</button>`}
${status !== null && html`<button class="btn" formaction="${checkoutPath(id, 'chargeback/won')}">Decidir a favor da loja</button>`}
</form>`;
  return html`<section class="teste" aria-labelledby="teste-titulo">
<div><h2 class="b" id="teste-titulo">Simulação</h2>
<p class="t-sm mute pre">Quem pagou pode contestar o pagamento no banco, também muito depois.</p></div>
${decisionForm}
</section>`;
}

/** Renders a button for a payment after the deadline, because real banks may confirm late. */
function renderLateConfirmation({ checkout }: CheckoutView): Html {
  return html`<section class="teste" aria-labelledby="teste-titulo">
<div><h2 class="b" id="teste-titulo">Simulação</h2>
<p class="t-sm mute pre">Um banco pode confirmar um Pix depois do prazo.</p></div>
<form class="row g2" method="post" action="${checkoutPath(checkout.id, 'approve')}?late=1">
<input type="hidden" name="method" value="pix">
<button class="btn">Simular confirmação atrasada</button>
</form>
</section>`;
}
