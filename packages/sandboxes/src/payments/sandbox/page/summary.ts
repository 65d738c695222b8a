import { formatBrl } from '@guilda/contract/money/money';
import { type Html, html } from '@guilda/server/platform/html';
import type { CheckoutRow } from '../checkout-store.ts';

/** Renders the summary of the order. `paymentMethods` is the text about how the order is or can be paid. */
export function renderCheckoutSummary(checkout: CheckoutRow, paymentMethods: Html | string): Html {
  const total = formatBrl(checkout.amount);
  return html`<aside aria-label="Resumo da compra"><div class="resumo ficha"><div class="ficha-f">
<div class="corpo">
<h2 class="b">${checkout.title}</h2>
<dl class="linhas">
<div><dt>Código da compra</dt><dd class="num codigo">${checkout.reference}</dd></div>
${checkout.seller !== null && html`<div><dt>Quem vende</dt><dd class="trunca"><bdi>${checkout.seller}</bdi></dd></div>`}
<div><dt>Pagamento</dt><dd>${paymentMethods}</dd></div>
</dl>
</div>
<div class="canhoto"><span class="b">Total</span><span class="sr">${total}</span>${renderPrice(total)}</div>
</div></div></aside>`;
}

function renderPrice(total: string): Html {
  const [reais, cents] = total.replace('R$ ', '').split(',');
  return html`<span class="preco" aria-hidden="true"><small>R$</small>${reais}<sup>,${cents}</sup></span>`;
}
