import type { Pool } from 'pg';

/** A permission overwrite of a channel; `allow` and `deny` are permission bits as decimal text. */
export interface Overwrite {
  readonly id: string;
  /** Type of the overwrite's target: 0 for a role, 1 for a member. */
  readonly type: 0 | 1;
  readonly allow: string;
  readonly deny: string;
}

/** Fields of a new channel. */
interface ChannelData {
  readonly name: string;
  /** Type of the channel: 0 for text, 2 for voice, 4 for a category. */
  readonly type: number;
  readonly parentId: string | null;
  readonly overwrites: readonly Overwrite[];
  readonly bitrate: number;
  readonly userLimit: number;
}

export interface Channel extends ChannelData {
  readonly id: string;
}

/** Fields of a new invite. */
export interface InviteData {
  readonly channelId: string;
  /** Lifetime of the invite in seconds; 0 for unlimited. */
  readonly maxAge: number;
  /** Maximum number of uses; 0 for unlimited. */
  readonly maxUses: number;
  readonly temporary: boolean;
  /** Time of expiry, in ms since 1970; null for never. */
  readonly expiresAt: number | null;
}

type ChannelRow = { id: string; body: ChannelData };

const toChannel = ({ id, body }: ChannelRow): Channel => ({ ...body, id });

/** Creates the storage of channels that the API created, and of their invites; every change is one statement. */
export function createChannelStore(pool: Pool) {
  return {
    async listAll(): Promise<Channel[]> {
      const { rows } = await pool.query<ChannelRow>(
        `SELECT id, body FROM discord_sandbox WHERE kind = 'channel' ORDER BY created_at, id`,
      );
      return rows.map(toChannel);
    },

    async byId(id: string): Promise<Channel | null> {
      const { rows } = await pool.query<ChannelRow>(
        `SELECT id, body FROM discord_sandbox WHERE kind = 'channel' AND id = $1`,
        [id],
      );
      return rows[0] ? toChannel(rows[0]) : null;
    },

    /** Creates a channel; false when `maxChannels` channels exist already. */
    async create({ id, ...facts }: Channel, maxChannels: number): Promise<boolean> {
      const { rowCount } = await pool.query(
        `INSERT INTO discord_sandbox (kind, id, body) SELECT 'channel', $1, $2::jsonb
         WHERE (SELECT count(*) FROM discord_sandbox WHERE kind = 'channel') < $3`,
        [id, JSON.stringify(facts), maxChannels],
      );
      return rowCount === 1;
    },

    /**
     * Deletes a channel with its invites; false when it does not exist. Accounts in the channel are then out of voice,
     * because only existing channels count (see `createAccountStore`).
     */
    async remove(id: string): Promise<boolean> {
      const { rows } = await pool.query(
        `WITH gone AS (
           DELETE FROM discord_sandbox WHERE kind = 'channel' AND id = $1 RETURNING id
         ), invites AS (
           DELETE FROM discord_sandbox WHERE kind = 'invite' AND body->>'channelId' = $1
         ) SELECT FROM gone`,
        [id],
      );
      return rows.length === 1;
    },

    /** Creates an invite; false when its channel is neither a fixed channel nor a stored one. */
    async createInvite(
      code: string,
      inviteData: InviteData,
      isFixedChannel: boolean,
    ): Promise<boolean> {
      const { rowCount } = await pool.query(
        `INSERT INTO discord_sandbox (kind, id, body) SELECT 'invite', $1, $2::jsonb
         WHERE $4 OR EXISTS (SELECT FROM discord_sandbox
           WHERE kind = 'channel' AND id = $3 FOR SHARE)`,
        [code, JSON.stringify(inviteData), inviteData.channelId, isFixedChannel],
      );
      return rowCount === 1;
    },
  };
}

export type ChannelStore = ReturnType<typeof createChannelStore>;
