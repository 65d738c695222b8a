import { findPoolerProblems, poolerProblemTexts } from '../platform/database/pooler.ts';
import {
  connectionFailureText,
  type Finding,
  failedFinding,
  passedFinding,
} from '../platform/findings.ts';

const ANSWER_TIMEOUT_MS = 4_000;

/**
 * Checks the pooler between program and database; returns no findings without a pooler and without
 * `DATABASE_DIRECT_URL`.
 */
export async function examinePooler(
  url: string,
  directUrl: string | null,
): Promise<readonly Finding[]> {
  try {
    const problems = await findPoolerProblems(url, directUrl, ANSWER_TIMEOUT_MS);
    if (problems.length > 0) {
      return problems.map((problem) => failedFinding(...poolerProblemTexts[problem]));
    }
    return directUrl
      ? [
          passedFinding(
            'DATABASE_URL e DATABASE_DIRECT_URL levam ao mesmo banco, e o que há entre a Guilda e ele serve.',
          ),
        ]
      : [];
  } catch (error) {
    // Without a pooler, the checks of the database itself report why it cannot be reached.
    if (!directUrl) return [];
    return [
      failedFinding(
        `O banco não pôde ser usado por DATABASE_URL e DATABASE_DIRECT_URL: ${connectionFailureText(error)}.`,
        'Veja se o pooler e o PostgreSQL estão de pé e se os dois endereços estão certos.',
      ),
    ];
  }
}
