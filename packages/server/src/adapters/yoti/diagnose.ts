import { type Finding, failedFinding, passedFinding } from '../../platform/findings.ts';
import { createYotiApi, type YotiApiDeps } from './api.ts';

/** Id of a session that never exists: reading its result checks the credentials without creating anything. */
const UNKNOWN_SESSION = '00000000-0000-4000-8000-000000000000';

/** Checks the credentials at Yoti by reading a session that does not exist; changes nothing. */
export async function diagnoseYoti(deps: YotiApiDeps): Promise<readonly Finding[]> {
  const api = createYotiApi(deps);
  const answer = await api({ method: 'GET', path: ['sessions', UNKNOWN_SESSION, 'result'] });
  if (answer?.status === 404) return [passedFinding('A Yoti aceita a credencial.')];
  if (answer?.status === 401 || answer?.status === 403) {
    return [
      failedFinding(
        'A Yoti não aceita a credencial.',
        'Confira no Yoti Hub YOTI_SDK_ID e YOTI_PRIVATE_KEY (ou YOTI_API_KEY).',
      ),
    ];
  }
  return [
    failedFinding(
      answer
        ? `A Yoti respondeu algo que não se entende (${answer.status}).`
        : 'A Yoti não pôde ser alcançada, ou não aceitou a chave.',
      'Veja se este computador chega a https://age.yoti.com e https://auth.api.yoti.com, e confira YOTI_SDK_ID e YOTI_PRIVATE_KEY.',
    ),
  ];
}
