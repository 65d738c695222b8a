import type { PackFile } from '@guilda/contract/packs';
import { type SyntheticEvent, useRef } from 'react';
import { useOpenPack } from '../data/pack-context.ts';
import { useAddress } from '../data/use-address.ts';
import { FileFailed } from './file-failed.tsx';

type VideoEvent = SyntheticEvent<HTMLVideoElement>;

/** Below it a video knows nothing of where it stands (`HTMLMediaElement.readyState`). */
const HAS_PICTURE = 2;

/** Who was so close to the end, in s, begins anew. */
const END_SECONDS = 0.25;

/**
 * A video with the browser's own controls. It goes on where it was left, here or in another player of
 * the page, also when its address ends under way.
 */
export function FileVideo({ file, autoPlay = false }: { file: PackFile; autoPlay?: boolean }) {
  const { src, failed, onError, onLoad, again } = useAddress(file, 'url');
  const { watched } = useOpenPack();
  const playing = useRef(autoPlay);
  if (failed) return <FileFailed file={file} onRetry={again} />;
  const goOn = ({ currentTarget: video }: VideoEvent) => {
    onLoad();
    const seconds = watched.get(file.id) ?? 0;
    if (seconds < video.duration - END_SECONDS) video.currentTime = seconds;
    // A browser that lets nothing begin by itself leaves it to the controls.
    if (playing.current) void video.play().catch(() => undefined);
  };
  return (
    // biome-ignore lint/a11y/useMediaCaption: what people sell comes without captions
    <video
      src={src}
      controls
      playsInline
      preload="metadata"
      aria-label={file.name}
      onLoadedMetadata={goOn}
      onError={onError}
      onPlay={() => {
        playing.current = true;
      }}
      onPause={() => {
        playing.current = false;
      }}
      onTimeUpdate={({ currentTarget: video }: VideoEvent) => {
        if (video.readyState >= HAS_PICTURE) watched.set(file.id, video.currentTime);
      }}
    />
  );
}
