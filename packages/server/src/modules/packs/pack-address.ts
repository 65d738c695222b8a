import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@guilda/contract/limits';
import type { Clock } from '../../ports/clock.ts';

/** A pack as one person may have it: their own service's, or that of an order they made. */
export interface PackScope {
  readonly kind: 'own' | 'order';
  /** The service's id, or the order's. */
  readonly id: string;
  /** Uid of its seller, or of its buyer. */
  readonly person: string;
}

/** What an address gives: a file to look at, a small picture of it, a file to save, all as a zip. */
export type PackUse = 'view' | 'preview' | 'file' | 'zip';

/** The right that an address carries. */
export interface PackRight {
  readonly scope: PackScope;
  readonly use: PackUse;
  /** Null for the zip. */
  readonly archiveId: string | null;
}

export const PACK_PATH = '/files/packs/';

const kinds = ['own', 'order'] as const;
const uses = ['view', 'preview', 'file', 'zip'] as const;
/** Bytes: kind and use, three ids, the end in seconds. */
const RIGHT = 2 + 3 * 16 + 4;
const SIGNATURE = 32;

const idBytes = (id: string | null): Buffer =>
  id === null ? Buffer.alloc(16) : Buffer.from(id.replaceAll('-', ''), 'hex');

function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export interface PackAddressDeps {
  readonly clock: Clock;
  /** Key of the signatures, for this purpose alone. */
  readonly secret: string;
}

function encode({ scope, use, archiveId }: PackRight, until: number): Buffer {
  const end = Buffer.alloc(4);
  end.writeUInt32BE(until);
  const head = Buffer.from([kinds.indexOf(scope.kind), uses.indexOf(use)]);
  return Buffer.concat([head, idBytes(scope.id), idBytes(scope.person), idBytes(archiveId), end]);
}

function decode(bytes: Buffer): PackRight & { readonly until: number } {
  const kind = kinds[bytes.readUInt8(0)] ?? 'own';
  const use = uses[bytes.readUInt8(1)] ?? 'view';
  return {
    scope: { kind, id: idAt(bytes, 2), person: idAt(bytes, 18) },
    use,
    archiveId: use === 'zip' ? null : idAt(bytes, 34),
    until: bytes.readUInt32BE(50),
  };
}

/**
 * Addresses of packs' files. Each is one opaque word that names who may have what and until when,
 * and its own signature: nothing of it can be changed, and it is of use to nobody once it has ended
 * (`product §12`).
 */
export function packAddresses({ clock, secret }: PackAddressDeps) {
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const sign = (right: Buffer) => createHmac('sha256', secret).update(right).digest();
  return {
    /** When addresses made now end, in s since 1970. */
    end: (): number => now() + limits.packAddressSeconds,
    /** The address of `right` until `end`. */
    make(right: PackRight, end: number): string {
      const bytes = encode(right, end);
      return PACK_PATH + Buffer.concat([bytes, sign(bytes)]).toString('base64url');
    },
    /** The right behind the last part of an address; null when it is altered, made up, or over. */
    read(word: string): PackRight | null {
      const bytes = Buffer.from(word, 'base64url');
      // One spelling only: the last character may have bits that nothing else checks.
      if (bytes.length !== RIGHT + SIGNATURE || bytes.toString('base64url') !== word) return null;
      const right = bytes.subarray(0, RIGHT);
      if (!timingSafeEqual(bytes.subarray(RIGHT), sign(right))) return null;
      const { until, ...found } = decode(right);
      return until > now() ? found : null;
    },
  };
}

export type PackAddresses = ReturnType<typeof packAddresses>;
