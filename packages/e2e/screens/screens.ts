import type { Page } from '@playwright/test';

/** A screen to capture. */
export interface ScreenToCapture {
  readonly name: string;
  /** E-mail address of the signed-in demo person; null for a visitor. */
  readonly email: string | null;
  /** Address of the screen, or a function that finds it through the program's API. */
  readonly address: string | ((api: ReadApi) => Promise<string>);
  /** Whether the consent banner is shown. */
  readonly showsConsentBanner?: boolean;
}

type ReadApi = <Answer>(path: string) => Promise<Answer>;

const SELLER_EMAIL = 'mira@guilda.example';
const PACK_SELLER_EMAIL = 'zefa@guilda.example';
const BUYER_EMAIL = 'pudim@guilda.example';
const ADMIN_EMAIL = 'dona@guilda.example';

const firstService = async (readApi: ReadApi, query = '') =>
  (await readApi<{ services: { id: string }[] }>(`/api/services?limit=5&${query}`)).services[0]
    ?.id ?? '';

interface ScreenOrder {
  readonly id: string;
  readonly serviceId: string;
  readonly type: string;
  readonly checkoutUrl: string | null;
  readonly sellerId: string;
}

const ordersOf = async (readApi: ReadApi, role: string, query = '') =>
  (await readApi<{ payments: ScreenOrder[] }>(`/api/payments?role=${role}&${query}`)).payments;

/** Id of a service of the person that sells files (type `media`); undefined without one. */
const readPackServiceId = async (readApi: ReadApi, username: string) =>
  (
    await readApi<{ services: { id: string; seller: { username: string } }[] }>(
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
  { name: 'home-visitor', email: null, address: '/', showsConsentBanner: true },
  { name: 'home-buyer', email: BUYER_EMAIL, address: '/' },
  { name: 'login', email: null, address: '/login' },
  { name: 'community-visitor', email: null, address: '/community' },
  { name: 'community-buyer', email: BUYER_EMAIL, address: '/community' },
  { name: 'category', email: null, address: '/category/valorant' },
  { name: 'category-empty', email: null, address: '/category/pubg' },
  { name: 'category-adults', email: BUYER_EMAIL, address: '/category/nudez' },
  {
    name: 'service-visitor',
    email: null,
    address: async (readApi) => `/service/${await firstService(readApi)}`,
  },
  {
    name: 'service-media',
    email: BUYER_EMAIL,
    address: async (readApi) => `/service/${await firstService(readApi, 'type=media')}`,
  },
  { name: 'search', email: null, address: '/search?q=treino' },
  { name: 'search-none', email: null, address: '/search?q=zzzzqqqq' },
  { name: 'search-services', email: null, address: '/search/services?q=mira' },
  { name: 'search-users', email: null, address: '/search/users?q=a' },
  { name: 'profile-visitor', email: null, address: '/user/MiraFina77' },
  { name: 'profile-own', email: SELLER_EMAIL, address: '/user/MiraFina77' },
  { name: 'profile-other', email: BUYER_EMAIL, address: '/user/MiraFina77' },
  {
    name: 'post',
    email: BUYER_EMAIL,
    address: async (readApi) =>
      `/post/${(await readApi<{ posts: { uid: string }[] }>('/api/social/posts?limit=1')).posts[0]?.uid}`,
  },
  {
    name: 'chat',
    email: BUYER_EMAIL,
    address: async (readApi) => `/?conversa=${(await ordersOf(readApi, 'buyer'))[0]?.sellerId}`,
  },
  { name: 'sales-seller', email: SELLER_EMAIL, address: '/sales' },
  { name: 'sales-buyer', email: BUYER_EMAIL, address: '/sales?aba=compras' },
  { name: 'wallet', email: SELLER_EMAIL, address: '/sales?aba=carteira' },
  {
    name: 'checkout',
    email: SELLER_EMAIL,
    address: async (readApi) => {
      const orders = await ordersOf(readApi, 'buyer');
      return orders.find(({ checkoutUrl }) => checkoutUrl !== null)?.checkoutUrl ?? '/';
    },
  },
  {
    name: 'success',
    email: BUYER_EMAIL,
    address: async (readApi) => `/success?payment=${(await ordersOf(readApi, 'buyer'))[0]?.id}`,
  },
  {
    name: 'pack-own',
    email: PACK_SELLER_EMAIL,
    address: async (readApi) => `/pack/${await readPackServiceId(readApi, 'ZefaSpeedrun')}`,
  },
  {
    name: 'pack-bought',
    email: BUYER_EMAIL,
    address: async (readApi) => {
      const orders = await ordersOf(readApi, 'buyer', 'status=complete');
      const order = orders.find(({ type }) => type === 'media');
      return `/pack/${order?.id}/${order?.serviceId}`;
    },
  },
  { name: 'settings', email: BUYER_EMAIL, address: '/user/settings' },
  { name: 'settings-profile', email: BUYER_EMAIL, address: '/user/settings/perfil' },
  { name: 'settings-notices', email: BUYER_EMAIL, address: '/user/settings/avisos' },
  { name: 'settings-account', email: BUYER_EMAIL, address: '/user/settings/conta' },
  { name: 'sell', email: null, address: '/vender' },
  { name: 'help', email: null, address: '/ajuda' },
  { name: 'help-topic', email: null, address: '/ajuda/comprar' },
  { name: 'self-check', email: BUYER_EMAIL, address: '/teste' },
  { name: 'admin', email: ADMIN_EMAIL, address: '/admin' },
  { name: 'admin-numbers', email: ADMIN_EMAIL, address: '/admin?aba=numeros' },
  { name: 'admin-health', email: ADMIN_EMAIL, address: '/admin?aba=saude' },
  { name: 'admin-log', email: ADMIN_EMAIL, address: '/admin?aba=registro' },
  { name: 'terms', email: null, address: '/termos' },
  { name: 'privacy', email: null, address: '/privacidade' },
  { name: 'transparency', email: null, address: '/transparencia' },
  { name: 'not-found', email: null, address: '/nada-aqui' },
];

/** Reads the address of a screen; an address that depends on data is read through the API of the page's program. */
export async function readScreenAddress(page: Page, screen: ScreenToCapture): Promise<string> {
  if (typeof screen.address === 'string') return screen.address;
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  return screen.address(async (path) => (await page.request.get(path, { headers })).json());
}
