import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** All pages with their paths. Pages with navigation bars are children of the layout route. */
const pageRoutes: RouteConfig = [
  route('login', 'routes/login.tsx'),
  route('login/callback', 'routes/login-callback.tsx'),
  layout('routes/shell.tsx', [
    index('routes/home.tsx'),
    route('category/:category', 'routes/category.tsx'),
    route('community', 'routes/community.tsx'),
    route('service/:serviceId', 'routes/service.tsx'),
    route('post/:uid', 'routes/post.tsx'),
    route('pack/:serviceId', 'routes/own-pack.tsx'),
    route('pack/:paymentId/:serviceId', 'routes/bought-pack.tsx'),
    route('success', 'routes/success.tsx'),
    route('sales', 'routes/sales.tsx'),
    route('admin', 'routes/admin.tsx'),
    route('termos', 'routes/terms.tsx'),
    route('privacidade', 'routes/privacy.tsx'),
    route('transparencia', 'routes/transparency.tsx'),
    route('vender', 'routes/sell.tsx'),
    route('ajuda/:topic?', 'routes/help.tsx'),
    route('teste', 'routes/self-check.tsx'),
    route('user/settings', 'routes/settings.tsx'),
    route('user/settings/:section', 'routes/settings-section.tsx'),
    route('discord/callback', 'routes/discord-callback.tsx'),
    route('search', 'routes/search/search.tsx'),
    route('search/services', 'routes/search/search-services.tsx'),
    route('search/users', 'routes/search/search-users.tsx'),
    route('user/:username', 'routes/profile.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
];

export default pageRoutes;
