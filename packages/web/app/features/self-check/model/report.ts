import { checkIds, checkNames, type Findings, findingStateWords } from './finding.ts';

const dateTimeFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The findings as text for the clipboard, with the time but without any data about the person. */
export function reportText(findings: Findings, checkedAt: Date): string {
  const lines = checkIds.flatMap((id) => {
    const finding = findings[id];
    return finding
      ? [`${checkNames[id]}: ${findingStateWords[finding.state]}. ${finding.text}`]
      : [];
  });
  return [`Teste da Guilda, ${dateTimeFormat.format(checkedAt)}`, ...lines].join('\n');
}

/** A summary of the findings in one sentence; null while checks are missing. */
export function findingsSummary(findings: Findings): string | null {
  const presentFindings = checkIds.flatMap((id) => findings[id] ?? []);
  if (presentFindings.length < checkIds.length) return null;
  const failedCount = presentFindings.filter(({ state }) => state === 'fail').length;
  const warningCount = presentFindings.filter(({ state }) => state === 'warn').length;
  if (failedCount + warningCount === 0) return 'Tudo certo por aqui.';
  const parts = [
    failedCount > 0 && (failedCount === 1 ? '1 teste falhou' : `${failedCount} testes falharam`),
    warningCount > 0 && (warningCount === 1 ? '1 pede atenção' : `${warningCount} pedem atenção`),
  ];
  return `${parts.filter(Boolean).join(' e ')}.`;
}
