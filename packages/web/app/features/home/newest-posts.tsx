import type { ApiClient } from '@guilda/contract/client';
import type { Post } from '@guilda/contract/community/social';
import clsx from 'clsx';
import { Link } from 'react-router';
import { PostPanelButton, PostTeasers } from '../social/index.ts';
import * as styles from './community-slice.module.css';

/** Number of posts shown beside the services; visitors see the first four in one row. */
const POSTS_SHOWN = 8;

/** Loads the newest posts of the community. */
export async function loadNewestPosts(client: ApiClient): Promise<readonly Post[]> {
  return (await client.social.listPosts({ query: { limit: String(POSTS_SHOWN) } })).posts;
}

function PostInvitation() {
  return (
    <section className="onlyMembers">
      <div className="sectionHead">
        <h2 className="display3">Na comunidade</h2>
      </div>
      <p className={clsx(styles.invitation, 'secondary pretty')}>
        Ainda não há publicações. Seja a primeira pessoa hoje.
      </p>
      <PostPanelButton variant="neutral" />
    </section>
  );
}

/** The newest posts of the community. Without posts, members see an invitation to publish one and visitors nothing. */
export function NewestPosts({ posts }: { posts: readonly Post[] }) {
  if (posts.length === 0) return <PostInvitation />;
  return (
    <section>
      <div className="sectionHead">
        <h2 className="display3">Na comunidade</h2>
        <Link className="link" to="/community">
          Ver tudo
        </Link>
      </div>
      <PostTeasers posts={posts.slice(0, POSTS_SHOWN)} />
    </section>
  );
}
