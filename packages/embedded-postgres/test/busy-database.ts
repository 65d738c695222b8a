import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { expect } from 'vitest';
import { withClient } from '../../server/test/fixtures/server/template-database.ts';

export async function killProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const exitEvent = once(program, 'exit');
  program.kill('SIGKILL');
  await exitEvent;
}

export async function writeNote(url: string, text: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('create table if not exists kept (text text)');
    await client.query('insert into kept values ($1)', [text]);
  });
}

export function readNotes(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ text: string }>('select text from kept');
    return rows.map(({ text }) => text);
  });
}

/** Runs a query that computes longer than any test and does not notice the loss of the main process. */
export async function runBusyQuery(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'busy' });
  client.on('error', () => undefined);
  await client.connect();
  client.query('do $$ begin loop end loop; end $$').catch(() => undefined);
  const busyQuery = `select 1 from pg_stat_activity where application_name = 'busy' and state = 'active'`;
  await expect
    .poll(() => withClient(url, async (observer) => (await observer.query(busyQuery)).rowCount))
    .toBe(1);
}
