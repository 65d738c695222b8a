import { useSearchParams } from 'react-router';

/** Values of the URL parameter `aba` for the tabs; the first tab needs no parameter. */
export const profileTabs = {
  services: 'servicos',
  posts: 'publicacoes',
  reviews: 'avaliacoes',
} as const;
type ProfileTab = (typeof profileTabs)[keyof typeof profileTabs];

function readProfileTab(params: URLSearchParams): ProfileTab {
  const requestedTab = params.get('aba');
  return Object.values(profileTabs).find((tab) => tab === requestedTab) ?? profileTabs.services;
}

/** Whether the URL selects the tab of the posts. */
export const showsPosts = (params: URLSearchParams) => readProfileTab(params) === profileTabs.posts;

/** The selected tab, stored in the URL. */
export function useProfileTab() {
  const [params, setParams] = useSearchParams();
  const choose = (value: string) => {
    const nextParams = new URLSearchParams(params);
    if (value === profileTabs.services) nextParams.delete('aba');
    else nextParams.set('aba', value);
    setParams(nextParams, { replace: true, preventScrollReset: true });
  };
  return { tab: readProfileTab(params), choose };
}
