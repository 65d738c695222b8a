import { findCategory } from '@guilda/contract/services/categories';
import { escapeHtml } from '../../platform/html.ts';
import type { EvidenceContent } from './evidence-content.ts';
import {
  formatAmount,
  formatBytes,
  formatDay,
  formatSeconds,
  formatTime,
  formatUserText,
  PAGE_STYLE,
  renderDefinitionList,
  renderSection,
  renderTable,
} from './evidence-page-elements.ts';

/** Texts that the page shows for the codes in an evidence record; a code without a text is shown as it is. */
const codeTexts: Readonly<Record<string, string>> = {
  dispute: 'Disputa',
  chargeback: 'Contestação de pagamento',
  not_delivered: 'Não foi entregue',
  not_as_described: 'Não é como foi descrito',
  other: 'Outro',
  buyer: 'Quem comprou',
  seller: 'Quem vendeu',
  admin: 'Equipe da Guilda',
  provider: 'Provedor de pagamento',
  system: 'Guilda, automaticamente',
  awaiting_payment: 'Aguardando pagamento',
  awaiting_start: 'Pago, aguardando início',
  in_progress: 'Em atendimento',
  complete: 'Concluído',
  cancelled: 'Cancelado',
  refunded: 'Reembolsado',
  call: 'Call',
  media: 'Pacote de arquivos',
  view: 'Aberto na página',
  preview: 'Miniatura',
  file: 'Baixado',
  zip: 'Baixado com todos',
  cancelled_call: 'Cancelada',
  declined: 'Recusada',
  missed: 'Não atendida',
  failed: 'Falhou',
  left: 'Encerrada por um dos dois',
  emptied: 'Encerrada com a sala vazia',
  pending: 'Em andamento',
  succeeded: 'Feito',
};

const codeText = (code: string | null): string =>
  code === null ? '–' : escapeHtml(codeTexts[code] ?? code);

const codeHtml = (value: string | null): string =>
  value === null ? '–' : `<code>${escapeHtml(value)}</code>`;

/** Sentence below a list that was shortened to its limit. */
const shortenedListNote = (list: { truncated: boolean; limit: number }): string =>
  list.truncated ? `<p>Só os ${list.limit} mais recentes estão aqui; há mais.</p>` : '';

const personHtml = ({ name, username }: EvidenceContent['order']['buyer']): string =>
  `<bdi>${escapeHtml(name ?? 'Usuário removido')}</bdi> (@${escapeHtml(username)})`;

function orderSection({ order, cause, sealedAt }: EvidenceContent): string {
  return renderSection(
    'Pedido',
    renderDefinitionList([
      ['Motivo deste documento', codeText(cause.kind)],
      ['Motivo apontado por quem comprou', codeText(cause.reason)],
      [
        'Nas palavras de quem comprou',
        cause.description === null ? '–' : formatUserText(cause.description),
      ],
      ['Lacrado em', formatTime(sealedAt)],
      ['Código da compra', codeHtml(order.purchaseCode)],
      ['Quem comprou', personHtml(order.buyer)],
      ['Quem vendeu', personHtml(order.seller)],
      ['Estado', codeText(order.status)],
      ['Preço', formatAmount(order.price)],
      ['Pago', formatAmount(order.amountPaid)],
      ['Reembolsado', formatAmount(order.amountRefunded)],
      ['Pagamento no provedor', codeHtml(order.providerPaymentId)],
      ['Pacote aberto pela primeira vez', formatTime(order.packOpenedAt)],
    ]),
  );
}

function serviceSection({ service }: EvidenceContent): string {
  const files = service.files.map(({ name, size, sha256 }) => [
    `<bdi>${escapeHtml(name)}</bdi>`,
    formatBytes(size),
    codeHtml(sha256),
  ]);
  const category = service.category === null ? null : findCategory(service.category)?.label;
  return renderSection(
    'Serviço, como foi vendido',
    renderDefinitionList([
      ['Título', `<bdi>${escapeHtml(service.title)}</bdi>`],
      ['Tipo', codeText(service.type)],
      ['Categoria', escapeHtml(category ?? '–')],
      [
        'Descrição',
        service.description === null ? 'Não foi guardada' : formatUserText(service.description),
      ],
    ]) + renderTable(['Arquivo', 'Tamanho', 'SHA-256'], files, 'Sem arquivos.'),
  );
}

function stepsSection({ steps }: EvidenceContent): string {
  const rows = steps.map(({ seq, at, status, by, hash }) => [
    String(seq ?? '–'),
    formatTime(at),
    codeText(status),
    codeText(by),
    codeHtml(hash),
  ]);
  return renderSection(
    'Passos do pedido',
    renderTable(['Nº', 'Quando', 'Estado', 'Por', 'SHA-256 do passo'], rows, 'Nenhum passo.'),
  );
}

