import type { PackFile } from '@guilda/contract/services/packs';
import { useRef, useState } from 'react';
import { useOpenPack } from './pack-context.ts';

type UrlField = 'url' | 'previewUrl';

interface FileUrl {
  /** The URL to show. It changes only after a failure, so that a working file is loaded once. */
  readonly src: string;
  readonly failed: boolean;
  onError(): void;
  onLoad(): void;
  /** Tries again on the person's request. */
  retry(): void;
}

/**
 * The URL of a file for a picture or player. File URLs expire, so after a failure a new URL is requested and tried
 * once.
 */
export function useFileUrl(file: PackFile, urlField: UrlField): FileUrl {
  const { refetchPack } = useOpenPack();
  const [src, setSrc] = useState(file[urlField] ?? file.url);
  const [failed, setFailed] = useState(false);
  const state = useRef<'ok' | 'refetching' | 'retrying'>('ok');
  const refetchUrl = async () => {
    state.current = 'refetching';
    const refetchedFile = (await refetchPack())?.files.find(({ id }) => id === file.id);
    const refetchedUrl = refetchedFile?.[urlField] ?? refetchedFile?.url;
    state.current = 'retrying';
    if (refetchedUrl === undefined || refetchedUrl === src) setFailed(true);
    else {
      setFailed(false);
      setSrc(refetchedUrl);
    }
  };
  return {
    src,
    failed,
    onError: () => {
      if (state.current === 'ok') void refetchUrl();
      else if (state.current === 'retrying') setFailed(true);
    },
    onLoad: () => {
      state.current = 'ok';
      setFailed(false);
    },
    retry: () => void refetchUrl(),
  };
}
