import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { checkLedger } from '../modules/wallet/index.ts';
import type { FileStore } from '../ports/file-store.ts';
import { connect, cut, quoted } from './connection.ts';
import { JOBS, type Manifest, sumLine } from './format.ts';
import { ownMigrations } from './read-backup.ts';
import type { Restored } from './restore.ts';
import { count, plural, type Say, size } from './telling.ts';
import { listKeys } from './write-files.ts';

/** A restored place that is to be looked at. */
export interface Restaged {
  readonly url: string;
  readonly files: FileStore;
}

/** Says a line with its mark; answers whether it was well. */
function verdict(say: Say, sound: boolean, well: string, ill: string): boolean {
  say(sound ? `✓ ${well}` : `✗ ${ill}`);
  return sound;
}

/** Counts the rows anew; a newer version's migrations may have changed them. */
async function rowsHold({ url }: Restaged, { head, manifest }: Restored, say: Say) {
  const newer = ownMigrations.length - head.migrations.length;
  if (newer > 0) {
    say(`  ${plural(newer, 'migração mais nova', 'migrações mais novas')}: linhas não recontadas.`);
    return true;
  }
  const client = await connect(url, 'guilda-restore');
  try {
    const off: string[] = [];
    for (const { name, rows } of manifest.tables) {
      const table = name === JOBS ? 'graphile_worker._private_jobs' : name;
      const found = await client.query(`SELECT count(*)::float8 AS n FROM ${quoted(table)}`);
      if (found.rows[0]?.n !== rows) off.push(`${name}: ${found.rows[0]?.n} de ${rows}`);
    }
    const all = `As linhas de ${plural(manifest.tables.length, 'tabela', 'tabelas')} são as da cópia.`;
    return verdict(say, off.length === 0, all, `Linhas a mais ou a menos: ${off.join('; ')}`);
  } finally {
    await cut(client);
  }
}

/** Proves the ledger as `npm run ledger:check` does. */
async function ledgerHolds({ url }: Restaged, say: Say): Promise<boolean> {
  const client = await connect(url, 'guilda-restore');
  try {
    const { broken, counts, total } = await drizzle({ client }).transaction(checkLedger, {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    return verdict(
      say,
      broken.length === 0 && total === 0,
      `O livro-caixa fecha: ${count(counts.transactions)} transações, ${count(counts.entries)} lançamentos.`,
      `O livro-caixa não fecha (${broken.map(({ rule }) => rule).join(', ')}): veja npm run ledger:check.`,
    );
  } finally {
    await cut(client);
  }
}

async function sumOf(files: FileStore, key: string) {
  const found = await files.get(key);
  if (!found) return null;
  const hash = createHash('sha256');
  for await (const part of found.stream) hash.update(part as Uint8Array);
  return { sha256: hash.digest('hex'), size: found.size };
}

/** Reads every file anew that a row names, and holds it against the backup's sums. */
async function filesHold({ url, files }: Restaged, manifest: Manifest, say: Say) {
  const client = await connect(url, 'guilda-restore');
  const all = createHash('sha256');
  const missing: string[] = [];
  let [found, bytes] = [0, 0];
  try {
    await client.query('BEGIN');
    await using keys = await listKeys(client);
    for await (const key of keys.lines()) {
      const sum = await sumOf(files, key);
      if (!sum) {
        missing.push(key);
        continue;
      }
      all.update(sumLine(key, sum.sha256));
      found += 1;
      bytes += sum.size;
    }
  } finally {
    await cut(client);
  }
  const lost = missing.filter((key) => !manifest.files.missing.includes(key));
  const same = lost.length === 0 && all.digest('hex') === manifest.files.sums;
  return verdict(
    say,
    same,
    `${plural(found, 'arquivo', 'arquivos')} (${size(bytes)}) com as somas da cópia.`,
    `Os arquivos não são os da cópia: ${lost.join(', ') || 'alguma soma é outra'}.`,
  );
}

/**
 * Looks at what was restored as if nobody had: rows, ledger and files are read anew.
 * @returns whether all of it holds; what does not is said
 */
export async function inspect(place: Restaged, restored: Restored, say: Say): Promise<boolean> {
  const outcomes = [
    await rowsHold(place, restored, say),
    await ledgerHolds(place, say),
    await filesHold(place, restored.manifest, say),
  ];
  return outcomes.every(Boolean);
}
