import { formatBrl } from '@guilda/contract/money/money';
import { type Html, html } from '@guilda/server/platform/html';
import type { PaymentMethod } from '@guilda/server/ports/payment-provider';
import { renderCardPanel } from './card-panel.ts';
import { renderIcon } from './icons.ts';
import { renderLayout } from './layout.ts';
import { renderOutcome } from './outcome.ts';
import { renderPixPanel } from './pix-panel.ts';
import { renderCheckoutSummary } from './summary.ts';
import { type CheckoutView, checkoutPath, shopUrlOf } from './view.ts';

/** Renders the hosted checkout in its current state: open, paid, refunded or expired. */
export function renderCheckoutPage(view: CheckoutView): string {
  const isPayable = view.status === 'pending' || view.status === 'declined';
  return renderLayout({
    title: 'Pagamento',
    shopUrl: shopUrlOf(view.checkout),
    nonce: view.nonce,
    content: isPayable ? renderPayment(view) : renderOutcome(view),
  });
}

/** Renders the page for a checkout that does not exist. */
export function renderUnknownCheckoutPage(shopUrl: string): string {
  return renderLayout({
    title: 'Pagamento não encontrado',
    shopUrl,
    content: html`<div class="wrap col g6 aviso-p">
<h1 class="d2">Pagamento não encontrado</h1>
<p class="t-lg dim">O endereço está incompleto ou este pagamento não existe.</p>
<p><a class="btn pri g" href="${shopUrl}">Voltar para a Guilda</a></p>
</div>`,
  });
}

function renderPayment(view: CheckoutView): Html {
  const { checkout, status } = view;
  return html`<div class="wrap caixa" data-checkout="${checkoutPath(checkout.id, 'status')}" data-status="${status}" data-return="${checkout.return_url}">
<section class="col g6">
<div class="col g2">
<h1 class="d2">Pagamento</h1>
<p class="t-lg dim alvo">${checkout.title}${checkout.seller !== null && html`, de <bdi class="b">${checkout.seller}</bdi>`}: <b class="b valor">${formatBrl(checkout.amount)}</b></p>
</div>
${status === 'declined' && declinedNotice}
<fieldset class="campo"><legend class="rotulo">Forma de pagamento</legend>
<div class="escolha">
${renderMethodOption(view, 'pix', 'Pix', 'Cai na hora')}
${renderMethodOption(view, 'card', 'Cartão', 'Crédito ou débito')}
</div>
</fieldset>
${renderPixPanel(view)}
${renderCardPanel(view)}
${renderSimulationButtons(view)}
<p class="t-sm mute row g2">${renderIcon('shield')}<span class="pre">Seu dinheiro fica guardado até o fim. Se o atendimento não começar no prazo, volta inteiro.</span></p>
<p class="t-sm mute row g2">${renderIcon('receipt')}Guarde o código da compra: ele vale no atendimento e no suporte.</p>
<p><a class="link row g2" href="${checkout.return_url}">${renderIcon('back')}Voltar para a Guilda sem pagar</a></p>
</section>
${renderCheckoutSummary(checkout, html`<span class="so-pix">Pix</span><span class="so-cartao">Cartão</span>`)}
</div>`;
}

const declinedNotice = html`<div class="faixa pg" role="alert">${renderIcon('alert')}<p><b class="b">Pagamento recusado.</b> Nada foi cobrado. Tente de novo ou escolha outra forma de pagamento.</p></div>`;

function renderMethodOption(
  view: CheckoutView,
  method: PaymentMethod,
  name: string,
  note: string,
): Html {
  const checkedAttribute = view.method === method && html` checked`;
  return html`<label><input class="sr" type="radio" name="metodo" value="${method}" id="metodo-${method}"${checkedAttribute}>${renderIcon(method)}<span><b class="b">${name}</b><br><span class="t-xs mute">${note}</span></span></label>`;
}

/** Renders the buttons that simulate the bank's answer, for each payment method. */
function renderSimulationButtons(view: CheckoutView): Html {
  return html`<section class="teste" aria-labelledby="teste-titulo">
<div><h2 class="b" id="teste-titulo">Simulação</h2>
<p class="t-sm mute pre">Nenhum dinheiro muda de mão. Escolha a resposta do banco.</p></div>
${renderBankAnswerButtons(view, 'pix', 'so-pix')}
${renderBankAnswerButtons(view, 'card', 'so-cartao')}
</section>`;
}

function renderBankAnswerButtons(
  { checkout }: CheckoutView,
  method: PaymentMethod,
  classes: string,
): Html {
  const { id } = checkout;
  // The Pix button is the main action; with cards, the main action is in the card form.
  const primaryClass = method === 'pix' && ' pri';
  return html`<form class="row g2 ${classes}" method="post" action="${checkoutPath(id, 'approve')}">
<input type="hidden" name="method" value="${method}">
<button class="btn${primaryClass}">Simular pagamento aprovado</button>
<button class="btn perigo" formaction="${checkoutPath(id, 'decline')}">Simular recusa</button>
</form>`;
}
