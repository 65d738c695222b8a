import type { Author } from '@guilda/contract/accounts/users';
import type { Post } from '@guilda/contract/community/social';
import { pictureSrcSet } from '@guilda/contract/services/pictures';
import { useState } from 'react';
import { preloadCode } from '../../../lib/loading/load-code.ts';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import { authorNameOf } from '../model/paths.ts';
import * as styles from './post-picture.module.css';

const loadViewer = () =>
  import('../../../ui/overlays/picture-viewer.tsx').then((module) => module.PictureViewer);

interface PostPictureProps {
  photoURL: string;
  /**
   * Width and height of the picture in pixels; null when unknown. Undefined if the server is of an older version that
   * does not send the size.
   */
  size: Post['photoSize'] | undefined;
  author: Author;
  loading: 'lazy' | 'eager';
  /** Whether a picture taller than 4:5 is shown whole, as on the post's own page; otherwise it is cropped to 4:5. */
  whole: boolean;
  /** Whether the post is a preview, whose picture opens nothing. */
  isPreview: boolean;
}

/** The picture of a post in its own aspect ratio, as wide as its card. Pressing it opens it in full screen. */
export function PostPicture({
  photoURL,
  size,
  author,
  loading,
  whole,
  isPreview,
}: PostPictureProps) {
  const [open, setOpen] = useState(false);
  const Viewer = useLazyComponent(loadViewer, open, () => setOpen(false));
  const alt = `Foto da publicação de ${authorNameOf(author)}`;
  const picture = (
    <img
      src={photoURL}
      srcSet={pictureSrcSet(photoURL)}
      sizes="(max-width: 64rem) 100vw, 680px"
      // Reserves the space of the picture until it is loaded.
      width={size?.width ?? 1280}
      height={size?.height ?? 800}
      alt={alt}
      loading={loading}
      decoding="async"
    />
  );
  return (
    <figure className={styles.picture} data-whole={whole || undefined}>
      {isPreview ? (
        picture
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          onPointerEnter={() => preloadCode(loadViewer)}
          onFocus={() => preloadCode(loadViewer)}
          onClick={() => setOpen(true)}
        >
          {picture}
        </button>
      )}
      {open && Viewer && <Viewer src={photoURL} alt={alt} onClose={() => setOpen(false)} />}
    </figure>
  );
}
