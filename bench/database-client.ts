import pg from 'pg';

/**
 * Runs `work` on a connection of its own, without the time limits of the program's pool, and closes it also after a
 * failure. A connection left open would end the process when the database stops, before the failure is printed.
 */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
