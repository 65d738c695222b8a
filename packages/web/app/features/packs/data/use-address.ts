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
  const tried = useRef(false);
  const retry = async () => {
    tried.current = true;
    const fresh = (await renew())?.files.find(({ id }) => id === file.id);
    const next = fresh?.[which] ?? fresh?.url;
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
      if (tried.current) setFailed(true);
      else void retry();
    },
    onLoad: () => {
      tried.current = false;
      setFailed(false);
    },
    again: () => void retry(),
  };
}
