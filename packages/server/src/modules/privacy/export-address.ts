import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@guilda/contract/limits';
import { isUuid } from '../../platform/uuid.ts';
import type { Clock } from '../../ports/clock.ts';

/** Whose copy an address gives, and to whom. */
export interface ExportRight {
  readonly id: string;
  readonly personId: string;
}

export const EXPORT_PATH = '/files/exports/';

/** Bytes: two ids, the end in seconds. */
const RIGHT = 2 * 16 + 4;
const SIGNATURE = 32;

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Addresses of copies of data, each one opaque word that names whose copy, until when, and its own
 * signature: nothing of it can be changed, and after `exportAddressSeconds` it opens nothing.
 */
export function exportAddresses({
  clock,
  secret,
}: {
  readonly clock: Clock;
  /** Key of the signatures, for this purpose alone. */
  readonly secret: string;
}) {
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const sign = (right: Buffer) => createHmac('sha256', secret).update(right).digest();
  return {
    make({ id, personId }: ExportRight): string {
      const end = Buffer.alloc(4);
      end.writeUInt32BE(now() + limits.exportAddressSeconds);
      const bytes = Buffer.concat([idBytes(id), idBytes(personId), end]);
      return EXPORT_PATH + Buffer.concat([bytes, sign(bytes)]).toString('base64url');
    },
    /** The right behind the last part of an address; null when it is altered, made up, or over. */
    read(word: string): ExportRight | null {
      const bytes = Buffer.from(word, 'base64url');
      // One spelling only: the last character may have bits that nothing else checks.
      if (bytes.length !== RIGHT + SIGNATURE || bytes.toString('base64url') !== word) return null;
      const right = bytes.subarray(0, RIGHT);
      if (!timingSafeEqual(bytes.subarray(RIGHT), sign(right))) return null;
      const [id, personId] = [idAt(right, 0), idAt(right, 16)];
      return right.readUInt32BE(32) > now() && isUuid(id) && isUuid(personId)
        ? { id, personId }
        : null;
    },
  };
}

export type ExportAddresses = ReturnType<typeof exportAddresses>;
