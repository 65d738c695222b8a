import type { PackFile } from '@guilda/contract/services/packs';
import { useState } from 'react';
import { FileError } from '../components/file-error.tsx';
import { FileVideo } from '../components/file-video.tsx';
import { useFileUrl } from '../data/use-file-url.ts';
import * as styles from './pack-viewer.module.css';

interface ViewerSlideProps {
  file: PackFile;
  /** Whether the picture is shown in its own size and can be scrolled, instead of fitting the screen. */
  zoomed: boolean;
  onZoom: () => void;
}

/** Shows the preview of a picture until the full picture has loaded. */
function SlideImage({ file, zoomed, onZoom }: ViewerSlideProps) {
  const { src, failed, onError, onLoad, retry } = useFileUrl(file, 'url');
  const [loaded, setLoaded] = useState(false);
  if (failed) return <FileError file={file} onRetry={retry} />;
  const { width, height, previewUrl } = file;
  // Zoomed pictures are at least 170 % of the screen's width, so that small pictures are enlarged as well.
  const zoomStyle = zoomed ? { width: `max(${width ?? 0}px, 170%)` } : {};
  const previewStyle = previewUrl && !loaded ? { backgroundImage: `url("${previewUrl}")` } : {};
  return (
    <img
      src={src}
      alt={file.name}
      draggable={false}
      style={{ ...zoomStyle, ...previewStyle }}
      {...(width && height ? { width, height } : {})}
      onError={onError}
      onLoad={() => {
        onLoad();
        setLoaded(true);
      }}
      onDoubleClick={onZoom}
    />
  );
}

/**
 * One file, as large as the screen allows. The previous and next files are not preloaded, because the download log
 * counts a loaded file as opened.
 */
export function ViewerSlide(props: ViewerSlideProps) {
  const { file, zoomed } = props;
  return (
    <section
      className={styles.slide}
      data-zoomed={zoomed || undefined}
      {...(zoomed
        ? { tabIndex: 0, 'aria-label': `${file.name}, ampliado: role para ver tudo` }
        : {})}
    >
      {file.kind === 'MP4' ? <FileVideo file={file} autoPlay /> : <SlideImage {...props} />}
    </section>
  );
}
