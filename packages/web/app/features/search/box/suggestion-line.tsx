import { findCategory } from '@guilda/contract/services/categories';
import { pictureSrcSet } from '@guilda/contract/services/pictures';
import clsx from 'clsx';
import History from 'lucide-react/icons/history';
import Search from 'lucide-react/icons/search';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Price } from '../../../ui/text/price.tsx';
import * as styles from './search-field.module.css';
import type { SuggestionOption } from './suggestion-groups.ts';

const PICTURE_PX = 40;

function SuggestionPicture({ src }: { src: string }) {
  return (
    <img
      className={styles.picture}
      src={src}
      srcSet={pictureSrcSet(src)}
      sizes={`${PICTURE_PX}px`}
      width={PICTURE_PX}
      height={PICTURE_PX}
      alt=""
      decoding="async"
    />
  );
}

/** Content of one suggestion: a picture or icon, its name, and the price of a service. */
export function SuggestionLine({ option }: { option: SuggestionOption }) {
  switch (option.kind) {
    case 'category':
      return (
        <>
          <SuggestionPicture src={option.category.image} />
          {/* The emoji at the beginning of the name is left out, because the picture replaces it. */}
          <span className="grow truncate">
            {findCategory(option.category.slug)?.label ?? option.category.name}
          </span>
        </>
      );
    case 'service':
      return (
        <>
          <SuggestionPicture src={option.service.photoURL} />
          <span className="grow truncate" dir="auto">
            {option.service.title}
          </span>
          <Price value={option.service.price} size="xs" free="Grátis" />
        </>
      );
    case 'user':
      return (
        <>
          <Avatar src={option.user.photoURL} />
          <span className="grow truncate" dir="auto">
            {option.user.displayName ?? option.user.username}{' '}
            <span className="muted textSm">@{option.user.username}</span>
          </span>
        </>
      );
    case 'recent':
      return (
        <>
          <History className="icon" aria-hidden="true" />
          <span className="grow truncate" dir="auto">
            {option.text}
          </span>
        </>
      );
    case 'search':
      return (
        <>
          <Search className="icon" aria-hidden="true" />
          <span className={clsx('grow', styles.typed)} dir="auto">
            Buscar “{option.text}”
          </span>
        </>
      );
  }
}
