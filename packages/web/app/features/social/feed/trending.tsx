import { normaliseHashtag } from '@guilda/contract/community/hashtags';
import type { TrendingHashtag } from '@guilda/contract/community/social';
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
        {hashtags.map((hashtag) => (
          <li key={hashtag.tag}>
            <Link
              className="row spaceBetween"
              to={hashtagPath(hashtag.tag)}
              aria-current={isCurrentHashtag(hashtag, current) ? 'page' : undefined}
            >
              <bdi className="hashtag truncate">#{hashtag.name}</bdi>
              <span className="numeric muted">
                {hashtag.posts}
                <span className="srOnly">
                  {hashtag.posts === 1 ? ' publicação' : ' publicações'}
                </span>
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
        {hashtags.map((hashtag) => (
          <li key={hashtag.tag}>
            <Chip asLink to={hashtagPath(hashtag.tag)} pressed={isCurrentHashtag(hashtag, current)}>
              <bdi>#{hashtag.name}</bdi>
            </Chip>
          </li>
        ))}
      </ul>
    </nav>
  );
}
