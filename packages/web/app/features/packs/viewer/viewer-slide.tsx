import type { PackFile } from '@guilda/contract/packs';
import clsx from 'clsx';
import { useAddress } from '../data/use-address.ts';
import { FileFailed } from '../parts/file-failed.tsx';
import { FileVideo } from '../parts/file-video.tsx';

interface ViewerSlideProps {
  file: PackFile;
  /** Neighbours wait out of sight, their pictures on the way. */
  shown: boolean;
  /** At its own size, to be moved about, instead of fitting the screen. */
  zoomed: boolean;
  onZoom: () => void;
}

function SlideImage({ file, shown, zoomed, onZoom }: ViewerSlideProps) {
  const { src, failed, onError, onLoad, again } = useAddress(file, 'url');
  if (failed) return shown ? <FileFailed file={file} onRetry={again} /> : null;
  const { width, height } = file;
  // Small pictures grow all the same: who asks to see closer sees closer.
  const close = zoomed ? { width: `max(${width ?? 0}px, 170%)` } : undefined;
  return (
    <img
      src={src}
      alt={file.name}
      draggable={false}
      style={close}
      {...(width && height ? { width, height } : {})}
      onError={onError}
      onLoad={onLoad}
      onDoubleClick={onZoom}
    />
  );
}

/** One file, as large as the screen lets it be. */
export function ViewerSlide(props: ViewerSlideProps) {
  const { file, shown, zoomed } = props;
  const isVideo = file.kind === 'MP4';
  // A player that nobody sees must not play, nor fetch what may never be looked at.
  if (isVideo && !shown) return null;
  return (
    <section
      className={clsx('tela-s', shown && zoomed && 'perto')}
      hidden={!shown}
      {...(shown && zoomed
        ? { tabIndex: 0, 'aria-label': `${file.name}, ampliado: role para ver tudo` }
        : {})}
    >
      {isVideo ? <FileVideo file={file} autoPlay /> : <SlideImage {...props} />}
    </section>
  );
}
