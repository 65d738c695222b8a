import {
  abortableStream,
  type ExitCode,
  type FileCommandOptions,
  parseCommandArgs,
  parseReason,
  runCommand,
  writeTo,
} from '../backup/commands/run-command.ts';
import { BackupError } from '../backup/errors.ts';
import { openLocation, quietLog, readLocationSettings } from '../backup/locations.ts';
import { validateSettings } from '../config/index.ts';
import { findReportId, openAuthorityPackageByCommand } from '../modules/moderation/index.ts';
import { createDatabase } from '../platform/database/pool.ts';
import { systemIds } from '../ports/ids.ts';

const USAGE = 'npm run authority-package -- --case CÓDIGO --out ARQUIVO.zip|- --reason MOTIVO';

const commandFlags = {
  case: { type: 'string' },
  out: { type: 'string' },
  reason: { type: 'string' },
} as const;

function parseAuthorityPackageArguments(args: readonly string[]) {
  const { case: caseCode, out, reason } = parseCommandArgs(args, commandFlags, USAGE);
  if (!caseCode || !out) throw new BackupError(`Uso: ${USAGE}`);
  return { code: caseCode, out, reason: parseReason(reason, USAGE) };
}

/**
 * `npm run authority-package`: writes the authority package of a case, a zip with the sealed copy of the reported
 * content for an authority, to a file. Records this in the audit log. Works while the program runs.
 * @returns exit code: 0 when the file is complete, else 2
 */
export function authorityPackageCommand(options: FileCommandOptions): Promise<ExitCode> {
  return runCommand(options, async ({ env, printLine, clock, signal }) => {
    const { code, out, reason } = parseAuthorityPackageArguments(options.args);
    const location = await openLocation(readLocationSettings(env));
    const database = createDatabase(location.url, { max: 2, log: quietLog });
    try {
      const caseId = await findReportId(database.db, code);
      if (caseId === null) throw new BackupError(`Não há denúncia com o código ${code}.`);
      const { company } = validateSettings(env).config;
      const deps = { database, clock, company, files: location.files, ids: systemIds };
      const packageResult = await openAuthorityPackageByCommand(deps)(caseId, reason);
      if (!packageResult.ok)
        throw new BackupError('Esta denúncia não tem cópia lacrada, ou o prazo dela acabou.');
      const bytes = abortableStream(signal, packageResult.value.body as AsyncIterable<Uint8Array>);
      await writeTo(options, out)(bytes);
      printLine(
        `O pacote está ${out === '-' ? 'na saída' : `em ${out}`}. A abertura está no registro de ações da equipe.`,
      );
      return 0;
    } finally {
      await database.close();
      await location.close();
    }
  });
}