function downloadsSection({ downloads }: EvidenceContent): string {
  const rows = downloads.items.map((download) => [
    formatDay(download.day),
    download.file === null ? 'Todos os arquivos' : `<bdi>${escapeHtml(download.file)}</bdi>`,
    codeText(download.kind),
    String(download.requests),
    formatBytes(download.bytes) +
      (download.redirects > 0 ? `, mais ${download.redirects} direto do armazenamento` : ''),
    `${formatTime(download.firstAt)} a ${formatTime(download.lastAt)}`,
  ]);
  const heads = ['Dia', 'Arquivo', 'Uso', 'Pedidos', 'Enviado', 'Entre'];
  return renderSection(
    'Arquivos enviados a quem comprou',
    renderTable(heads, rows, 'Nenhum arquivo foi enviado.') + shortenedListNote(downloads),
  );
}

function callsSection({ calls }: EvidenceContent): string {
  const rows = calls.items.map((call) => [
    codeText(call.from),
    formatTime(call.rangAt),
    formatTime(call.answeredAt),
    formatTime(call.endedAt),
    codeText(call.outcome === 'cancelled' ? 'cancelled_call' : call.outcome),
    formatSeconds(call.buyerSeconds),
    formatSeconds(call.sellerSeconds),
  ]);
  const heads = [
    'De',
    'Tocou',
    'Atendida',
    'Fim',
    'Como',
    'Quem comprou, na sala',
    'Quem vendeu, na sala',
  ];
  return renderSection(
    'Ligações',
    renderTable(heads, rows, 'Nenhuma ligação.') + shortenedListNote(calls),
  );
}

function conversationSection({ conversation }: EvidenceContent): string {
  const rows = conversation.items.map(({ sentAt, from, system, text }) => [
    formatTime(sentAt),
    system ? `${codeText(from)} (mensagem automática)` : codeText(from),
    formatUserText(text),
  ]);
  const totalText = `<p>Mensagens desde a compra: ${conversation.total}.</p>`;
  return renderSection(
    'Conversa desde a compra',
    totalText +
      renderTable(['Quando', 'De', 'Mensagem'], rows, 'Nenhuma mensagem.') +
      shortenedListNote(conversation),
  );
}

function reviewsSection({ reviews }: EvidenceContent): string {
  const rows = reviews.map((review) => [
    formatTime(review.createdAt),
    `${review.rating} de 5`,
    `${formatUserText(review.title)}<br>${formatUserText(review.description)}`,
    review.answer === null ? '–' : formatUserText(review.answer),
  ]);
  const heads = ['Quando', 'Nota', 'Avaliação', 'Resposta de quem vendeu'];
  return renderSection('Avaliação', renderTable(heads, rows, 'Sem avaliação.'));
}

function refundsSection({ refunds }: EvidenceContent): string {
  const rows = refunds.map(({ createdAt, amount, status, providerRefundId }) => [
    formatTime(createdAt),
    formatAmount(amount),
    codeText(status),
    codeHtml(providerRefundId),
  ]);
  const heads = ['Quando', 'Valor', 'Estado', 'No provedor'];
  return renderSection('Reembolsos', renderTable(heads, rows, 'Nenhum reembolso.'));
}

/**
 * A record of evidence as an HTML page in pt-BR: one file without scripts and external resources, suitable for
 * printing.
 * @param sha256 hash of the record in hexadecimal
 * @param dataFile name of the file with the record's data, in the same folder as the page
 */
export function renderEvidencePage(
  content: EvidenceContent,
  { sha256, dataFile }: { readonly sha256: string; readonly dataFile: string },
): string {
  const title = `Provas do pedido ${content.order.purchaseCode}`;
  const proofSection = renderSection(
    'Como conferir',
    `<p>Os dados completos estão em <code>${escapeHtml(dataFile)}</code>, com horas em UTC. O SHA-256 desse arquivo é
<code>${escapeHtml(sha256)}</code>. Ele contém o SHA-256 do último passo, e cada passo contém o do passo anterior: quem
muda um passo muda todos os seguintes.</p>`,
  );
  const sections = [
    orderSection(content),
    serviceSection(content),
    stepsSection(content),
    downloadsSection(content),
    callsSection(content),
    conversationSection(content),
    reviewsSection(content),
    refundsSection(content),
    proofSection,
  ];
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>As horas deste documento são de Brasília.</p>
${sections.join('\n')}
</body>
</html>
`;
}
