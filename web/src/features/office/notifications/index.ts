/** Notifications: list, queries and addresses. */
export { settledAt } from './addresses'
export { NotificationList } from './notification-list'
export { listNotifications, markSeen } from './queries'
export { ToneIcon } from './tone-icon'
export { texts as notificationTexts } from './texts'
