import type { PackFile } from '@guilda/contract/packs';
import { useRef, useState } from 'react';
import { useOpenPack } from './pack-context.ts';

type Which = 'url' | 'previewUrl';

interface Address {
  /** What to show; it stays the same while it works, so that nothing is fetched twice. */
  readonly src: string;
  readonly failed: boolean;
  onError(): void;
  onLoad(): void;
  /** Tries once more, asked by the person. */
  again(): void;
}

/**
 * The address of a file as a picture or a player keeps it. When it fails, which an ended address does,
 * a fresh one is asked for and tried once.
 */
export function useAddress(file: PackFile, which: Which): Address {
  const { renew } = useOpenPack();
  const [src, setSrc] = useState(file[which] ?? file.url);
  const [failed, setFailed] = useState(false);
  const state = useRef<'fine' | 'asking' | 'trying'>('fine');
  const retry = async () => {
    state.current = 'asking';
    const fresh = (await renew())?.files.find(({ id }) => id === file.id);
    const next = fresh?.[which] ?? fresh?.url;
    state.current = 'trying';
    if (next === undefined || next === src) setFailed(true);
    else {
      setFailed(false);
      setSrc(next);
    }
  };
  return {
    src,
    failed,
    onError: () => {
      if (state.current === 'fine') void retry();
      else if (state.current === 'trying') setFailed(true);
    },
    onLoad: () => {
      state.current = 'fine';
      setFailed(false);
    },
    again: () => void retry(),
  };
}
