import type { PackFile } from '@guilda/contract/packs';
import clsx from 'clsx';
import { useState } from 'react';
import { useAddress } from '../data/use-address.ts';
import { FileFailed } from '../parts/file-failed.tsx';
import { FileVideo } from '../parts/file-video.tsx';

interface ViewerSlideProps {
  file: PackFile;
  /** At its own size, to be moved about, instead of fitting the screen. */
  zoomed: boolean;
  onZoom: () => void;
}

/** The grid's small picture stands in until the whole one has come. */
function SlideImage({ file, zoomed, onZoom }: ViewerSlideProps) {
  const { src, failed, onError, onLoad, again } = useAddress(file, 'url');
  const [arrived, setArrived] = useState(false);
  if (failed) return <FileFailed file={file} onRetry={again} />;
  const { width, height, previewUrl } = file;
  // Small pictures grow all the same: who asks to see closer sees closer.
  const close = zoomed ? { width: `max(${width ?? 0}px, 170%)` } : {};
  const before = previewUrl && !arrived ? { backgroundImage: `url("${previewUrl}")` } : {};
  return (
    <img
      src={src}
      alt={file.name}
      draggable={false}
      style={{ ...close, ...before }}
      {...(width && height ? { width, height } : {})}
      onError={onError}
      onLoad={() => {
        onLoad();
        setArrived(true);
      }}
      onDoubleClick={onZoom}
    />
  );
}

/**
 * One file, as large as the screen lets it be. Neighbours are not fetched ahead: to who sold the pack a
 * file that was fetched counts as opened.
 */
export function ViewerSlide(props: ViewerSlideProps) {
  const { file, zoomed } = props;
  return (
    <section
      className={clsx('tela-s', zoomed && 'perto')}
      {...(zoomed
        ? { tabIndex: 0, 'aria-label': `${file.name}, ampliado: role para ver tudo` }
        : {})}
    >
      {file.kind === 'MP4' ? <FileVideo file={file} autoPlay /> : <SlideImage {...props} />}
    </section>
  );
}
