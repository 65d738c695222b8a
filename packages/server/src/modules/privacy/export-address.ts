import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@guilda/contract/limits';
import { isUuid } from '../../platform/uuid.ts';
import type { Clock } from '../../ports/clock.ts';

/** The export that an address serves, and its owner. */
export interface ExportGrant {
  readonly id: string;
  readonly personId: string;
}

export const EXPORT_PATH = '/files/exports/';

/** Bytes of an encoded grant: two UUIDs (16 each) and the expiry in seconds (4). */
const GRANT_BYTES = 2 * 16 + 4;
const SIGNATURE_BYTES = 32;

const toIdBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

function readIdAt(bytes: Buffer, offset: number): string {
  const hex = bytes.toString('hex', offset, offset + 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Signed addresses of data exports: the last path segment is a signed token with the export, its owner and the expiry.
 * An address cannot be altered and expires after `exportAddressSeconds`.
 */
export function createExportAddresses({
  clock,
  secret,
}: {
  readonly clock: Clock;
  /** Key with which export addresses are signed; used for nothing else. */
  readonly secret: string;
}) {
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const sign = (grant: Buffer) => createHmac('sha256', secret).update(grant).digest();
  return {
    create({ id, personId }: ExportGrant): string {
      const expiryBytes = Buffer.alloc(4);
      expiryBytes.writeUInt32BE(nowSeconds() + limits.exportAddressSeconds);
      const grantBytes = Buffer.concat([toIdBytes(id), toIdBytes(personId), expiryBytes]);
      return EXPORT_PATH + Buffer.concat([grantBytes, sign(grantBytes)]).toString('base64url');
    },
    /** The grant in a token; null when the token is altered, forged or expired. */
    read(token: string): ExportGrant | null {
      const tokenBytes = Buffer.from(token, 'base64url');
      // Only the canonical base64url text is accepted, because its last character may contain bits that the signature
      // does not cover.
      if (
        tokenBytes.length !== GRANT_BYTES + SIGNATURE_BYTES ||
        tokenBytes.toString('base64url') !== token
      )
        return null;
      const grant = tokenBytes.subarray(0, GRANT_BYTES);
      if (!timingSafeEqual(tokenBytes.subarray(GRANT_BYTES), sign(grant))) return null;
      const [id, personId] = [readIdAt(grant, 0), readIdAt(grant, 16)];
      return grant.readUInt32BE(32) > nowSeconds() && isUuid(id) && isUuid(personId)
        ? { id, personId }
        : null;
    },
  };
}

export type ExportAddresses = ReturnType<typeof createExportAddresses>;
