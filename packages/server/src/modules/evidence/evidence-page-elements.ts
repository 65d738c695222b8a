import { escapeHtml } from '../../platform/html.ts';

/**
 * Formats a text that a person typed as HTML: line breaks stay, and its writing direction does not affect the text
 * around it.
 */
export const formatUserText = (text: string): string =>
  `<bdi class="said">${escapeHtml(text)}</bdi>`;

const dateFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Formats a time of an evidence record in Brasília time; a dash when there is none. */
export const formatTime = (at: string | null): string =>
  at === null ? '–' : dateFormat.format(new Date(at));

/** A day (`2026-11-26`) as `26/11/2026`. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/');

/** Formats an amount (`49.90`) as `R$ 49,90`; a dash when there is none. */
export const formatAmount = (amount: string | null): string =>
  amount === null ? '–' : `R$ ${amount.replace('.', ',')}`;

const byteFormat = new Intl.NumberFormat('pt-BR');
export const formatBytes = (bytes: number): string => `${byteFormat.format(bytes)} bytes`;

export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return 'o Discord não disse';
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`;
}

/** A section of the page: a heading with its content. */
export const renderSection = (title: string, content: string): string =>
  `<section><h2>${escapeHtml(title)}</h2>\n${content}\n</section>`;

/** A list of names and values; values are HTML. */
export const renderDefinitionList = (
  rows: readonly (readonly [name: string, html: string])[],
): string =>
  `<dl>${rows.map(([name, html]) => `<div><dt>${escapeHtml(name)}</dt><dd>${html}</dd></div>`).join('')}</dl>`;

/** A table whose cells are HTML. The sentence `emptyText` replaces a table without rows. */
export function renderTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  emptyText: string,
): string {
  if (rows.length === 0) return `<p>${escapeHtml(emptyText)}</p>`;
  const head = heads.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('');
  const bodyRows = rows.map(
    (cells) => `<tr>${cells.map((html) => `<td>${html}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${bodyRows.join('\n')}\n</tbody></table>`;
}

export const PAGE_STYLE = `
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #111; background: #fff; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #999; }
dl div { display: grid; grid-template-columns: 14rem 1fr; gap: 1rem; padding: .15rem 0; } dt { color: #444; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; } th, td { border: 1px solid #bbb; padding: .3rem .5rem; text-align: left; vertical-align: top; }
code { font: .8rem ui-monospace, monospace; overflow-wrap: anywhere; } .said { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
@media (max-width: 40rem) { dl div { grid-template-columns: 1fr; gap: 0; } table { display: block; overflow-x: auto; } }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } tr, dl div { break-inside: avoid; } thead { display: table-header-group; } }
`;
