export { LazyLiveNotifications } from './lazy-live-notifications.tsx';
export { NotificationBell } from './notification-bell.tsx';
