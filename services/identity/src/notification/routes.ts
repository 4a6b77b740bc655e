import { listNotifications, readNotifications } from '@talad/proto/http/identity/notifications'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { markRead, notificationsOf, unreadOf } from './store.ts'

/** What the caller is told of; each call is about the caller's own. */
export function notificationRoutes(app: App, { db, now }: Deps): void {
  /** BAD_CURSOR */
  app.route(listNotifications, async ({ actor, query }) =>
    notificationsOf(db, signedIn(actor).accountId, query),
  )

  app.route(readNotifications, async ({ actor, body }) => {
    const { accountId } = signedIn(actor)
    await markRead(db, accountId, body.until, now())
    return { unread: await unreadOf(db, accountId) }
  })
}
