import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@guilda/contract/limits';
import type { Clock } from '../../ports/clock.ts';

/** A pack and the person who opens it: the seller of the service (`own`) or the buyer of the order (`order`). */
export interface PackScope {
  readonly kind: 'own' | 'order';
  /** Id of the service for `own`, id of the order for `order`. */
  readonly id: string;
  /** Uid of the seller for `own`, uid of the buyer for `order`. */
  readonly person: string;
}

/**
 * What an address serves: `view` a file to show in a page, `preview` the small preview of a file, `file` a file to
 * download, `zip` all files of the pack as one zip.
 */
export type PackUse = 'view' | 'preview' | 'file' | 'zip';

/** The permission that is encoded in a pack address. */
export interface PackGrant {
  readonly scope: PackScope;
  readonly use: PackUse;
  /** Id of the file; null for the zip. */
  readonly archiveId: string | null;
}

export const PACK_PATH = '/files/packs/';

const scopeKinds = ['own', 'order'] as const;
const packUses = ['view', 'preview', 'file', 'zip'] as const;
/** Bytes of an encoded grant: kind and use (1 each), three UUIDs (16 each), and the expiry in seconds (4). */
const GRANT_BYTES = 2 + 3 * 16 + 4;
const SIGNATURE_BYTES = 32;

const toIdBytes = (id: string | null): Buffer =>
  id === null ? Buffer.alloc(16) : Buffer.from(id.replaceAll('-', ''), 'hex');

function readIdAt(bytes: Buffer, offset: number): string {
  const hex = bytes.toString('hex', offset, offset + 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export interface PackAddressDeps {
  readonly clock: Clock;
  /** Key with which pack addresses are signed; used for nothing else. */
  readonly secret: string;
}

function encodeGrant({ scope, use, archiveId }: PackGrant, expiresAt: number): Buffer {
  const expiryBytes = Buffer.alloc(4);
  expiryBytes.writeUInt32BE(expiresAt);
  const kindAndUse = Buffer.from([scopeKinds.indexOf(scope.kind), packUses.indexOf(use)]);
  return Buffer.concat([
    kindAndUse,
    toIdBytes(scope.id),
    toIdBytes(scope.person),
    toIdBytes(archiveId),
    expiryBytes,
  ]);
}

function decodeGrant(bytes: Buffer): PackGrant & { readonly expiresAt: number } {
  const kind = scopeKinds[bytes.readUInt8(0)] ?? 'own';
  const use = packUses[bytes.readUInt8(1)] ?? 'view';
  return {
    scope: { kind, id: readIdAt(bytes, 2), person: readIdAt(bytes, 18) },
    use,
    archiveId: use === 'zip' ? null : readIdAt(bytes, 34),
    expiresAt: bytes.readUInt32BE(50),
  };
}

/**
 * Signed addresses of pack files. The last path segment is a token with the permission, the expiry and a signature, so
 * an address cannot be altered and does not work after the expiry (`docs/product/packs.md`).
 */
export function createPackAddresses({ clock, secret }: PackAddressDeps) {
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const sign = (grantBytes: Buffer) => createHmac('sha256', secret).update(grantBytes).digest();
  return {
    /** Expiry of an address that is created now, in seconds since 1970. */
    newExpiry: (): number => nowSeconds() + limits.packAddressSeconds,
    /** Creates the address of `grant`, valid until `expiresAt`, in seconds since 1970. */
    create(grant: PackGrant, expiresAt: number): string {
      const grantBytes = encodeGrant(grant, expiresAt);
      return PACK_PATH + Buffer.concat([grantBytes, sign(grantBytes)]).toString('base64url');
    },
    /** The permission that a token grants; null when the token is altered, forged or expired. */
    read(token: string): PackGrant | null {
      const tokenBytes = Buffer.from(token, 'base64url');
      // Only the canonical base64url text is accepted, because its last character may contain bits that the signature
      // does not cover.
      if (
        tokenBytes.length !== GRANT_BYTES + SIGNATURE_BYTES ||
        tokenBytes.toString('base64url') !== token
      )
        return null;
      const grantBytes = tokenBytes.subarray(0, GRANT_BYTES);
      if (!timingSafeEqual(tokenBytes.subarray(GRANT_BYTES), sign(grantBytes))) return null;
      const { expiresAt, ...grant } = decodeGrant(grantBytes);
      return expiresAt > nowSeconds() ? grant : null;
    },
  };
}

export type PackAddresses = ReturnType<typeof createPackAddresses>;
