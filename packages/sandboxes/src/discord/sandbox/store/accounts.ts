import type { Pool } from 'pg';
import { deriveSnowflake } from '../../sandbox-identity.ts';

/** An account at the Discord sandbox. */
export interface SandboxAccount {
  readonly id: string;
  readonly username: string;
  /** Whether the account is a member of the sandbox's server. */
  readonly isMember: boolean;
  /** Id of the voice channel that the account is in; null for none and when the channel was deleted. */
  readonly channelId: string | null;
}

const ACCOUNT_FIELDS = `a.id, a.body->>'username' AS username, (a.body->>'member')::boolean AS "isMember",
  CASE WHEN a.body->>'channel' = $1 THEN $1 ELSE c.id END AS "channelId"`;

const ACCOUNTS_FROM = `discord_sandbox a LEFT JOIN discord_sandbox c
  ON c.kind = 'channel' AND c.id = a.body->>'channel' WHERE a.kind = 'account'`;

/** Derives the account id from a username; upper and lower case make no difference. */
export function deriveAccountId(username: string): string {
  return deriveSnowflake(`account ${username.toLowerCase()}`);
}

/**
 * Creates the storage of the sandbox's accounts; every change is one statement. `lobbyId` is the id of the fixed voice
 * channel.
 */
export function createAccountStore(pool: Pool, lobbyId: string) {
  return {
    async byId(id: string): Promise<SandboxAccount | null> {
      const sql = `SELECT ${ACCOUNT_FIELDS} FROM ${ACCOUNTS_FROM} AND a.id = $2`;
      return (await pool.query<SandboxAccount>(sql, [lobbyId, id])).rows[0] ?? null;
    },

    /** The newest `count` accounts, sorted by name. */
    async listNewest(count: number): Promise<SandboxAccount[]> {
      const sql = `SELECT * FROM (SELECT ${ACCOUNT_FIELDS}, a.created_at FROM ${ACCOUNTS_FROM}
        ORDER BY a.created_at DESC LIMIT $2) newest ORDER BY lower(username), id`;
      return (await pool.query<SandboxAccount>(sql, [lobbyId, count])).rows;
    },

    /** Lists the accounts in voice, by name; an account whose channel was deleted is not in voice. */
    async listInVoice(): Promise<SandboxAccount[]> {
      const sql = `SELECT * FROM (SELECT ${ACCOUNT_FIELDS} FROM ${ACCOUNTS_FROM}
        AND a.body->>'channel' IS NOT NULL) voices WHERE "channelId" IS NOT NULL ORDER BY username`;
      return (await pool.query<SandboxAccount>(sql, [lobbyId])).rows;
    },

    /** Creates the account outside of the server, or renames an existing account without moving it. */
    async setName(id: string, username: string): Promise<void> {
      await pool.query(
        `INSERT INTO discord_sandbox (kind, id, body) VALUES ('account', $1,
           jsonb_build_object('username', $2::text, 'member', false, 'channel', null))
         ON CONFLICT (kind, id) DO UPDATE
           SET body = discord_sandbox.body || jsonb_build_object('username', $2::text)`,
        [id, username],
      );
    },

    /**
     * Puts an account into the server or out of it, and into a voice channel or out of it; creates an unknown account.
     * Without `channelId`, an account that is in a voice channel and shall be in one stays in its channel.
     */
    async place(id: string, location: AccountLocation): Promise<void> {
      await pool.query(
        `INSERT INTO discord_sandbox (kind, id, body) VALUES ('account', $1, jsonb_build_object(
           'username', 'conta-' || right($1, 6), 'member', $2::boolean,
           'channel', CASE WHEN $3 THEN coalesce($4, $5) END))
         ON CONFLICT (kind, id) DO UPDATE SET body = discord_sandbox.body || jsonb_build_object(
           'member', $2::boolean, 'channel', CASE WHEN $3 THEN coalesce($4,
             (SELECT c.id FROM discord_sandbox c WHERE c.kind = 'channel'
                AND c.id = discord_sandbox.body->>'channel'), $5) END)`,
        [id, location.isMember, location.isInVoice, location.channelId ?? null, lobbyId],
      );
    },

    /**
     * Moves a member from a voice channel to another one, or out of voice if `channelId` is null. False when the member
     * is in no voice channel or the new channel does not exist.
     */
    async move(id: string, channelId: string | null): Promise<boolean> {
      const { rowCount } = await pool.query(
        `UPDATE discord_sandbox a SET body = jsonb_set(a.body, '{channel}', coalesce(to_jsonb($2::text), 'null'))
         WHERE kind = 'account' AND id = $1 AND (body->>'member')::boolean
           AND (body->>'channel' = $3 OR EXISTS (SELECT FROM discord_sandbox c
             WHERE c.kind = 'channel' AND c.id = a.body->>'channel'))
           AND ($2 = $3 OR $2 IS NULL OR EXISTS (SELECT FROM discord_sandbox c
             WHERE c.kind = 'channel' AND c.id = $2 FOR SHARE))`,
        [id, channelId, lobbyId],
      );
      return rowCount === 1;
    },
  };
}

/** Where an account is: outside of the server, in it, or in one of its voice channels. */
export interface AccountLocation {
  readonly isMember: boolean;
  readonly isInVoice: boolean;
  /** Voice channel to put the account into; by default the channel that it is in already, else the lobby. */
  readonly channelId?: string;
}

export type AccountStore = ReturnType<typeof createAccountStore>;
