import { normaliseHashtag } from '@guilda/contract/hashtags';
import type { TrendingHashtag } from '@guilda/contract/social';
import { Link } from 'react-router';
import { Chip } from '../../../ui/actions/chip.tsx';
import { hashtagPath } from '../model/paths.ts';
import * as styles from './community.module.css';

interface TrendingProps {
  hashtags: readonly TrendingHashtag[];
  /** The hashtag by which the page is filtered, in any spelling. */
  current?: string | undefined;
}

const isCurrentHashtag = ({ tag }: TrendingHashtag, current: string | undefined) =>
  current !== undefined && normaliseHashtag(current) === tag;

/** The most used hashtags of the week, beside the feed. */
export function TrendingHashtagsPanel({ hashtags, current }: TrendingProps) {
  if (hashtags.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="assuntos">
      <h2 className="display4" id="assuntos">
        Assuntos da semana
      </h2>
      <ul className={styles.trending}>
        {hashtags.map((one) => (
          <li key={one.tag}>
            <Link
              className="row spaceBetween"
              to={hashtagPath(one.tag)}
              aria-current={isCurrentHashtag(one, current) ? 'page' : undefined}
            >
              <bdi className="hashtag truncate">#{one.name}</bdi>
              <span className="numeric muted">
                {one.posts}
                <span className="srOnly">{one.posts === 1 ? ' publicação' : ' publicações'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The trending hashtags on small screens: a row above the feed that can be scrolled sideways. */
export function TrendingHashtagsStrip({ hashtags, current }: TrendingProps) {
  if (hashtags.length === 0) return null;
  return (
    <nav className="onlySmall asBlock" aria-label="Assuntos da semana">
      <ul className={styles.topics}>
        {hashtags.map((one) => (
          <li key={one.tag}>
            <Chip asLink to={hashtagPath(one.tag)} pressed={isCurrentHashtag(one, current)}>
              <bdi>#{one.name}</bdi>
            </Chip>
          </li>
        ))}
      </ul>
    </nav>
  );
}
