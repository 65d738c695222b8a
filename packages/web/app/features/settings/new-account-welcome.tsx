import { findCategory } from '@guilda/contract/services/categories';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { matchPath, useLocation } from 'react-router';
import { api } from '../../lib/api/api.ts';
import { Button } from '../../ui/actions/button.tsx';
import type { NewAccount } from '../identity/index.ts';
import * as section from './settings-section.module.css';

/** Name of the page at `path`, if the path determines it; null for other pages. */
export function pageNameOf(path: string): string | null {
  const { pathname } = new URL(path, 'https://guilda.invalid');
  const categorySlug = matchPath('/category/:slug', pathname)?.params.slug;
  const username = matchPath('/user/:username', pathname)?.params.username;
  if (categorySlug) return findCategory(categorySlug)?.label ?? null;
  if (username) return `@${username}`;
  if (matchPath('/service/:id', pathname)) return 'o serviço';
  if (matchPath('/post/:uid', pathname)) return 'a publicação';
  if (pathname.startsWith('/search')) return 'a busca';
  const namesByPath: Record<string, string> = {
    '/': 'o início',
    '/community': 'a comunidade',
    '/sales': 'vendas e compras',
    '/vender': 'como vender',
  };
  return namesByPath[pathname] ?? null;
}

/** Name of the page that the person came from; for a service, its title. */
function usePageName(path: string): string | null {
  const serviceId = matchPath('/service/:id', path.split(/[?#]/)[0] ?? '')?.params.id;
  const { data } = useQuery({
    queryKey: ['service-title', serviceId],
    queryFn: ({ signal }) =>
      api().catalog.getService({ params: { serviceId: serviceId ?? '' } }, { signal }),
    enabled: serviceId !== undefined,
    retry: false,
  });
  return data?.service.title ?? pageNameOf(path);
}

function WelcomeMessage({ returnTo }: { returnTo: string }) {
  const name = usePageName(returnTo);
  return (
    <section className={clsx('panel column', section.sheet)} aria-label="Boas-vindas">
      <div>
        <p className="bold">Sua conta está pronta.</p>
        <p className="textSm secondary pretty">
          Escolhemos um nome de usuário para você. Troque se quiser, ou siga em frente.
        </p>
      </div>
      <div className={section.onwards}>
        <Button asLink variant="primary" to={returnTo}>
          <span>Continuar{name && <> para {name}</>}</span>
        </Button>
      </div>
    </section>
  );
}

/** Welcome message for a new account, with a link to the page that the person came from. */
export function NewAccountWelcome() {
  const state = useLocation().state as Partial<NewAccount> | null;
  if (!state?.newcomer) return null;
  return <WelcomeMessage returnTo={state.returnTo ?? '/'} />;
}
