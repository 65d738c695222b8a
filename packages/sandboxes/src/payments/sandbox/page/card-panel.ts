import { formatBrl } from '@guilda/contract/money/money';
import { type Html, html } from '@guilda/server/platform/html';
import { type CardField, testCards } from '../test-card.ts';
import { renderIcon } from './icons.ts';
import { type CheckoutView, checkoutPath } from './view.ts';

interface CardFormField {
  readonly name: CardField;
  readonly label: string;
  readonly value?: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly isNumeric?: boolean;
}

/** Renders the card form. Autofill is disabled, and only test numbers are accepted. */
export function renderCardPanel(view: CheckoutView): Html {
  const { checkout, card } = view;
  const renderField = (field: CardFormField) => renderCardField(field, card.problems[field.name]);
  return html`<form class="painel cartao so-cartao" method="post" action="${checkoutPath(checkout.id, 'card')}" autocomplete="off" novalidate>
<h2 class="t-xl">Dados do cartão</h2>
<p class="dim pre">Use um cartão de teste, com qualquer nome, validade futura e CVV.</p>
<dl class="cartoes">
<div><dt>Aprova</dt><dd class="num">${testCards.approves}</dd></div>
<div><dt>Recusa</dt><dd class="num">${testCards.declines}</dd></div>
</dl>
${renderField({ name: 'number', label: 'Número do cartão', placeholder: '0000 0000 0000 0000', maxLength: 23, isNumeric: true })}
${renderField({ name: 'name', label: 'Nome no cartão', value: card.name, placeholder: 'Como está impresso', maxLength: 80 })}
<div class="dois">
${renderField({ name: 'expiry', label: 'Validade', value: card.expiry, placeholder: 'MM/AA', maxLength: 7, isNumeric: true })}
${renderField({ name: 'cvv', label: 'CVV', placeholder: '123', maxLength: 4, isNumeric: true })}
</div>
<button class="btn pri g bloco">Pagar ${formatBrl(checkout.amount)}</button>
</form>`;
}

function renderCardField(field: CardFormField, problem: string | undefined): Html {
  const { name, label, value, placeholder, maxLength, isNumeric } = field;
  const isInvalid = problem !== undefined;
  return html`<div class="campo">
<label for="cartao-${name}">${label}</label>
<input class="inp${isInvalid && ' erro'}" id="cartao-${name}" name="${name}" value="${value}" placeholder="${placeholder}" maxlength="${maxLength}" autocomplete="off"${isNumeric && html` inputmode="numeric"`} required${isInvalid && html` aria-invalid="true" aria-describedby="cartao-${name}-erro"`}>
${isInvalid && html`<p class="msg-erro" id="cartao-${name}-erro">${renderIcon('alert')}${problem}</p>`}
</div>`;
}
