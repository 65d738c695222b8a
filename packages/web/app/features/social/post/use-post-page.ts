import { ApiError } from '@guilda/contract/api-error';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserClient } from '../../../lib/data/page-data.ts';
import { useSession } from '../../../lib/session/session.ts';
import { postKey } from '../model/post-lists.ts';
import { loadPostPage, type PostPageData } from './load-post-page.ts';

/**
 * The data of a post's page, cached so that likes and comments made elsewhere appear on the page. Newer data of the
 * loader replaces cached data. Data that was loaded for another person is requested again with the session of the
 * signed-in person; null when this person cannot see the post, for example because of a block.
 */
export function usePostPage(
  loadedPage: PostPageData,
  loadedFor: string | null,
): PostPageData | null {
  const client = useQueryClient();
  const viewerUid = useSession((state) => state.user?.uid ?? null);
  const { uid } = loadedPage.post;
  const isLoadedForViewer = loadedFor === viewerUid;
  const query = useQuery<PostPageData>({
    queryKey: [...postKey(uid), viewerUid],
    queryFn: async () => loadPostPage(uid)(await browserClient()),
    enabled: viewerUid !== null,
    ...(isLoadedForViewer ? { initialData: () => loadedPage } : {}),
  });
  useEffect(() => {
    if (isLoadedForViewer) client.setQueryData([...postKey(uid), viewerUid], loadedPage);
  }, [client, uid, viewerUid, isLoadedForViewer, loadedPage]);
  const { data, error } = query;
  if (!data && error instanceof ApiError && error.status === 404) return null;
  return data ?? loadedPage;
}
