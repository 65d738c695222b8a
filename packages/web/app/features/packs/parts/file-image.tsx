import type { PackFile } from '@guilda/contract/packs';
import ImageOff from 'lucide-react/icons/image-off';
import { useAddress } from '../data/use-address.ts';

/** The small picture of an image in the grid; a mark stands in where it cannot be had. */
export function FileThumb({ file, eager }: { file: PackFile; eager: boolean }) {
  const { src, failed, onError, onLoad } = useAddress(file, 'previewUrl');
  if (failed) {
    return (
      <span className="tela-p sem">
        <ImageOff className="i" aria-hidden="true" />
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
