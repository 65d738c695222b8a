import type { OwnUser } from '@guilda/contract/accounts/users';
import { ApiError } from '@guilda/contract/api-error';
import { errors } from '@guilda/contract/errors';
import { messageOfError } from '../../ui/feedback/toast.ts';
import type { CallbackResult } from './callback-result.ts';

type ConsentResult = Extract<CallbackResult, { kind: 'consent' }>;

/** State of linking the Discord account. */
export type DiscordLinkState =
  | { readonly kind: 'working' }
  | { readonly kind: 'linked' }
  | { readonly kind: 'unlinked'; readonly message: DiscordLinkText };

export interface DiscordLinkText {
  readonly title: string;
  readonly text: string;
  /** Label of the retry button; null when a retry would not help. */
  readonly retryLabel: string | null;
  /** Whether an error occurred; false when the person declined. */
  readonly isError: boolean;
}

/** The part of the API client that linking needs. */
export interface LinkingApi {
  linkDiscord(args: { body: { code: string; state: string } }): Promise<{ user: OwnUser }>;
  getMe(): Promise<OwnUser>;
}

const NOT_CONNECTED_TITLE = 'Discord não conectado';

const retryLabels: Readonly<Record<string, string | null>> = {
  discord_taken: 'Conectar outra conta',
  discord_already_linked: null,
};

/** Texts for a callback URL without a usable authorization code of Discord. */
export const callbackTexts: Readonly<
  Record<Exclude<CallbackResult['kind'], 'consent'>, DiscordLinkText>
> = {
  cancelled: {
    title: 'Conexão cancelada',
    text: 'Você não autorizou a Guilda no Discord. Nada mudou na sua conta.',
    retryLabel: 'Conectar Discord',
    isError: false,
  },
  refused: {
    title: NOT_CONNECTED_TITLE,
    text: errors.discord_link_refused.text,
    retryLabel: 'Tentar de novo',
    isError: true,
  },
  none: {
    title: NOT_CONNECTED_TITLE,
    text: 'Para ligar e receber ligações, conecte sua conta do Discord.',
    retryLabel: 'Conectar Discord',
    isError: false,
  },
};

/** Text for a failed linking request. */
export function failureText(error: unknown): DiscordLinkText {
  const retryLabel = error instanceof ApiError ? retryLabels[error.code] : undefined;
  return {
    title: NOT_CONNECTED_TITLE,
    text: messageOfError(error),
    retryLabel: retryLabel === undefined ? 'Tentar de novo' : retryLabel,
    isError: true,
  };
}

/**
 * Whether the account may be linked although the request failed with this error: the answer was lost, the server had an
 * error, or an earlier request has already used the state.
 */
const mayHaveSucceeded = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 'discord_state_invalid' || error.status >= 500;

/**
 * Submits the consent once and returns the updated person. When the outcome of the request is unknown, the account is
 * read again, because an earlier request may have linked it. Otherwise rejects with the error.
 */
export async function linkDiscordAccount(
  api: LinkingApi,
  { code, state }: ConsentResult,
): Promise<OwnUser> {
  try {
    return (await api.linkDiscord({ body: { code, state } })).user;
  } catch (error) {
    const user = mayHaveSucceeded(error) ? await api.getMe().catch(() => null) : null;
    if (user?.discordId) return user;
    throw error;
  }
}
