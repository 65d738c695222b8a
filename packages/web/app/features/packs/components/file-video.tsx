import type { PackFile } from '@guilda/contract/services/packs';
import { type SyntheticEvent, useRef } from 'react';
import { useOpenPack } from '../data/pack-context.ts';
import { useFileUrl } from '../data/use-file-url.ts';
import { FileError } from './file-error.tsx';

type VideoEvent = SyntheticEvent<HTMLVideoElement>;

/** Minimum `HTMLMediaElement.readyState` at which `currentTime` is meaningful. */
const HAVE_CURRENT_DATA = 2;

/** A video that was watched to within this time of its end, in s, starts again from its beginning. */
const END_TOLERANCE_SECONDS = 0.25;

/**
 * A video with the browser's own controls. It resumes at the last playback position, also in another player of the page
 * and after its URL has expired.
 */
export function FileVideo({ file, autoPlay = false }: { file: PackFile; autoPlay?: boolean }) {
  const { src, failed, onError, onLoad, retry } = useFileUrl(file, 'url');
  const { playbackPositions } = useOpenPack();
  const playing = useRef(autoPlay);
  if (failed) return <FileError file={file} onRetry={retry} />;
  const resume = ({ currentTarget: video }: VideoEvent) => {
    onLoad();
    const seconds = playbackPositions.get(file.id) ?? 0;
    if (seconds < video.duration - END_TOLERANCE_SECONDS) video.currentTime = seconds;
    // The browser may forbid automatic playback; the person then uses the controls.
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
      onLoadedMetadata={resume}
      onError={onError}
      onPlay={() => {
        playing.current = true;
      }}
      onPause={() => {
        playing.current = false;
      }}
      onTimeUpdate={({ currentTarget: video }: VideoEvent) => {
        if (video.readyState >= HAVE_CURRENT_DATA)
          playbackPositions.set(file.id, video.currentTime);
      }}
    />
  );
}
