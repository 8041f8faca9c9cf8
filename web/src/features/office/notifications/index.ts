/** Notifications: list, queries and addresses. */
export { NotificationList } from './notification-list'
export { listNotifications, markSeen } from './queries'
export { texts as notificationTexts } from './texts'
