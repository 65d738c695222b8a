import type { OwnUser } from '@guilda/contract/accounts/users';
import { parseHashtags } from '@guilda/contract/community/hashtags';
import type { Service } from '@guilda/contract/services/catalog';
import clsx from 'clsx';
import { useObjectUrl } from '../../../ui/forms/use-object-url.ts';
import { PostCard } from '../card/post-card.tsx';
import type { PostForm } from './post-form.ts';
import * as styles from './post-panel.module.css';

interface PostPreviewProps {
  form: PostForm;
  author: OwnUser;
  service: Service | null;
  sensitive: boolean;
}

/** Preview of the unpublished post, as the community will show it. */
export function PostPreview({ form, author, service, sensitive }: PostPreviewProps) {
  const photoURL = useObjectUrl(form.photo);
  return (
    <aside
      className={clsx('onlyLarge', styles.preview)}
      data-ui="post-preview"
      aria-hidden="true"
      inert
    >
      <p className="textSm muted">Prévia</p>
      <PostCard
        isPreview
        heading="h3"
        post={{
          uid: 'nova',
          title: form.title.trim(),
          description: form.description.trim(),
          hashtags: parseHashtags(form.hashtags).map(({ name }) => name),
          photoURL,
          photoSize: null,
          likes: 0,
          liked: false,
          commentCount: 0,
          author,
          createdAt: author.createdAt,
          sensitive,
          service,
          hidden: null,
          withheld: false,
        }}
      />
    </aside>
  );
}
