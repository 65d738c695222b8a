import type { Pack } from '@guilda/contract/packs';
import { createContext, useContext } from 'react';

/** What every part of a pack's page needs. */
export interface OpenPack {
  readonly pack: Pack;
  /** Asks for fresh addresses; null where they cannot be had. */
  renew(): Promise<Pack | null>;
  /** Seconds that each video has been watched to, by the file's id: players come and go. */
  readonly watched: Map<string, number>;
  /** Pictures for adults stay veiled until they were opened. */
  isVeiled(fileId: string): boolean;
}

export const PackContext = createContext<OpenPack | null>(null);

export function useOpenPack(): OpenPack {
  const open = useContext(PackContext);
  if (!open) throw new Error('A part of a pack outside of one');
  return open;
}
