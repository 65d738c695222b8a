import { checkIds, checkNames, type Findings, findingStateWords } from './finding.ts';

const dateTimeFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The findings as text for the clipboard, with the time but without any data about the person. */
export function reportText(findings: Findings, checkedAt: Date): string {
  const lines = checkIds.flatMap((id) => {
    const found = findings[id];
    return found ? [`${checkNames[id]}: ${findingStateWords[found.state]}. ${found.text}`] : [];
  });
  return [`Teste da Guilda, ${dateTimeFormat.format(checkedAt)}`, ...lines].join('\n');
}

/** A summary of the findings in one sentence; null while checks are missing. */
export function findingsSummary(findings: Findings): string | null {
  const found = checkIds.flatMap((id) => findings[id] ?? []);
  if (found.length < checkIds.length) return null;
  const failed = found.filter(({ state }) => state === 'fail').length;
  const warned = found.filter(({ state }) => state === 'warn').length;
  if (failed + warned === 0) return 'Tudo certo por aqui.';
  const parts = [
    failed > 0 && (failed === 1 ? '1 teste falhou' : `${failed} testes falharam`),
    warned > 0 && (warned === 1 ? '1 pede atenção' : `${warned} pedem atenção`),
  ];
  return `${parts.filter(Boolean).join(' e ')}.`;
}
