import { readArt } from '@guilda/design';
import { type Html, html, trustedHtml } from '@guilda/server/platform/html';
import { renderSandboxPage } from '../../../shared/page.ts';
import { paymentsSandboxPath } from '../../sandbox-api.ts';
import { renderIcon } from './icons.ts';

const wordmark = trustedHtml(readArt('wordmark-labelled.svg'));

const styleFiles = ['tokens', 'base', 'controls', 'checkout'].map(
  (name) => `${paymentsSandboxPath}/assets/${name}.css`,
);

export interface LayoutInput {
  readonly title: string;
  /** URL that the wordmark links to. */
  readonly shopUrl: string;
  /** Nonce that allows the page's script; without it, the page has no script. */
  readonly nonce?: string;
  readonly content: Html;
}

/** Renders a complete page of the sandbox. */
export function renderLayout({ title, shopUrl, nonce, content }: LayoutInput): string {
  return renderSandboxPage({
    title,
    styleSheetUrls: styleFiles,
    iconUrl: `${paymentsSandboxPath}/assets/icon.svg`,
    head: html`<link rel="preload" href="${paymentsSandboxPath}/assets/archivo.woff2" as="font" type="font/woff2" crossorigin>
${nonce !== undefined && html`<script type="module" nonce="${nonce}" src="${paymentsSandboxPath}/assets/checkout.js"></script>`}`,
    body: html`<a class="btn pri salto" href="#conteudo">Pular para o conteúdo</a>
<header class="topo onDark"><div class="wrap"><a class="marca" href="${shopUrl}" aria-label="Guilda, voltar para a loja">${wordmark}</a><span class="tag at fim">${renderIcon('flask')}Ambiente de testes</span></div></header>
<main id="conteudo">${content}</main>`,
  });
}
