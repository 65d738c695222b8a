import { type Html, html, trustedHtml } from '@guilda/server/platform/html';
import type { FastifyReply } from 'fastify';
import { renderSandboxPage } from '../../../shared/page.ts';
import { discordSandboxPath } from '../../sandbox-identity.ts';

/** SVG drawings of the icons, from the Lucide set (ISC). */
const iconDrawings = {
  flask:
    '<path d="M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2"/><path d="M6.453 15h11.094"/><path d="M8.5 2h7"/>',
  headphones:
    '<path d="M3 14h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a9 9 0 0 1 18 0v7a2 2 0 0 1-2 2h-1a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2h3"/>',
  alert: '<circle cx="12" cy="12" r="10"/><path d="M12 8v4"/><path d="M12 16h.01"/>',
} as const;

/** Renders a decorative 20 px icon, hidden from screen readers. */
export function renderIcon(name: keyof typeof iconDrawings): Html {
  return trustedHtml(
    `<svg class="i" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${iconDrawings[name]}</svg>`,
  );
}

/** URLs that the sandbox's pages link to. */
export interface PageLinks {
  /** Path of the sandboxes' style sheets and fonts. */
  readonly assetsPath: string;
  /** URL of Guilda's home page. */
  readonly homeUrl: string;
}

/** Renders a complete page of the sandbox. */
export function renderLayout(
  title: string,
  { assetsPath, homeUrl }: PageLinks,
  content: Html,
): string {
  return renderSandboxPage({
    title,
    styleSheetUrls: [
      ...['tokens', 'base', 'controls', 'checkout'].map((name) => `${assetsPath}/${name}.css`),
      `${discordSandboxPath}/assets/discord.css`,
    ],
    iconUrl: `${assetsPath}/icon.svg`,
    body: html`<a class="btn pri salto" href="#conteudo">Pular para o conteúdo</a>
<header class="topo onDark"><div class="wrap"><a class="marca" href="${homeUrl}" aria-label="Guilda, voltar para o site"><img src="/art/marca/guilda-claro.svg" alt="" width="122" height="34"></a><span class="tag at fim">${renderIcon('flask')}Ambiente de testes</span></div></header>
<main id="conteudo"><div class="wrap col g6 aviso-p">${content}</div></main>`,
  });
}

/** Renders an error message that screen readers announce at once. */
export function renderWarning(text: string): Html {
  return html`<p class="msg-erro" role="alert">${renderIcon('alert')}${text}</p>`;
}

/** Sends a page without scripts; `redirectOrigin` is another origin to which its forms may redirect. */
export function sendPage(reply: FastifyReply, page: string, redirectOrigin = ''): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self'",
        // The redirect's origin is included, because browsers also apply `form-action` to the redirect after a form.
        `form-action 'self' ${redirectOrigin}`.trim(),
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'referrer-policy': 'same-origin',
    })
    .send(page);
}
