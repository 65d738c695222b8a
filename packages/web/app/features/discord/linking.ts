import { ApiError } from '@guilda/contract/api-error';
import { errors } from '@guilda/contract/errors';
import type { OwnUser } from '@guilda/contract/users';
import type { Arrival } from './arrival.ts';

type Consent = Extract<Arrival, { kind: 'consent' }>;

/** Where linking stands: what the page says, and what it offers. */
export type Linking =
  | { readonly kind: 'working' }
  | { readonly kind: 'linked' }
  | { readonly kind: 'unlinked'; readonly words: Words };

export interface Words {
  readonly title: string;
  readonly text: string;
  /** What the button is called that begins anew; null where that would not help. */
  readonly again: string | null;
  /** Something failed, against the person's will. */
  readonly wrong: boolean;
}

/** What linking asks of the API. */
export interface LinkingApi {
  linkDiscord(args: { body: { code: string; state: string } }): Promise<{ user: OwnUser }>;
  getMe(): Promise<OwnUser>;
}

const TITLE = 'Discord não conectado';

const agains: Readonly<Record<string, string | null>> = {
  discord_taken: 'Conectar outra conta',
  discord_already_linked: null,
};

/** What is said before anything was tried. */
export const arrivalWords: Readonly<Record<Exclude<Arrival['kind'], 'consent'>, Words>> = {
  cancelled: {
    title: 'Conexão cancelada',
    text: 'Você não autorizou a Guilda no Discord. Nada mudou na sua conta.',
    again: 'Conectar Discord',
    wrong: false,
  },
  refused: {
    title: TITLE,
    text: errors.discord_link_refused.text,
    again: 'Tentar de novo',
    wrong: true,
  },
  none: {
    title: TITLE,
    text: 'Para ligar e receber ligações, conecte sua conta do Discord.',
    again: 'Conectar Discord',
    wrong: false,
  },
};

/** What is said of a try that failed. */
export function failureWords(error: unknown): Words {
  const told = error instanceof Error ? error.message : '';
  const again = error instanceof ApiError ? agains[error.code] : undefined;
  return {
    title: TITLE,
    text: told || 'Erro desconhecido',
    again: again === undefined ? 'Tentar de novo' : again,
    wrong: true,
  };
}

/** The same consent may have gone through before, with its answer lost on the way. */
const mayBeDone = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 'discord_state_invalid' || error.status >= 500;

/**
 * Hands the consent in, once. The person as they stand then; rejects with why they are not linked,
 * unless they are: an earlier try may have gone through unheard.
 */
export async function linkAccount(api: LinkingApi, { code, state }: Consent): Promise<OwnUser> {
  try {
    return (await api.linkDiscord({ body: { code, state } })).user;
  } catch (error) {
    const user = mayBeDone(error) ? await api.getMe().catch(() => null) : null;
    if (user?.discordId) return user;
    throw error;
  }
}
