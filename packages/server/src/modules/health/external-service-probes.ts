import type { Dependency } from '@guilda/contract/health';
import type { LastCalls } from '../../platform/telemetry/instrument-port.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import type { VoiceRooms } from '../../ports/voice-rooms.ts';
import { countText } from './format.ts';
import type { Probe, ProbeResult } from './run-probes.ts';

/** External services. Those that can be queried for free are queried; of the others the last calls are shown. */

type ProbeFacts = NonNullable<ProbeResult['facts']>;

const sandboxFacts: ProbeFacts = [{ label: 'Serviço', value: 'de demonstração' }];

/** The identity provider, queried for its authorization address. */
export function signInProbe({ browserConfig }: IdentityProvider, demo: boolean): Probe {
  return {
    name: 'sign_in',
    remedy: 'Sem ele ninguém novo entra; quem já entrou continua. Veja OIDC_ISSUER e a rede.',
    slowAfterMs: 1_000,
    look: async () => {
      const answer = await browserConfig();
      if (!answer.ok) throw new Error('no answer');
      return { state: 'ok', text: 'Responde a quem quer entrar.', facts: demo ? sandboxFacts : [] };
    },
  };
}

/** Discord, queried for the rooms of calls; null where it is not configured. */
export function discordProbe(discord: VoiceRooms | null, demo: boolean): Probe {
  return {
    name: 'discord',
    remedy: 'Sem ele não há chamadas novas. Rode npm run doctor no servidor.',
    slowAfterMs: 2_000,
    look: async () => {
      if (!discord) return { state: 'not_configured', text: 'Sem Discord não há ligações.' };
      const rooms = await discord.list();
      if (!rooms.ok) throw new Error('no answer');
      const facts = [{ label: 'Salas abertas', value: countText(rooms.value.length) }];
      const all = demo ? [...facts, ...sandboxFacts] : facts;
      return { state: 'ok', text: 'Responde e deixa ver as salas.', facts: all };
    },
  };
}

export interface LastCallsProbeOptions {
  readonly name: Dependency;
  /** Results of this node's last calls; null where the service is not configured. */
  readonly last: (() => LastCalls) | null;
  readonly demo: boolean;
  /** What a failure means and what to do (pt-BR). */
  readonly remedy: string;
  /** What it means that the service is not configured (pt-BR). */
  readonly absent?: string;
  /** Further facts, and a warning if something needs attention (pt-BR). */
  readonly more?: () => Promise<{ readonly facts: ProbeFacts; readonly worry: string | null }>;
}

/** A service that is judged by the results of the last calls to it. */
export function lastCallsProbe({
  name,
  last,
  demo,
  remedy,
  absent,
  more,
}: LastCallsProbeOptions): Probe {
  return {
    name,
    remedy,
    look: async () => {
      if (!last) return { state: 'not_configured', text: absent ?? '' };
      const { workedAt, failedAt } = last();
      const { facts: others = [], worry = null } = (await more?.()) ?? {};
      const facts = [
        ...(workedAt ? [{ label: 'Funcionou em', at: workedAt.toISOString() }] : []),
        ...(failedAt ? [{ label: 'Falhou em', at: failedAt.toISOString() }] : []),
        ...others,
        ...(demo ? sandboxFacts : []),
      ];
      const failing = failedAt !== null && (workedAt === null || failedAt > workedAt);
      if (failing) return { state: 'failing', text: `A última chamada falhou. ${remedy}`, facts };
      if (worry) return { state: 'slow', text: worry, facts };
      const quiet = 'Nenhuma chamada desde que este servidor começou.';
      return { state: 'ok', text: workedAt ? 'A última chamada funcionou.' : quiet, facts };
    },
  };
}
