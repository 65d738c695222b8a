import type { Dependency } from '@guilda/contract/health';
import type { LastCallTimes } from '../../platform/telemetry/instrument-port.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import type { VoiceRooms } from '../../ports/voice-rooms.ts';
import { countText } from './format.ts';
import type { Probe, ProbeResult } from './run-probes.ts';

/** The facts that a probe shows beside the state of a service. */
type ProbeFacts = NonNullable<ProbeResult['facts']>;

const sandboxFacts: ProbeFacts = [{ label: 'Serviço', value: 'de demonstração' }];

/** Probe of the identity provider, which is asked for its authorization address. */
export function signInProbe({ browserConfig }: IdentityProvider, isDemo: boolean): Probe {
  return {
    name: 'sign_in',
    remedy: 'Sem ele ninguém novo entra; quem já entrou continua. Veja OIDC_ISSUER e a rede.',
    slowAfterMs: 1_000,
    read: async () => {
      const answer = await browserConfig();
      if (!answer.ok) throw new Error('no answer');
      return {
        state: 'ok',
        text: 'Responde a quem quer entrar.',
        facts: isDemo ? sandboxFacts : [],
      };
    },
  };
}

/** Probe of Discord, which has the rooms of calls; `discord` is null when it is not configured. */
export function discordProbe(discord: VoiceRooms | null, isDemo: boolean): Probe {
  return {
    name: 'discord',
    remedy: 'Sem ele não há ligações novas. Rode npm run doctor no servidor.',
    slowAfterMs: 2_000,
    read: async () => {
      if (!discord) return { state: 'not_configured', text: 'Sem Discord não há ligações.' };
      const rooms = await discord.list();
      if (!rooms.ok) throw new Error('no answer');
      const facts = [{ label: 'Salas abertas', value: countText(rooms.value.length) }];
      const allFacts = isDemo ? [...facts, ...sandboxFacts] : facts;
      return { state: 'ok', text: 'Responde e deixa ver as salas.', facts: allFacts };
    },
  };
}

export interface LastCallsProbeOptions {
  readonly name: Dependency;
  /**
   * Reads when this node's calls to the service last succeeded and last failed; null when the service is not
   * configured.
   */
  readonly readLastCallTimes: (() => LastCallTimes) | null;
  readonly isDemo: boolean;
  /** What a failure means for users and what to do about it (pt-BR). */
  readonly remedy: string;
  /** Text for a service that is not configured: what this means for users (pt-BR). */
  readonly notConfiguredText?: string;
  /** Reads further facts to show, and a warning when the team has to act (pt-BR). */
  readonly readMoreFacts?: () => Promise<{
    readonly facts: ProbeFacts;
    readonly warning: string | null;
  }>;
}

/** Probe of a service whose calls cost money: it calls nothing and derives the state from the program's last calls. */
export function lastCallsProbe({
  name,
  readLastCallTimes: last,
  isDemo: demo,
  remedy,
  notConfiguredText: absent,
  readMoreFacts: more,
}: LastCallsProbeOptions): Probe {
  return {
    name,
    remedy,
    read: async () => {
      if (!last) return { state: 'not_configured', text: absent ?? '' };
      const { workedAt, failedAt } = last();
      const { facts: furtherFacts = [], warning = null } = (await more?.()) ?? {};
      const facts = [
        ...(workedAt ? [{ label: 'Funcionou em', at: workedAt.toISOString() }] : []),
        ...(failedAt ? [{ label: 'Falhou em', at: failedAt.toISOString() }] : []),
        ...furtherFacts,
        ...(demo ? sandboxFacts : []),
      ];
      const isFailing = failedAt !== null && (workedAt === null || failedAt > workedAt);
      if (isFailing)
        return { state: 'failing', text: `A última tentativa falhou. ${remedy}`, facts };
      if (warning) return { state: 'slow', text: warning, facts };
      const noCallText = 'Nenhuma tentativa desde que este servidor começou.';
      return { state: 'ok', text: workedAt ? 'A última tentativa funcionou.' : noCallText, facts };
    },
  };
}
