import type { Discord } from './compose-discord.ts';
import type { Guard } from './compose-guard.ts';
import type { Outside } from './compose-outside.ts';
import type { RealtimeHouse } from './compose-realtime.ts';
import type { Shared } from './compose-shared.ts';
import {
  backupProbe,
  calledProbe,
  certificateProbe,
  clockProbe,
  databaseProbe,
  discordProbe,
  filesProbe,
  type HealthDeps,
  ledgerProbe,
  nodesProbe,
  type Probe,
  queueProbe,
  redisProbe,
  signInProbe,
} from './modules/health/index.ts';
import { readRefunds } from './modules/orders/index.ts';
import { readLedgerSum } from './modules/wallet/index.ts';
import { readFailedTasks, readQueue } from './platform/jobs/index.ts';

/** What is known of money on its way back. */
async function refundsOf({ database }: Shared) {
  const { pending, failed } = await readRefunds(database.pool);
  const facts = [
    { label: 'Reembolsos a caminho', value: `${pending}` },
    { label: 'Reembolsos que falharam', value: `${failed}` },
  ];
  const worry = failed > 0 ? 'Há reembolsos que falharam: resolva-os na fila da moderação.' : null;
  return { facts, worry };
}

/** Services of others that are not asked for their health. */
function calledProbes(shared: Shared, { ageCheckProvider }: Outside): Probe[] {
  const { demo } = shared.config;
  const last = (service: string) => () => shared.watchers.calls.of(service);
  return [
    calledProbe({
      ...{ name: 'payments', demo, last: last('payments'), more: () => refundsOf(shared) },
      remedy: 'Quem compra é avisado e tenta de novo. Veja o painel do provedor e as chaves.',
    }),
    calledProbe({
      ...{ name: 'age', demo, last: ageCheckProvider && last('age') },
      remedy: 'Quem quer confirmar a idade tenta de novo depois. Veja o painel do provedor.',
      absent: 'Sem provedor de idade, o que é para adultos fica fechado.',
    }),
    calledProbe({
      ...{ name: 'mail', demo, last: last('mail') },
      remedy:
        'Os e-mails esperam na fila e são tentados de novo. Veja SMTP_URL e o servidor de e-mail.',
    }),
    calledProbe({
      ...{ name: 'push', demo: false, last: last('push') },
      remedy: 'Os avisos são tentados de novo por um dia. Veja se a saída por HTTPS está aberta.',
    }),
  ];
}

/** What is asked besides what modules share. */
interface HealthSources {
  readonly house: RealtimeHouse;
  readonly discord: Discord;
  readonly guard: Guard;
}

/** Everything that the page of health tells of, in its order. */
export function healthParts(
  shared: Shared,
  outside: Outside,
  { house, discord, guard }: HealthSources,
): HealthDeps {
  const { clock, config, database, fanout, files, sight, timers } = shared;
  const { pool } = database;
  const disk = {
    keeps: config.bucket === null,
    freeBytes: guard.filesSpace,
    minFreeBytes: config.minFreeDiskBytes,
  };
  const now = () => clock.now();
  const [payments, ...called] = calledProbes(shared, outside);
  const probes = [
    databaseProbe(database, guard.databaseSpace),
    redisProbe(fanout, config.redisUrl !== null),
    nodesProbe(() => house.presence.nodes()),
    queueProbe(
      () => readQueue(pool),
      () => readFailedTasks(pool),
    ),
    filesProbe(() => files.ping(), disk),
    ledgerProbe(() => readLedgerSum(pool), now),
    backupProbe(guard.lastBackup, now, config.demo),
    certificateProbe(guard.certificate, now),
    ...(payments ? [payments] : []),
    signInProbe(outside.identityProvider, config.demo),
    ...called,
    discordProbe(discord.rooms, config.demo && config.discord === null),
    clockProbe(database, clock),
  ];
  return { clock, timers, build: sight.build, probes };
}
