import { listDisplayNames, myDisplayName, setDisplayName } from '@talad/proto/http/display-names'
import { lowerAddress } from '@talad/shared/chain/address'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { displayNameOf, namesOfWallets, saveDisplayName } from './store.ts'

/** What people are called by others: a name that they chose, and never one that an identity provider gave (ID-42). */
export function displayNameRoutes(app: App, { db, now }: Deps): void {
  app.route(myDisplayName, async ({ actor }) => ({
    display_name: await displayNameOf(db, signedIn(actor).accountId),
  }))

  /** DISPLAY_NAME_TAKEN, DISPLAY_NAME_RESERVED */
  app.route(setDisplayName, async ({ actor, body }) => {
    await saveDisplayName(db, signedIn(actor).accountId, body.display_name, now())
    return body
  })

  /** VALIDATION for what is no address */
  app.route(listDisplayNames, async ({ query }) => {
    const wallets = query.wl.map((text) => lowerAddress(text, 'wl'))
    return { list: await namesOfWallets(db, wallets) }
  })
}
