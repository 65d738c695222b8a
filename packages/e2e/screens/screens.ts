import type { Page } from '@playwright/test';

/** A screen to capture. */
export interface ScreenToCapture {
  readonly name: string;
  /** E-mail address of the signed-in demo person; null for a visitor. */
  readonly as: string | null;
  /** Address of the screen, or a function that finds it through the program's API. */
  readonly at: string | ((api: ReadApi) => Promise<string>);
  /** Whether the consent banner is shown. */
  readonly consent?: boolean;
}

type ReadApi = <Answer>(path: string) => Promise<Answer>;

const SELLER_EMAIL = 'mira@guilda.example';
const PACK_SELLER = 'zefa@guilda.example';
const BUYER_EMAIL = 'pudim@guilda.example';
const ADMIN_EMAIL = 'dona@guilda.example';

const firstService = async (read: ReadApi, query = '') =>
  (await read<{ services: { id: string }[] }>(`/api/services?limit=5&${query}`)).services[0]?.id ??
  '';

interface ScreenOrder {
  readonly id: string;
  readonly serviceId: string;
  readonly type: string;
  readonly checkoutUrl: string | null;
  readonly sellerId: string;
}

const ordersOf = async (read: ReadApi, role: string, query = '') =>
  (await read<{ payments: ScreenOrder[] }>(`/api/payments?role=${role}&${query}`)).payments;

/** Id of a media service that the person has published. */
const packOf = async (read: ReadApi, username: string) =>
  (
    await read<{ services: { id: string; seller: { username: string } }[] }>(
      '/api/services?limit=50&type=media',
    )
  ).services.find(({ seller }) => seller.username === username)?.id;

/** Names of buttons and links that open a dialog, panel or menu without changing data. */
export const OPENER_NAMES: readonly RegExp[] = [
  /^Menu$/,
  /^Notificações/,
  /^Conversas/,
  /^Adicionar serviço/,
  /^(Nova publicação|Publicar|Criar publicação)/,
  /^Denunciar/,
  /^Mais/,
  /^Precisa de ajuda/,
  /^Iniciar/,
  /^Encerrar/,
  /^Avaliar/,
  /^Sacar/,
  /^Cancelar pedido/,
  /^Excluir/,
  /^Devolver/,
  /^Categoria/,
  /^Ordenar|^Mais recentes/,
  /^Preço/,
];

/** All pages of `packages/web/app/routes.ts`, for each kind of person who sees them differently. */
export const ALL_SCREENS: readonly ScreenToCapture[] = [
  { name: 'home-visitor', as: null, at: '/', consent: true },
  { name: 'home-buyer', as: BUYER_EMAIL, at: '/' },
  { name: 'login', as: null, at: '/login' },
  { name: 'community-visitor', as: null, at: '/community' },
  { name: 'community-buyer', as: BUYER_EMAIL, at: '/community' },
  { name: 'category', as: null, at: '/category/valorant' },
  { name: 'category-empty', as: null, at: '/category/pubg' },
  { name: 'category-adults', as: BUYER_EMAIL, at: '/category/nudez' },
  { name: 'service-visitor', as: null, at: async (read) => `/service/${await firstService(read)}` },
  {
    name: 'service-media',
    as: BUYER_EMAIL,
    at: async (read) => `/service/${await firstService(read, 'type=media')}`,
  },
  { name: 'search', as: null, at: '/search?q=treino' },
  { name: 'search-none', as: null, at: '/search?q=zzzzqqqq' },
  { name: 'search-services', as: null, at: '/search/services?q=mira' },
  { name: 'search-users', as: null, at: '/search/users?q=a' },
  { name: 'profile-visitor', as: null, at: '/user/MiraFina77' },
  { name: 'profile-own', as: SELLER_EMAIL, at: '/user/MiraFina77' },
  { name: 'profile-other', as: BUYER_EMAIL, at: '/user/MiraFina77' },
  {
    name: 'post',
    as: BUYER_EMAIL,
    at: async (read) =>
      `/post/${(await read<{ posts: { uid: string }[] }>('/api/social/posts?limit=1')).posts[0]?.uid}`,
  },
  {
    name: 'chat',
    as: BUYER_EMAIL,
    at: async (read) => `/?conversa=${(await ordersOf(read, 'buyer'))[0]?.sellerId}`,
  },
  { name: 'sales-seller', as: SELLER_EMAIL, at: '/sales' },
  { name: 'sales-buyer', as: BUYER_EMAIL, at: '/sales?aba=compras' },
  { name: 'wallet', as: SELLER_EMAIL, at: '/sales?aba=carteira' },
  {
    name: 'checkout',
    as: SELLER_EMAIL,
    at: async (read) => {
      const orders = await ordersOf(read, 'buyer');
      return orders.find(({ checkoutUrl }) => checkoutUrl !== null)?.checkoutUrl ?? '/';
    },
  },
  {
    name: 'success',
    as: BUYER_EMAIL,
    at: async (read) => `/success?payment=${(await ordersOf(read, 'buyer'))[0]?.id}`,
  },
  {
    name: 'pack-own',
    as: PACK_SELLER,
    at: async (read) => `/pack/${await packOf(read, 'ZefaSpeedrun')}`,
  },
  {
    name: 'pack-bought',
    as: BUYER_EMAIL,
    at: async (read) => {
      const orders = await ordersOf(read, 'buyer', 'status=complete');
      const order = orders.find(({ type }) => type === 'media');
      return `/pack/${order?.id}/${order?.serviceId}`;
    },
  },
  { name: 'settings', as: BUYER_EMAIL, at: '/user/settings' },
  { name: 'settings-profile', as: BUYER_EMAIL, at: '/user/settings/perfil' },
  { name: 'settings-notices', as: BUYER_EMAIL, at: '/user/settings/avisos' },
  { name: 'settings-account', as: BUYER_EMAIL, at: '/user/settings/conta' },
  { name: 'sell', as: null, at: '/vender' },
  { name: 'help', as: null, at: '/ajuda' },
  { name: 'help-topic', as: null, at: '/ajuda/comprar' },
  { name: 'self-check', as: BUYER_EMAIL, at: '/teste' },
  { name: 'admin', as: ADMIN_EMAIL, at: '/admin' },
  { name: 'admin-numbers', as: ADMIN_EMAIL, at: '/admin?aba=numeros' },
  { name: 'admin-health', as: ADMIN_EMAIL, at: '/admin?aba=saude' },
  { name: 'admin-log', as: ADMIN_EMAIL, at: '/admin?aba=registro' },
  { name: 'terms', as: null, at: '/termos' },
  { name: 'privacy', as: null, at: '/privacidade' },
  { name: 'transparency', as: null, at: '/transparencia' },
  { name: 'not-found', as: null, at: '/nada-aqui' },
];

/** The address of the screen in the program that the page shows. */
export async function screenAddresses(page: Page, screen: ScreenToCapture): Promise<string> {
  if (typeof screen.at === 'string') return screen.at;
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  return screen.at(async (path) => (await page.request.get(path, { headers })).json());
}
