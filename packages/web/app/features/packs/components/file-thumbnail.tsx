import type { PackFile } from '@guilda/contract/services/packs';
import ImageOff from 'lucide-react/icons/image-off';
import { useFileUrl } from '../data/use-file-url.ts';
import * as styles from './file.module.css';

/** The small picture of a file in the grid, or a placeholder if it cannot be loaded. */
export function FileThumbnail({ file, eager }: { file: PackFile; eager: boolean }) {
  const { src, failed, onError, onLoad } = useFileUrl(file, 'previewUrl');
  if (failed) {
    return (
      <span className={`${styles.placeholder} ${styles.missing}`}>
        <ImageOff className="icon" aria-hidden="true" />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      width={296}
      height={222}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={onError}
      onLoad={onLoad}
    />
  );
}
