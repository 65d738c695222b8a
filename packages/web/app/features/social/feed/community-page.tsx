import type { TrendingHashtag } from '@guilda/contract/community/social';
import type { Service } from '@guilda/contract/services/catalog';
import clsx from 'clsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FirstPage } from '../../../lib/data/paged-data.ts';
import { Main } from '../../../ui/layout/main.tsx';
import { OnlinePeople } from '../../presence/index.ts';
import type { PostListQuery, PostPage } from '../model/post-lists.ts';
import { PostPanelButton } from '../panel/post-panel-button.tsx';
import * as styles from './community.module.css';
import { EmptyFeed } from './empty-feed.tsx';
import { PostFeed } from './post-feed.tsx';
import { TrendingHashtagsPanel, TrendingHashtagsStrip } from './trending.tsx';

interface CommunityPageProps {
  list: PostListQuery;
  first: FirstPage<PostPage>;
  trending: readonly TrendingHashtag[];
  buy: (service: Service) => ReactNode;
}

/** Title of a list of posts, for headings and the page title. */
export function feedTitle({ hashtag, q }: PostListQuery): string {
  if (q !== undefined) return `Publicações com “${q}”`;
  return hashtag === undefined ? 'Comunidade' : `#${hashtag}`;
}

function FeedHeading({ list }: { list: PostListQuery }) {
  const isUnfiltered = list.hashtag === undefined && list.q === undefined;
  return (
    <div className={styles.head}>
      {!isUnfiltered && (
        <Link className={styles.back} to="/community">
          <ArrowLeft className="icon" aria-hidden="true" />
          Comunidade
        </Link>
      )}
      <h1 className="display2" dir="auto">
        {feedTitle(list)}
      </h1>
      <PostPanelButton className="pushEnd" />
    </div>
  );
}

/** The community page: all posts, the posts with a hashtag, or those found by a text. */
export function CommunityPage({ list, first, trending, buy }: CommunityPageProps) {
  const title = feedTitle(list);
  return (
    <Main>
      <div className={clsx('container', styles.layout)}>
        <section aria-label={title}>
          <FeedHeading list={list} />
          <TrendingHashtagsStrip hashtags={trending} current={list.hashtag} />
          <PostFeed
            key={title}
            list={list}
            first={first}
            label={title}
            empty={<EmptyFeed list={list} publish={<PostPanelButton variant="neutral" />} />}
            buy={buy}
          />
        </section>
        <aside className={clsx('onlyLarge', styles.side)} aria-label="Assuntos e pessoas">
          <TrendingHashtagsPanel hashtags={trending} current={list.hashtag} />
          <OnlinePeople />
        </aside>
      </div>
    </Main>
  );
}
