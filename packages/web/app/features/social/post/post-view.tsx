import type { Service } from '@guilda/contract/services/catalog';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { FirstPage } from '../../../lib/data/paged-data.ts';
import { Main } from '../../../ui/layout/main.tsx';
import { BuyButton } from '../../orders/index.ts';
import { PostCard } from '../card/post-card.tsx';
import * as communityStyles from '../feed/community.module.css';
import { accessiblePostName } from '../model/paths.ts';
import { AuthorPanel } from './author-panel.tsx';
import { AuthorService } from './author-service.tsx';
import { Comments } from './comments/comments.tsx';
import type { CommentPage } from './comments/load-comments.ts';
import type { PostPageData } from './load-post-page.ts';
import * as styles from './post-view.module.css';
import { usePostPage } from './use-post-page.ts';
import { usePostPulse } from './use-post-pulse.ts';

interface PostViewProps {
  page: PostPageData;
  comments: FirstPage<CommentPage>;
  /** The reader for whom the page was loaded: a uid, or null for a visitor. */
  loadedFor: string | null;
  /** Shown for a post that visitors can see but this person cannot, because of a block. */
  missing: ReactNode;
}

const renderBuyButton = (service: Service) => (
  <BuyButton service={service} size="small" variant="neutral" />
);

/** `/post/{uid}`: a post with its comments and its author. */
export function PostView({ page, comments, loadedFor, missing }: PostViewProps) {
  const shownPage = usePostPage(page, loadedFor);
  return shownPage ? <PostPageContent page={shownPage} comments={comments} /> : missing;
}

function PostPageContent({ page, comments }: Pick<PostViewProps, 'page' | 'comments'>) {
  const navigate = useNavigate();
  const { post, author, newest } = page;
  const { touch } = usePostPulse(post.uid);
  const service = post.service ?? newest;
  const isClosed = post.withheld || post.hidden !== null;
  return (
    <Main>
      <div className={clsx('container', communityStyles.layout, styles.view)}>
        <div>
          {post.title === '' && <h1 className="srOnly">{accessiblePostName(post)}</h1>}
          <PostCard
            post={post}
            heading="h1"
            loading="eager"
            buy={renderBuyButton}
            onDeleted={() => void navigate('/community', { replace: true })}
          />
          {!isClosed && <Comments post={post} first={comments} onTouch={touch} />}
        </div>
        <aside
          className={clsx('onlyLarge', communityStyles.side, styles.side)}
          aria-label="Quem publicou"
        >
          <AuthorPanel author={author} />
          {service && <AuthorService service={service} />}
        </aside>
      </div>
    </Main>
  );
}
