import { readFileSync } from 'node:fs';
import { type Html, html, trustedHtml } from '../../../../platform/html.ts';
import { sandboxPath } from '../../sandbox-api.ts';
import { icon } from './icons.ts';

const wordmark = trustedHtml(
  readFileSync(new URL('../assets/wordmark.svg', import.meta.url), 'utf8'),
);

const stylesheets = ['tokens', 'base', 'controls', 'checkout'].map(
  (name) => html`<link rel="stylesheet" href="${sandboxPath}/assets/${name}.css">`,
);

export interface LayoutInput {
  readonly title: string;
  /** Where the wordmark leads. */
  readonly shopUrl: string;
  /** Allows the page's one script; none is sent without it. */
  readonly nonce?: string;
  readonly content: Html;
}

/** A whole page of the sandbox. */
export function layout({ title, shopUrl, nonce, content }: LayoutInput): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${title} · Guilda</title>
<link rel="icon" href="${sandboxPath}/assets/icon.svg">
<link rel="preload" href="${sandboxPath}/assets/archivo.woff2" as="font" type="font/woff2" crossorigin>
${stylesheets}
${nonce !== undefined && html`<script type="module" nonce="${nonce}" src="${sandboxPath}/assets/checkout.js"></script>`}
</head>
<body>
<a class="btn pri salto" href="#conteudo">Pular para o conteúdo</a>
<header class="topo on-mesa"><div class="wrap"><a class="marca" href="${shopUrl}" aria-label="Guilda, voltar para a loja">${wordmark}</a><span class="tag at fim">${icon('flask')}Ambiente de testes</span></div></header>
<main id="conteudo">${content}</main>
</body>
</html>
`.toString();
}
