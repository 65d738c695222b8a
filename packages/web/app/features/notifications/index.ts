export { NotificationBell } from './notice-bell.tsx';
export { LazyLiveNotifications } from './notices-keeper.tsx';
