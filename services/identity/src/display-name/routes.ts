import { listDisplayNames, myDisplayName, setDisplayName } from '@talad/proto/http/identity/display-names'
import { findPeople, getPerson } from '@talad/proto/http/identity/people'
import { lowerAddress } from '@talad/shared/chain/address'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { peopleNamed } from './find.ts'
import { displayNameOf, namesOfWallets, personOf, saveDisplayName } from './store.ts'

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
    const known = await namesOfWallets(db, wallets)
    return {
      list: known.flatMap(({ address, display_name }) =>
        display_name === null ? [] : [{ address, display_name }],
      ),
      pictures: known.flatMap(({ address, picture }) => (picture === null ? [] : [{ address, picture }])),
    }
  })

  app.route(findPeople, async ({ query }) => ({ list: await peopleNamed(db, query.q) }))

  /** NOT_FOUND for a name that nobody has, VALIDATION for an address with a wrong checksum */
  app.route(getPerson, async ({ params: { who } }) => {
    const wallet = /^0x[0-9a-f]{40}$/i.test(who) ? lowerAddress(who, 'who') : undefined
    const person = await personOf(db, { wallet, name: who })
    if (!person) throw new Rejection('NOT_FOUND')
    return person
  })
}
