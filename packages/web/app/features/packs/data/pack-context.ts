import type { Pack } from '@guilda/contract/packs';
import { createContext, useContext } from 'react';

/** Context of the components of a pack's page. */
export interface OpenPack {
  readonly pack: Pack;
  /** Refetches the pack for new file URLs; null when that fails. */
  refetchPack(): Promise<Pack | null>;
  /** Playback position of each video in seconds, by file id. It outlives the players. */
  readonly playbackPositions: Map<string, number>;
  /** Whether the file is for adults and has not been opened yet. */
  isVeiled(fileId: string): boolean;
}

export const PackContext = createContext<OpenPack | null>(null);

export function useOpenPack(): OpenPack {
  const open = useContext(PackContext);
  if (!open) throw new Error('useOpenPack outside of a PackContext');
  return open;
}
