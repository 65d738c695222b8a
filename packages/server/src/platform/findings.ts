/** One thing that `npm run doctor` looked at, in Portuguese, for whoever runs the product. */
export interface Finding {
  /** Right or wrong; null for what was not looked at, and for hints. */
  readonly ok: boolean | null;
  /** Without secrets, and without words of others, which may hold some. */
  readonly text: string;
  /** What to do about it; null where there is nothing to do. */
  readonly todo: string | null;
}

export const found = (text: string): Finding => ({ ok: true, text, todo: null });
export const missing = (text: string, todo: string): Finding => ({ ok: false, text, todo });
/** Not looked at and why, or a hint that is neither right nor wrong. */
export const unseen = (text: string, todo: string | null = null): Finding => ({
  ok: null,
  text,
  todo,
});

/** `right` where `holds`, else `wrong` with what to do. */
export const judged = (holds: boolean, right: string, wrong: string, todo: string): Finding =>
  holds ? found(right) : missing(wrong, todo);

/** Codes of Node, TLS and drivers: nothing that anybody wrote. */
const codeForm = /^[A-Z0-9_]{2,60}$/;

/** What is thrown where nobody answered in time. */
const lateNames = new Set(['TimeoutError', 'AbortError', 'LateError']);

/** The code of a failure, however deep in its causes; empty without one. */
export function codeOf(error: unknown): string {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [error];
  while (waiting.length > 0) {
    const next = waiting.shift();
    if (!(next instanceof Error) || seen.has(next)) continue;
    seen.add(next);
    if (lateNames.has(next.name)) return 'ETIMEDOUT';
    const code: unknown = Reflect.get(next, 'code');
    if (typeof code === 'string' && codeForm.test(code)) return code;
    waiting.push(next.cause, ...(next instanceof AggregateError ? next.errors : []));
  }
  return '';
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nada atende nesse endereço e porta',
  ENOTFOUND: 'o nome não leva a lugar nenhum',
  EAI_AGAIN: 'o nome não pôde ser procurado',
  EDNS: 'o nome não leva a lugar nenhum',
  ETIMEDOUT: 'não houve resposta a tempo',
  UND_ERR_CONNECT_TIMEOUT: 'não houve resposta a tempo',
};

/** Codes of what is wrong with a certificate or its connection. */
export const certificateForm = /CERT|SIGNATURE|ALTNAME|^ERR_(TLS|SSL)/;

/** Why something could not be reached, in words that go behind a colon. */
export function reasonFor(error: unknown): string {
  const code = codeOf(error);
  if (certificateForm.test(code)) return `o certificado não serve (${code})`;
  const told = reasons[code];
  if (told) return told;
  return code ? `a conexão falhou (${code})` : 'a conexão falhou';
}
