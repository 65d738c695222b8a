import { type Html, html } from '@guilda/server/platform/html';
import { discordSandboxPath } from '../../sandbox-identity.ts';
import { type PageLinks, renderIcon, renderLayout, renderWarning } from './layout.ts';

/** An account that the consent page offers. */
export interface OfferedAccount {
  readonly discordId: string;
  readonly username: string;
  /** Name of the account's owner, or what the account is for. */
  readonly description: string;
}

export interface ConsentView extends PageLinks {
  /** URL to which the form is posted; it contains the authorization request. */
  readonly action: string;
  readonly offeredAccounts: readonly OfferedAccount[];
  readonly problem: string | null;
}

function renderAccountOption({ discordId, username, description }: OfferedAccount): Html {
  return html`<label><input type="radio" name="conta" value="${discordId}"><span><b class="b">${username}</b><br><span class="t-sm mute">${description}</span></span></label>
`;
}

/** Renders the consent page, on which a person allows or denies access to their Discord identity. */
export function renderConsentPage(view: ConsentView): string {
  const content = html`<h1 class="d2">Discord de teste</h1>
<p class="t-lg dim pre">Esta página faz o papel do Discord na demonstração. Nenhuma conta de verdade é usada e nada sai daqui.</p>
<div class="painel fim-p">${renderIcon('headphones')}<p class="t-lg pre">A Guilda quer saber quem você é no Discord: seu nome e o número da sua conta. Suas mensagens, amigos e servidores ficam de fora.</p></div>
<form class="col g6" method="post" action="${view.action}" aria-label="Autorização">
${view.problem !== null && renderWarning(view.problem)}
<fieldset>
<legend class="rotulo">Com qual conta?</legend>
<div class="escolha">${view.offeredAccounts.map(renderAccountOption)}</div>
</fieldset>
<div class="campo"><label for="nome">Ou digite o nome de outra conta</label>
<input class="inp" id="nome" name="nome" maxlength="32" autocomplete="off" autocapitalize="none"></div>
<div class="row g2">
<button class="btn pri g" name="resposta" value="autorizar">Autorizar</button>
<button class="btn g" name="resposta" value="cancelar">Cancelar</button>
</div>
</form>
<p><a class="link" href="${discordSandboxPath}">Ver quem está no servidor de teste</a></p>`;
  return renderLayout('Discord de teste', view, content);
}

/** Renders the page for a request that does not come from Guilda. */
export function renderForeignRequestPage(links: PageLinks): string {
  const content = html`<h1 class="d2">Não deu para continuar</h1>
<p class="t-lg dim pre">Este pedido não veio da Guilda ou levaria a outro endereço. Volte para a Guilda e comece de novo.</p>
<p><a class="btn pri g" href="${links.homeUrl}">Voltar para a Guilda</a></p>`;
  return renderLayout('Não deu para continuar', links, content);
}
