import { type Html, html, trustedHtml } from '@guilda/server/platform/html';
import { renderSandboxPage } from '../shared/page.ts';
import type { SentMail } from './outbox.ts';

const pageStyle = trustedHtml(`
:root { color-scheme: dark light; --line: light-dark(#c3cec6, #3f5a4d); }
body { margin: 0 auto; max-width: 42rem; padding: 2rem 1rem; font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif;
  background: light-dark(#f1f3e9, #10291f); color: light-dark(#14261d, #eef1e4); }
h1 { font-size: 1.625rem; }
ol { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid var(--line); padding: 1.25rem 0; }
h2 { font-size: 1.125rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
.facts { font-size: .875rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0; }
summary { cursor: pointer; min-height: 2.75rem; line-height: 2.75rem; }
iframe { box-sizing: border-box; width: 100%; height: 24rem; border: 1px solid var(--line); border-radius: 6px; background: light-dark(#e7f3e9, #0d2f23); }
`);

/**
 * Renders the outbox page. The text part of a mail is shown as text; its HTML part is shown in a frame that can run no
 * scripts and load no resources.
 */
export function renderOutboxPage(mails: readonly SentMail[], nonce: string): string {
  return renderSandboxPage({
    title: 'E-mails enviados',
    styleSheetUrls: [],
    head: html`<style nonce="${nonce}">${pageStyle}</style>`,
    body: html`<main>
<h1>E-mails enviados</h1>
<p>Na demonstração nenhum e-mail sai daqui: é aqui que eles chegam.</p>
${mails.length === 0 ? html`<p>Nenhum e-mail ainda.</p>` : html`<ol>${mails.map(renderMail)}</ol>`}
</main>`,
  });
}

function renderMail({ from, to, subject, text, html: markup, sentAt }: SentMail): Html {
  return html`<li>
<h2>${subject}</h2>
<p class="facts">${from ? `De ${from} para` : 'Para'} ${to} em <time datetime="${sentAt}">${formatInstant(sentAt)}</time></p>
<pre>${text}</pre>
<details>
<summary>Ver como HTML</summary>
<iframe sandbox="" title="${subject}" srcdoc="${markup}"></iframe>
</details>
</li>
`;
}

const formatInstant = (instant: string) =>
  new Intl.DateTimeFormat('pt-BR', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(instant));
