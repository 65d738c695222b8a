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
export const findNonDurableSettingsAt = (url: string): Promise<string[]> =>
  readAtStart(url, findNonDurableSettings);

/** Encoding of the texts of the database at `url`, such as `UTF8`, read with its own connection. */
export const readEncodingAt = (url: string): Promise<string> =>
  readAtStart(url, async (client) => {
    const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
    return rows[0]?.server_encoding ?? '';
  });

async function readAtStart<T>(url: string, read: (client: pg.Client) => Promise<T>): Promise<T> {
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
    return await read(client);
  } finally {
    await client.end();
  }
}
