import { listNotifications, readNotifications } from '@talad/proto/http/identity/notifications'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { markRead, notificationsOf, unreadOf } from './store.ts'

/** What the caller is told of; each call is about the caller's own. */
export function notificationRoutes(app: App, deps: Deps): void {
  const { db, now } = deps

  /** BAD_CURSOR */
  app.route(listNotifications, async ({ actor, query }) =>
    notificationsOf(deps, signedIn(actor).accountId, query),
  )

  app.route(readNotifications, async ({ actor, body }) => {
    const { accountId } = signedIn(actor)
    await markRead(db, accountId, body.until, now())
    return { unread: await unreadOf(db, accountId) }
  })
}
