import { pictureSrcSet } from '@guilda/contract/pictures';
import type { Author } from '@guilda/contract/users';
import { authorNameOf } from '../model/paths.ts';

interface PostPictureProps {
  photoURL: string;
  author: Author;
  loading: 'lazy' | 'eager';
}

/** The picture of a post, over the full width of its card. */
export function PostPicture({ photoURL, author, loading }: PostPictureProps) {
  return (
    <figure>
      <img
        src={photoURL}
        srcSet={pictureSrcSet(photoURL)}
        sizes="(max-width: 64rem) 100vw, 680px"
        width={1280}
        height={800}
        alt={`Foto da publicação de ${authorNameOf(author)}`}
        loading={loading}
        decoding="async"
      />
    </figure>
  );
}
