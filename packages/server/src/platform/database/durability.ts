import pg from 'pg';

/** Settings that must be on so that an acknowledged commit survives a power loss. */
const DURABILITY_SETTINGS = ['fsync', 'synchronous_commit'] as const;

/**
 * Durability settings that are off for this connection; settings unknown to the server count as on.
 * @throws the driver's error when the query fails
 */
export async function findNonDurableSettings(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE current_setting(name, true) = 'off'`,
    [DURABILITY_SETTINGS],
  );
  return rows.map(({ name }) => name);
}

/** Like {@link findNonDurableSettings}, with its own connection to `url`. */
export async function findNonDurableSettingsAt(url: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'guilda-start',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  // An error of the connection while no query runs is reported by the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await findNonDurableSettings(client);
  } finally {
    await client.end();
  }
}
