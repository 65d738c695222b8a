import { readFile } from 'node:fs/promises';
import {
  type CommandOptions,
  type ExitCode,
  parseCommandArgs,
  parseReason,
  runCommand,
} from './backup/commands/run-command.ts';
import { BackupError } from './backup/errors.ts';
import { openLocation, quietLog, readLocationSettings } from './backup/locations.ts';
import { recordAuditEntry } from './modules/moderation/index.ts';
import { type BannedList, replaceBannedList } from './modules/pictures/index.ts';
import { createDatabase } from './platform/database/pool.ts';
import { systemIds as ids } from './ports/ids.ts';

const USAGE = 'npm run banned-list -- --list NOME --file ARQUIVO [--minors] --reason MOTIVO';

/** Maximum number of entries of a list, because every upload is compared with all of them. */
const MAX_ENTRIES = 100_000;

/** Format of the name of a list, which the team sees in cases. */
const listNamePattern = /^[\p{L}\p{N} ._-]{1,60}$/u;

/** Format of a line with a perceptual hash: 16 hexadecimal digits. */
const hashLinePattern = /^[0-9a-f]{16}$/i;

/** Parses one hash of 16 hexadecimal digits per line; empty lines and lines that start with `#` are skipped. */
function parseHashes(text: string): bigint[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const entries = lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    if (hashLinePattern.test(line)) return [BigInt.asIntN(64, BigInt(`0x${line}`))];
    throw new BackupError(`Linha ${index + 1}: cada linha tem 16 dígitos hexadecimais.`);
  });
  if (entries.length > MAX_ENTRIES)
    throw new BackupError(`Uma lista tem no máximo ${MAX_ENTRIES} imagens.`);
  return entries;
}

const commandFlags = {
  list: { type: 'string' },
  file: { type: 'string' },
  minors: { type: 'boolean' },
  reason: { type: 'string' },
} as const;

async function readBannedList(
  args: readonly string[],
): Promise<{ readonly bannedList: BannedList; readonly reason: string }> {
  const { list, file, minors = false, reason } = parseCommandArgs(args, commandFlags, USAGE);
  if (!file || !listNamePattern.test(list ?? '')) throw new BackupError(`Uso: ${USAGE}`);
  const reasonText = parseReason(reason, USAGE);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BackupError(`Não foi possível ler ${file}.`);
  });
  return {
    bannedList: { list: list ?? '', minor: minors, hashes: parseHashes(text) },
    reason: reasonText,
  };
}

/** Replaces the list and adds an audit log entry, in one transaction; returns the number of entries of the list. */
async function storeBannedList(
  url: string,
  bannedList: BannedList,
  reason: string,
): Promise<number> {
  const database = createDatabase(url, { max: 1, log: quietLog });
  try {
    return await database.transaction(async (tx) => {
      const entries = await replaceBannedList(tx, bannedList);
      await recordAuditEntry({ ids })(tx, {
        actorId: null,
        action: 'import_banned_list',
        subject: { kind: 'banned_list', id: ids.uuid() },
        reason: `${bannedList.list} (${entries}): ${reason}`,
      });
      return entries;
    });
  } finally {
    await database.close();
  }
}

/**
 * `npm run banned-list`: replaces an imported list of banned pictures by the perceptual hashes of a file, and records
 * that in the audit log (`docs/product/moderation.md`, D-24). An empty file removes the list. Works while the program
 * runs.
 * @returns exit code: 0 when the list was replaced, else 2
 */
export function bannedListCommand(options: CommandOptions): Promise<ExitCode> {
  return runCommand(options, async ({ env, printLine }) => {
    const { bannedList, reason } = await readBannedList(options.args);
    const location = await openLocation(readLocationSettings(env));
    try {
      const entries = await storeBannedList(location.url, bannedList, reason);
      printLine(`✓ Lista ${bannedList.list}: ${entries} imagens barradas.`);
      return 0;
    } finally {
      await location.close();
    }
  });
}
