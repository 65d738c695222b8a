import { type Html, html } from '@guilda/server/platform/html';
import { encodeBrCode } from '../br-code.ts';
import { renderIcon } from './icons.ts';
import { renderQrSvg } from './qr-svg.ts';
import { type CheckoutView, formatHour } from './view.ts';

/** Renders the Pix code to scan or copy. The code's URL ends in `.invalid`, so that no bank can resolve it. */
export function renderPixPanel({ checkout, now }: CheckoutView): Html {
  const code = encodeBrCode({
    location: `pix.guilda.invalid/v2/${checkout.id}`,
    amount: checkout.amount,
    merchantName: 'Guilda Ambiente de Testes',
    merchantCity: 'São Paulo',
  });
  const remainingMs = checkout.expires_at.getTime() - now.getTime();
  return html`<section class="painel pix so-pix" aria-labelledby="pix-titulo">
<div class="qr">${renderQrSvg(code, 'QR Code Pix de demonstração')}</div>
<div class="col">
<h2 class="t-xl" id="pix-titulo">Copie o código ou aponte a câmera</h2>
<p class="dim pre">Abra o aplicativo do seu banco, escolha Pix e pague. <span class="com-script">Esta página avança sozinha quando o pagamento cair.</span></p>
<div class="row g2 copia">
<label class="sr" for="pix-codigo">Pix copia e cola</label>
<input class="inp trunca cresce mono" id="pix-codigo" value="${code}" readonly>
<button class="btn com-script" type="button" data-copy="pix-codigo">${renderIcon('copy')}<span>Copiar</span></button>
</div>
<p class="row g2"><span class="mute" data-countdown-label>Expira às</span><time class="num crono" datetime="${checkout.expires_at.toISOString()}" data-countdown="${remainingMs}">${formatHour(checkout.expires_at)}</time></p>
<p class="sr" role="status" data-announce></p>
</div>
</section>`;
}
