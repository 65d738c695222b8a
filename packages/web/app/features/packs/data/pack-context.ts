import type { Pack } from '@guilda/contract/services/packs';
import { createContext, useContext } from 'react';

/** Values that the page of a pack provides to its components. */
export interface OpenPack {
  readonly pack: Pack;
  /** Refetches the pack to get new file URLs; resolves to null when that fails. */
  refetchPack(): Promise<Pack | null>;
  /** Playback position of each video in seconds, by file id; kept when a player is unmounted. */
  readonly playbackPositions: Map<string, number>;
  /** Whether the file is for adults and was not opened yet. */
  isVeiled(fileId: string): boolean;
}

export const PackContext = createContext<OpenPack | null>(null);

export function useOpenPack(): OpenPack {
  const openPack = useContext(PackContext);
  if (!openPack) throw new Error('useOpenPack outside of a PackContext');
  return openPack;
}
