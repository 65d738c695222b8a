import type { Config } from '../config/index.ts';
import { type Finding, uncheckedFinding } from '../platform/findings.ts';

/**
 * Hints about duties of Lei 15.211/2025 that depend on the minimum age of account holders (docs/law.md). They are
 * never failures, because the doctor cannot know for whom an installation is meant.
 */
export function accountAgeFindings({
  demo,
  accountAge,
  ageCheck,
}: Pick<Config, 'demo' | 'accountAge' | 'ageCheck'>): readonly Finding[] {
  if (demo || accountAge === 18) return [];
  const guardianFinding = uncheckedFinding(
    `Com ACCOUNT_AGE=${accountAge ?? 'off'}, contas de pessoas de até 16 anos participam sem ligação com a de um responsável (Lei 15.211/2025, art. 24).`,
    'Onde crianças e adolescentes podem vir, use ACCOUNT_AGE=18, ou outro valor com o parecer de um advogado: docs/law.md.',
  );
  const adultContentFinding = uncheckedFinding(
    'Há conteúdo para adultos, e menores de 18 anos podem participar com uma conta (Lei 15.211/2025, art. 9º, § 3º).',
    'Use ACCOUNT_AGE=18, ou deixe AGE_PROVIDER de fora: docs/law.md.',
  );
  return ageCheck ? [guardianFinding, adultContentFinding] : [guardianFinding];
}
