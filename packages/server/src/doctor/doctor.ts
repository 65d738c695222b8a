import { parseArgs } from 'node:util';
import type { UrlSource } from '../adapters/discord/index.ts';
import { type ValidatedSettings, validateSettings } from '../config/index.ts';
import { withTimeout } from '../platform/async/with-timeout.ts';
import { type Finding, failedFinding, uncheckedFinding } from '../platform/findings.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import { systemIds } from '../ports/ids.ts';
import { systemTimers, type Timers } from '../ports/timers.ts';
import { accessRecordFindings } from './access-records.ts';
import { accountAgeFindings } from './account-age.ts';
import { archiveFindings } from './archive.ts';
import { backupFindings } from './backups.ts';
import { discordFindings } from './discord.ts';
import {
  ageCheckFindings,
  databaseFindings,
  issuerFindings,
  mailFindings,
  paymentFindings,
  payoutFindings,
  redisFindings,
  type ServiceUrls,
} from './external-services.ts';
import { examineFiles } from './files.ts';
import { examinePublicAddress } from './public-address.ts';
import { pushFindings, settingFindings } from './settings.ts';

export interface DoctorOptions {
  /** Command line arguments. */
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly printLine: (line: string) => void;
  readonly clock?: Clock;
  readonly timers?: Timers;
  /** Base URLs that replace those of external services, for tests. */
  readonly peers?: ServiceUrls & { readonly discord?: UrlSource };
}

/** Timeout of a section of the report, in ms. */
const SECTION_TIMEOUT_MS = 15_000;
/** Timeout of the section about Discord, which makes more calls, in ms. */
const DISCORD_SECTION_TIMEOUT_MS = 30_000;

interface ReportSection {
  readonly title: string;
  readonly limitMs?: number;
  examine(): Promise<readonly Finding[]>;
}

interface SectionDeps {
  readonly clock: Clock;
  readonly mailTo: string | null;
  readonly peers: NonNullable<DoctorOptions['peers']>;
}

/** Creates all sections, in the order of the report. */
function createSections(
  validatedSettings: ValidatedSettings,
  { clock, mailTo, peers }: SectionDeps,
): readonly ReportSection[] {
  const { config } = validatedSettings;
  const checkAddress = async () =>
    config.demo && !config.publicUrl
      ? [uncheckedFinding(`Modo de demonstração: o endereço é http://localhost:${config.port}.`)]
      : examinePublicAddress(config, clock);
  return [
    { title: 'Configurações', examine: async () => settingFindings(validatedSettings) },
    { title: 'Banco de dados', examine: () => databaseFindings(config, clock) },
    { title: 'Redis', examine: () => redisFindings(config) },
    { title: 'Arquivos', examine: () => examineFiles(config, clock) },
    { title: 'Entrada', examine: () => issuerFindings(config, clock) },
    { title: 'E-mail', examine: () => mailFindings(config, mailTo, clock) },
    { title: 'Pagamentos', examine: () => paymentFindings(config, peers) },
    { title: 'Saques', examine: () => payoutFindings(config, peers) },
    {
      title: 'Idade',
      examine: async () => [
        ...(await ageCheckFindings(config, peers, { clock, ids: systemIds })),
        ...accountAgeFindings(config),
      ],
    },
    { title: 'Registros de acesso', examine: () => accessRecordFindings(config, clock) },
    { title: 'Avisos', examine: async () => pushFindings(config) },
    { title: 'Endereço público', examine: checkAddress },
    {
      title: 'Discord',
      limitMs: DISCORD_SECTION_TIMEOUT_MS,
      examine: () => discordFindings(validatedSettings, peers.discord),
    },
    {
      title: 'Cópias de segurança',
      examine: async () => [
        ...(await backupFindings(validatedSettings, clock)),
        ...(await archiveFindings(config, clock)),
      ],
    },
  ];
}

/** Runs a section and returns its findings; always resolves within the timeout, also when the section fails. */
async function runSection(
  timers: Timers,
  { limitMs = SECTION_TIMEOUT_MS, examine }: ReportSection,
) {
  let isRunning = true;
  // The section is started within the promise chain, because starting it may throw as well.
  const examination = Promise.resolve()
    .then(examine)
    .finally(() => {
      isRunning = false;
    });
  try {
    return await withTimeout(timers, limitMs, examination);
  } catch {
    // The error's message is not printed: messages of libraries can contain URLs with passwords.
    return [
      isRunning
        ? failedFinding(
            `Não houve resposta em ${limitMs / 1_000} s.`,
            'Veja a rede daqui até lá e tente de novo.',
          )
        : failedFinding(
            'Não foi possível olhar isto: houve um erro inesperado.',
            'Confira as configurações desta parte e tente de novo.',
          ),
    ];
  }
}

const findingMark = ({ ok }: Finding) => (ok === null ? '–' : ok ? '✓' : '✗');

/** Prints findings, each followed by the action that it requires. */
export function printFindings(
  findings: readonly Finding[],
  printLine: (line: string) => void,
): void {
  for (const finding of findings) {
    printLine(`${findingMark(finding)} ${finding.text}`);
    for (const line of finding.todo?.split('\n') ?? []) printLine(`    ${line}`);
  }
}

/** Last line of a report without failures in demo mode, which says nothing about a production on the same machine. */
const DEMO_SUCCESS =
  'Tudo certo para o modo de demonstração. Para uma produção: docs/operations.md, "Checking the settings".';

const USAGE = 'Uso: npm run doctor, ou npm run doctor -- --mail ENDEREÇO para um e-mail de teste.';

/** Parses the recipient of the test mail: null for none, undefined for unknown arguments. */
function parseMailRecipient(args: readonly string[]): string | null | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { mail: { type: 'string' } } });
    return values.mail ?? null;
  } catch {
    return undefined;
  }
}

/**
 * `npm run doctor`: checks everything that a start of the program depends on, concurrently, and reports for each item
 * whether it is right, what to do if not, or why it was not checked. Test data is removed again; a mail is sent only
 * with `--mail`. Prints no secrets.
 * @returns exit code: 0 when no check failed, else 1
 */
export async function runDoctor(options: DoctorOptions): Promise<0 | 1> {
  const {
    args = [],
    env,
    printLine,
    clock = systemClock,
    timers = systemTimers,
    peers = {},
  } = options;
  const mailTo = parseMailRecipient(args);
  if (mailTo === undefined) {
    printLine(USAGE);
    return 1;
  }
  const validatedSettings = validateSettings(env);
  const reportSections = createSections(validatedSettings, { clock, mailTo, peers });
  const sections = reportSections.map((section) => ({
    title: section.title,
    findings: runSection(timers, section),
  }));
  let failedCount = 0;
  for (const { title, findings } of sections) {
    const sectionFindings = await findings;
    if (sectionFindings.length === 0) continue;
    printLine(title);
    printFindings(sectionFindings, printLine);
    printLine('');
    failedCount += sectionFindings.filter(({ ok }) => ok === false).length;
  }
  const success = validatedSettings.config.demo ? DEMO_SUCCESS : 'Tudo certo.';
  printLine(failedCount === 0 ? success : 'Há algo a acertar: veja os ✗ acima.');
  return failedCount === 0 ? 0 : 1;
}
