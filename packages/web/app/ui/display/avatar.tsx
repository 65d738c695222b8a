import { pictureSrcSet } from '@guilda/contract/services/pictures';
import clsx from 'clsx';
import { type SyntheticEvent, useCallback } from 'react';
import { defaultAvatarURL } from './art-url.ts';
import * as styles from './avatar.module.css';

export type PresenceMark = 'online' | 'away' | 'offline';

interface AvatarProps {
  /** URL of the picture; null shows the default avatar. */
  src: string | null | undefined;
  /** Size of the picture: 28, 40, 48, 64 or 132 px. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** Presence, shown as a mark at the corner and to screen readers; no mark when undefined. */
  presence?: PresenceMark | undefined;
  /** Alternative text; empty where the person's name is shown beside the picture. */
  alt?: string | undefined;
  loading?: 'lazy' | 'eager' | undefined;
  className?: string | undefined;
}

const sizeClasses = { xs: styles.xs, sm: '', md: styles.md, lg: styles.lg, xl: styles.xl };
const sizePixels = { xs: 28, sm: 40, md: 48, lg: 64, xl: 132 };
const presenceClasses = { online: styles.online, away: styles.away, offline: styles.offline };

/** Text of each presence, shown and read out. */
export const presenceTexts: Record<PresenceMark, string> = {
  online: 'Online',
  away: 'Ausente',
  offline: 'Offline',
};

function showDefaultAvatar(image: HTMLImageElement) {
  if (image.getAttribute('src') === defaultAvatarURL) return;
  image.removeAttribute('srcset');
  image.src = defaultAvatarURL;
}

/** A person's picture: a square whose bottom-right corner is cut off; the presence is shown in this corner. */
export function Avatar(props: AvatarProps) {
  const { src, size = 'sm', presence, alt = '', loading = 'lazy', className } = props;
  const width = sizePixels[size];
  // The picture may have failed to load before hydration, when the error handler was not attached yet.
  const checkImage = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) showDefaultAvatar(image);
  }, []);
  return (
    <span
      data-ui="avatar"
      data-presence={presence}
      className={clsx(
        styles.avatar,
        sizeClasses[size],
        presence && presenceClasses[presence],
        className,
      )}
    >
      <img
        // The key makes a new element for each picture. Chromium would otherwise show the whole file of combined
        // pictures, which contains the default avatar, until the new picture is loaded.
        key={src || defaultAvatarURL}
        ref={checkImage}
        src={src || defaultAvatarURL}
        srcSet={pictureSrcSet(src)}
        sizes={`${width}px`}
        width={width}
        height={width}
        alt={alt}
        loading={loading}
        decoding="async"
        onError={(event: SyntheticEvent<HTMLImageElement>) =>
          showDefaultAvatar(event.currentTarget)
        }
      />
      {presence && (
        <>
          <b />
          <span className="srOnly">{presenceTexts[presence]}</span>
        </>
      )}
    </span>
  );
}
