import pg from 'pg';

/** What is on where a commit that was acknowledged outlives a power loss. */
const NEEDED = ['fsync', 'synchronous_commit'] as const;

/**
 * Those of them that are off for us; none where the server does not know them.
 * @throws what the driver throws when the server cannot be asked
 */
export async function lossySettings(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE current_setting(name, true) = 'off'`,
    [NEEDED],
  );
  return rows.map(({ name }) => name);
}

/** The same of the server at `url`, by a connection of its own. */
export async function lossySettingsAt(url: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'guilda-start',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  // A failure while no query runs is told by the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await lossySettings(client);
  } finally {
    await client.end();
  }
}
